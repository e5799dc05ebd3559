import LinuxSystem

/// A file of /proc that is kept open: reading it again is one call of about a microsecond, and fails when the thread has
/// ended instead of showing another thread with the same number.
///
/// For one thread.
final class ProcFile {
  let path: String
  private var descriptor: Int32 = -1
  private let buffer: UnsafeMutableRawBufferPointer
  /// Why it could not be opened; 0 when it could.
  private(set) var openError: Int32 = 0

  init(_ path: String, capacity: Int = 1024) {
    self.path = path
    buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    tryToOpen()
  }

  private func tryToOpen() {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    openError = descriptor < 0 ? Errno.last.code : 0
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    buffer.deallocate()
  }

  /// The file's present contents, valid until the next call; or the error.
  func read() -> (bytes: UnsafeRawBufferPointer?, error: Int32) {
    // Descriptors and memory may be available again.
    if [EMFILE, ENFILE, ENOMEM].contains(openError) { tryToOpen() }
    guard descriptor >= 0 else { return (nil, openError) }
    let count = uninterrupted { pread(descriptor, buffer.baseAddress, buffer.count, 0) }
    return count < 0 ? (nil, Errno.last.code) : (UnsafeRawBufferPointer(rebasing: buffer[0..<count]), 0)
  }

  /// The folder of a process in /proc; of the calling one when nil.
  static func folder(of process: Int32?) -> String { process.map { "/proc/\($0)" } ?? "/proc/self" }

  /// A whole file, read once.
  static func contents(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return try? ByteTransfer.readToEnd(descriptor, expecting: 16384)
  }

  /// A short file's text without the line's end, or the empty string.
  static func line(_ path: String) -> String { firstLine(path) ?? "" }

  /// The same, or nil when it can not be read.
  static func firstLine(_ path: String) -> String? {
    contents(path).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
  }

  /// The target of a symbolic link, or nil.
  static func link(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = readlink(path, base.assumingMemoryBound(to: CChar.self), buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer[0..<count], as: UTF8.self)
    }
  }
}

/// Parses numbers and words in the text of /proc files.
struct NumberScanner {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  private mutating func skipSeparators() {
    while position < bytes.count, isSeparator(bytes[position]) { position += 1 }
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x09 || byte == UInt8(ascii: ":")
  }

  mutating func decimal() -> UInt? {
    skipSeparators()
    let start = position
    var value: UInt = 0
    while position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39 {
      value = value &* 10 &+ UInt(bytes[position] - 0x30)
      position += 1
    }
    return position > start ? value : nil
  }

  mutating func signedDecimal() -> Int? {
    skipSeparators()
    let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    guard let value = decimal() else { return nil }
    return isNegative ? 0 &- Int(bitPattern: value) : Int(bitPattern: value)
  }

  /// A number with or without `0x`; skips a dash before it, as in a range.
  mutating func hexadecimal() -> UInt? {
    skipSeparators()
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    if position + 1 < bytes.count, bytes[position] == 0x30, bytes[position + 1] == UInt8(ascii: "x") {
      position += 2
    }
    let start = position
    var value: UInt = 0
    while position < bytes.count {
      let byte = bytes[position]
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: return position > start ? value : nil
      }
      value = value << 4 | UInt(digit)
      position += 1
    }
    return position > start ? value : nil
  }

  mutating func word() -> UnsafeRawBufferPointer {
    skipSeparators()
    let start = position
    while position < bytes.count, !isSeparator(bytes[position]) { position += 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
  }

  /// The rest, without leading separators.
  mutating func rest() -> UnsafeRawBufferPointer {
    skipSeparators()
    return UnsafeRawBufferPointer(rebasing: bytes[position...])
  }
}
