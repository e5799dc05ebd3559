import LinuxSystem
import TestHarness
import Testing

extension ChildProgram {
  /// Starts an example, which is built with the tests.
  convenience init(example: String, _ arguments: [String] = []) throws {
    try self.init(ChildProgram.product(example), arguments)
  }

  /// The port behind the last colon of the next line.
  func port() throws -> UInt16 {
    let text = try #require(self.line())
    return try #require(text.split(separator: ":").last.flatMap { UInt16($0) }, "\(text)")
  }
}

/// A client that connects to a port of this machine.
final class Client: @unchecked Sendable {
  private let number: Int32
  private var begun: [UInt8] = []

  init(port: UInt16) throws {
    number = try Socket.connected(.stream, to: .loopback(port: port), isBlocking: true).number
  }

  deinit { close(number) }

  func send(_ text: String) {
    Socket(number).send(Array(text.utf8))
  }

  /// Sends what fits now; false when the connection is broken.
  func sendNow(_ text: String) -> Bool {
    Socket(number).send(Array(text.utf8), .dontWait) >= 0 || Errno.last.wouldBlock
  }

  /// Sends until nothing more fits for half a second, or this many bytes; how many were taken.
  func sendAll(upTo most: Int) -> Int {
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    var sent = 0
    while sent < most {
      let count = Socket(number).send(piece, .dontWait)
      if count > 0 {
        sent += count
        continue
      }
      var ready = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      guard poll(&ready, 1, 500) == 1, ready.revents == Int16(POLLOUT) else { break }
    }
    return sent
  }

  /// Whether something was sent to it, or its end has come.
  var hasInput: Bool {
    var ready = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 1
  }

  func finishWriting() { Socket(number).finishWriting() }

  /// Until so many bytes have come, or the end.
  func receive(_ count: Int = .max) -> String {
    while begun.count < count, let more = Self.read(number) { begun += more }
    let taken = begun.prefix(count)
    begun.removeFirst(taken.count)
    return String(decoding: taken, as: UTF8.self)
  }

  func line() -> String? {
    while true {
      if let end = begun.firstIndex(of: 10) {
        defer { begun.removeSubrange(...end) }
        return String(decoding: begun[..<end], as: UTF8.self)
      }
      guard let more = Self.read(number) else { return nil }
      begun += more
    }
  }

  /// What is there within thirty seconds; nil for nothing.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 30_000) == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = LinuxSystem.read(descriptor, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}
