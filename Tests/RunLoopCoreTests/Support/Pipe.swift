import LinuxSystem
import Testing

/// A pipe whose ends are closed with it. Reading waits for a byte, with a time limit.
final class Pipe: @unchecked Sendable {
  let reader: Int32
  private(set) var writer: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(linux_pipe(&ends) == 0)
    reader = ends[0]
    writer = ends[1]
  }

  deinit {
    close(reader)
    closeWriter()
  }

  func write(_ byte: UInt8) {
    var byte = byte
    _ = LinuxSystem.write(writer, &byte, 1)
  }

  /// -1 at the end, and when nothing comes for two minutes.
  func readByte() -> Int {
    var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 120_000) == 1 else { return -1 }
    var byte: UInt8 = 0
    return LinuxSystem.read(reader, &byte, 1) == 1 ? Int(byte) : -1
  }

  /// What was written, when no other process has the writing end.
  func text() -> String {
    closeWriter()
    var bytes: [UInt8] = []
    while case let byte = readByte(), byte >= 0 { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }
}
