import LinuxSystem

/// A JSON array that grows at its end, in a file that is valid at any moment except for the closing bracket.
///
/// The end of the file is mapped memory: a line is in the file as soon as it is copied, even if the process crashes.
/// Mapped memory that is not used yet is white space. Not thread-safe by itself.
final class RecordingFile {
  private static let piece = 256 << 10
  /// Bytes reserved within the limit for the ends of open phases.
  private static let reserve = 2_048

  private static let lineEnd = [UInt8(ascii: "\n")]
  private static let separator = [UInt8(ascii: ","), UInt8(ascii: "\n")]

  private let descriptor: Int32
  private let limit: Int
  private let birth = ForkGeneration.current
  /// The mapped piece, and where in the file it begins.
  private var memory: UnsafeMutableRawPointer?
  private var start = 0
  /// Where in the file the next line begins.
  private var length = 0
  private var isEmpty = true
  private var isBroken = false

  init(path: String, limit: Int) throws(RunLoop.Recorder.Failure) {
    self.limit = limit
    do throws(SystemError) {
      descriptor = try SystemCall.emptyFile(at: path)
    } catch {
      throw .file(path: path, call: "\(error.call)", code: error.code)
    }
    do throws(SystemError) {
      try mapNextPiece()
    } catch {
      LinuxSystem.close(descriptor)
      throw .file(path: path, call: "\(error.call)", code: error.code)
    }
    _ = copy([UInt8(ascii: "[")])
  }

  deinit { close() }

  /// Adds an element to the array. False when the file is full, or the disk.
  ///
  /// - Parameter isLast: it may use the reserve.
  @discardableResult
  func append(_ element: [UInt8], isLast: Bool) -> Bool {
    let most = isLast ? limit : limit - Self.reserve
    guard !isBroken, length + element.count + 4 <= most else { return false }
    // The separator first: an incomplete line is cut off with it.
    guard copy(isEmpty ? Self.lineEnd : Self.separator), copy(element) else { return false }
    isEmpty = false
    return true
  }

  /// Ends the array, and cuts off unused memory.
  func close() {
    guard memory != nil else { return }
    // In a child of fork(2) it is the parent's file.
    guard birth == ForkGeneration.current else {
      unmap()
      LinuxSystem.close(descriptor)
      return
    }
    _ = copy([UInt8(ascii: "\n"), UInt8(ascii: "]"), UInt8(ascii: "\n")])
    unmap()
    ftruncate(descriptor, length)
    LinuxSystem.close(descriptor)
  }

  private func copy(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      if length == start + Self.piece, (try? mapNextPiece()) == nil {
        isBroken = true
        return false
      }
      guard let memory else { return false }
      let count = min(bytes.count - done, start + Self.piece - length)
      bytes.withUnsafeBytes {
        // Not empty: there is a byte at `done`.
        (memory + (length - start)).copyMemory(from: $0.baseAddress! + done, byteCount: count)
      }
      done += count
      length += count
    }
    return true
  }

  private func mapNextPiece() throws(SystemError) {
    let next = memory == nil ? 0 : start + Self.piece
    let mapped = try SystemCall.mapNewPiece(of: descriptor, from: next, count: Self.piece)
    unmap()
    memset(mapped, Int32(UInt8(ascii: " ")), Self.piece)
    memory = mapped
    start = next
  }

  private func unmap() {
    if let memory { munmap(memory, Self.piece) }
    memory = nil
  }
}

/// Numbers and text as JSON has them, without a detour through strings.
enum RecordingText {
  /// Nanoseconds as microseconds with three decimals.
  static func microseconds(_ nanoseconds: Int64, into line: inout [UInt8]) {
    if nanoseconds < 0 { line.append(UInt8(ascii: "-")) }
    digits(nanoseconds.magnitude / 1_000, atLeast: 1, into: &line)
    line.append(UInt8(ascii: "."))
    digits(nanoseconds.magnitude % 1_000, atLeast: 3, into: &line)
  }

  private static func digits(_ value: UInt64, atLeast count: Int, into line: inout [UInt8]) {
    // The longest number has 20 digits.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
      var first = 20
      var rest = value
      while rest > 0 || first > 20 - count {
        first -= 1
        buffer[first] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
      line.append(contentsOf: buffer[first...])
    }
  }

  /// The inside of a JSON string.
  static func escape(_ text: String, into line: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        line += "\\u00".utf8
        for half in [byte >> 4, byte & 15] { line.append(half < 10 ? 48 + half : 87 + half) }
      default: line.append(byte)
      }
    }
  }
}
