import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// How long a test waits for what must come.
let patience = Duration.seconds(30)

/// What handlers of one loop's thread write down.
final class Notes: @unchecked Sendable {
  var lines: [String] = []
  var bytes: [UInt8] = []
  var count = 0

  func callAsFunction(_ line: String) { lines.append(line) }
}

/// A path that no other test has, nor a run that was killed.
func freshPath() -> String {
  let folder = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
  return "\(folder)/mainspring-\(UInt64.random(in: 0...UInt64.max))"
}

/// The sockets of a connection: those of TCP are watched by edge, others by level.
enum SocketKind: CaseIterable, CustomTestStringConvertible {
  case unix, tcp

  var testDescription: String { self == .unix ? "Unix" : "TCP" }

  /// One end for a connection of a loop, the other one plain.
  func pair() throws -> (Int32, PlainSocket) {
    switch self {
    case .unix:
      let (near, far) = try Socket.pair(.stream, isBlocking: true)
      return (near.number, PlainSocket(far.number))
    case .tcp:
      let listener = try Socket.listening(.stream, at: .loopback(), backlog: 1, isBlocking: true)
      defer { listener.close() }
      let far = try PlainSocket.connected(toPort: port(of: listener.number))
      return (try listener.accept(isBlocking: true).number, far)
    }
  }
}

/// Where a TCP socket is bound.
func port(of socket: Int32) -> UInt16 {
  Socket(socket).address?.port ?? 0
}

/// A blocking socket, for peers without a loop.
final class PlainSocket: @unchecked Sendable {
  private(set) var number: Int32
  /// The peer's end was read: not only nothing for long.
  private(set) var hasSeenTheEnd = false

  init(_ number: Int32) {
    self.number = number
    let flags = fcntl(number, F_GETFL, 0)
    _ = fcntl(number, F_SETFL, flags & ~O_NONBLOCK)
    // A test without an answer fails instead of hanging.
    Socket(number).limitWaits(seconds: 30)
  }

  deinit { close() }

  /// Connected to a TCP listener of this machine.
  static func connected(toPort port: UInt16) throws -> PlainSocket {
    PlainSocket(try Socket.client(ofPort: port).number)
  }

  /// A TCP socket that is to be connected later.
  static func unconnected() -> PlainSocket {
    PlainSocket((try? Socket(AF_INET, .stream, isBlocking: true).number) ?? -1)
  }

  func connect(toPort port: UInt16) -> Bool {
    (try? Socket(number).connect(to: .loopback(port: port))) != nil
  }

  func close() {
    if number >= 0 { _ = LinuxSystem.close(number) }
    number = -1
  }

  /// Closes so that the peer gets a reset.
  func breakOff() {
    Socket(number).resetOnClose()
    close()
  }

  func send(_ text: String, urgently: Bool = false) {
    var text = text
    let flags = Int32(MSG_NOSIGNAL) | (urgently ? Int32(MSG_OOB) : 0)
    text.withUTF8 { _ = LinuxSystem.send(number, $0.baseAddress, $0.count, flags) }
  }

  /// Whether something has come that was not read, or the peer's end.
  var hasInput: Bool { hasInput(within: 0) }

  func hasInput(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 1
  }

  func finishWriting() { Socket(number).finishWriting() }

  /// All bytes until the end, or this number of them.
  func receive(_ most: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < most {
      let count = read(number, &buffer, min(buffer.count, most - bytes.count))
      // A process that was stopped for a while finds its calls interrupted.
      if count < 0, errno == EINTR { continue }
      if count == 0 { hasSeenTheEnd = true }
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  func receiveText(_ most: Int = .max) -> String { String(decoding: receive(most), as: UTF8.self) }
}

extension RunLoop {
  /// Sources, timers and observers of all its modes.
  var itemCount: Int { snapshot().modes.reduce(0) { $0 + $1.items.count } }
}

/// Lets the kernel take little of a connection's bytes at a time.
func takeLittle(_ socket: Int32) {
  Socket(socket).set(.sendBuffer, to: 4096)
}

/// Writes until the socket is full; returns the number of bytes written.
@discardableResult
func fill(_ socket: Int32) -> Int {
  let bytes = [UInt8](repeating: 9, count: 4096)
  var total = 0
  while case let count = Socket(socket).send(bytes, .dontWait), count > 0 { total += count }
  return total
}

/// Bytes that are easy to check: each depends on its place.
func pattern(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
}

extension Connection {
  /// Starts it with handlers that log all events, and stop the loop at its end.
  func start(
    notingIn notes: Notes, endOfInput: ((Connection) -> Void)? = nil, drained: ((Connection) -> Void)? = nil
  ) throws {
    try start(
      .init(
        received: { notes.bytes += $1 }, endOfInput: endOfInput, drained: drained,
        closed: {
          notes($1.map { "\($0)" } ?? "closed")
          $0.loop.stop()
        }))
  }
}

/// Reads all on a thread of its own.
final class Reader: @unchecked Sendable {
  private let socket: PlainSocket
  private var thread: pthread_t?
  private var all: [UInt8] = []

  init(_ socket: PlainSocket) throws {
    self.socket = socket
    thread = try SystemThread.start { self.all = self.socket.receive() }
  }

  /// Waits for the end.
  func bytes() -> [UInt8] {
    if let thread { pthread_join(thread, nil) }
    return all
  }
}
