import LinuxSystem
import Testing

/// The two ends of a channel: what a device writes to, and what its reader takes over.
struct Ends {
  let reading: Int32
  let writing: Int32

  static func pipe() throws -> Ends {
    var ends: [Int32] = [-1, -1]
    try #require(linux_pipe(&ends) == 0)
    return Ends(reading: ends[0], writing: ends[1])
  }

  static func socket() throws -> Ends {
    let ends = try Socket.pair(.stream, isBlocking: true)
    return Ends(reading: ends.0.number, writing: ends.1.number)
  }

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { LinuxSystem.write(writing, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
