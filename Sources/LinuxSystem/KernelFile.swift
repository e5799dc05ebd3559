/// A file of /proc or /sys that is kept open: reading it again is one call of about a microsecond. That of a thread which
/// has ended fails, where its path may lead to another thread with the same number.
///
/// For one thread.
package final class KernelFile {
  package let path: String
  private var descriptor: Int32 = -1
  private let buffer: UnsafeMutableRawBufferPointer
  /// Why it could not be opened; 0 when it could.
  package private(set) var openError: Int32 = 0

  /// - Parameter capacity: how much of the file is read.
  package init(_ path: String, capacity: Int = 1024) {
    self.path = path
    buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    tryToOpen()
  }

  /// A file that has something to read at present; nil where the kernel has none.
  package static func readable(_ path: String, capacity: Int = 4096) -> KernelFile? {
    let file = KernelFile(path, capacity: capacity)
    return file.bytes.isEmpty ? nil : file
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
  package func read() -> (bytes: UnsafeRawBufferPointer?, error: Int32) {
    // Descriptors and memory may be available again.
    if [EMFILE, ENFILE, ENOMEM].contains(openError) { tryToOpen() }
    guard descriptor >= 0 else { return (nil, openError) }
    let count = uninterrupted { pread(descriptor, buffer.baseAddress, buffer.count, 0) }
    return count < 0 ? (nil, Errno.last.code) : (UnsafeRawBufferPointer(rebasing: buffer[0..<count]), 0)
  }

  /// The same, without bytes after an error.
  package var bytes: UnsafeRawBufferPointer { read().bytes ?? UnsafeRawBufferPointer(start: nil, count: 0) }

  // MARK: Files that are read once

  /// A whole file; nil when it can not be read.
  package static func contents(_ path: String) -> [UInt8]? {
    // A FIFO in its place does not block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return try? ByteTransfer.readToEnd(descriptor, expecting: 16384)
  }

  /// A whole file's text; nil when it can not be read.
  package static func text(_ path: String) -> String? {
    contents(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first line, which may be empty, to its first zero byte; nil when it can not be read.
  package static func line(_ path: String) -> String? {
    contents(path).map { bytes in
      String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }, as: UTF8.self)
    }
  }

  /// The target of a symbolic link; nil when it can not be read.
  package static func link(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = readlink(path, base.assumingMemoryBound(to: CChar.self), buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer[0..<count], as: UTF8.self)
    }
  }

  /// The folder of a process in /proc; of the calling one when nil.
  package static func folder(of process: Int32?) -> String { process.map { "/proc/\($0)" } ?? "/proc/self" }
}
