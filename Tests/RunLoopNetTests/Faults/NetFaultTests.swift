import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Each system call of a listener, of its connections and of clients fails once. No client is dropped without a word, each
/// connection ends once, and later clients are served.
@Suite(.hangLimit, FaultSweep.isPossible) struct NetFaultTests {
  @Test func listenersServeTheirClientsOverTCP() async {
    await #expect(processExitsWith: .success) { try NetFaultTests.playListener(overTCP: true) }
  }

  @Test func listenersServeTheirClientsOverUnixSockets() async {
    await #expect(processExitsWith: .success) { try NetFaultTests.playListener(overTCP: false) }
  }

  private static func playListener(overTCP: Bool) throws {
    alarm(hangAlarm)
    let other = OtherThread()
    let path = freshPath()
    let address = try overTCP ? Address.tcp("127.0.0.1", port: 0) : .unix(path)
    try FaultSweep("listener", onThread: { body in try onFreshThread { try body() } }).play { faulty in
      let loop = RunLoop.current
      let echo = Echo()
      var listener: Listener?
      let client = TestClient()
      try faulty {
        do throws(NetError) {
          let fresh = try Listener(at: address, failed: { echo.failures.append($0) }) { echo.serve($0) }
          listener = fresh
          other.run { client.connect(to: fresh.address) }
          loop.run(for: .milliseconds(4))
        } catch {
          echo.failures.append(error)
        }
      }
      if let listener {
        loop.runUntil { client.hasAnswer || client.hasEnded }
        #expect(client.hasAnswer || echo.hasSaidWhy, "a client was dropped without a word")
        let second = TestClient()
        other.run { second.connect(to: listener.address) }
        loop.runUntil { second.hasAnswer || second.hasEnded }
        #expect(second.hasAnswer, "\(echo.failures) \(echo.ends)")
        listener.close()
        client.close()
        second.close()
        loop.runUntil { echo.ends.count == echo.started }
        #expect(echo.ends.count == echo.started, "each connection ends once")
      }
      #expect(access(path, F_OK) != 0, "the next listener would find its address in use")
      try loop.expectWorks(with: other)
    }
    other.end()
  }

  @Test func connectionsAreMadeOrRefusedOnce() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let other = OtherThread()
      try FaultSweep("connect", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let loop = RunLoop.current
        // The server's side is a plain one, and its calls do not fail.
        let server = try Socket.listening(.stream, at: .loopback(), backlog: 8).number
        defer { close(server) }
        let address = try Address.tcp("127.0.0.1", port: port(of: server))
        let notes = Notes()
        let bytes = pattern(300_000)
        var isStarted = false
        let start: (Result<Connection, NetError>) -> Void = { result in
          notes.count += 1
          do throws(NetError) {
            let connection = try result.get()
            try connection.start(
              .init(received: { notes.bytes += $1 }, closed: { notes($1.map { "\($0)" } ?? "closed") }))
            isStarted = true
            connection.write(bytes)
            connection.close(within: .seconds(20))
          } catch {
            notes("\(error)")
          }
        }
        try faulty {
          Connection.connect(to: address, start)
          loop.run(for: .milliseconds(3))
        }
        loop.runUntil { notes.count == 1 }
        #expect(notes.count == 1, "\(notes.count) calls")
        var far: PlainSocket?
        other.run {
          // It does not wait: a refused connection never arrives.
          let number = acceptNow(server)
          if number >= 0 { far = PlainSocket(number) }
        }
        let received = Notes()
        if let far {
          other.begin { received.bytes = far.receive() }
          loop.runUntil { notes.lines.count == 1 }
          other.wait()
        }
        #expect(notes.lines.count == 1, "\(notes.lines)")
        if notes.lines == ["closed"] {
          #expect(isStarted && received.bytes == bytes, "all that was written came")
        }
        #expect(loop.itemCount == 0)
        try loop.expectWorks(with: other)
      }
      other.end()
    }
  }
}

/// A server that sends back what comes.
private final class Echo: @unchecked Sendable {
  var failures: [NetError] = []
  var ends: [NetError?] = []
  var started = 0
  var refused = 0

  var hasSaidWhy: Bool { refused > 0 || ends.contains { $0 != nil } || !failures.isEmpty }

  func serve(_ connection: Connection) {
    do throws(NetError) {
      try connection.start(
        .init(
          received: { connection, bytes in connection.write(bytes) },
          closed: { [self] in ends.append($1) }))
      started += 1
    } catch {
      refused += 1
    }
  }
}

/// A client that sends a text and expects its echo.
private final class TestClient: @unchecked Sendable {
  private var number: Int32 = -1
  private var bytes: [UInt8] = []
  private(set) var hasEnded = false

  func connect(to address: Address) {
    let text = "\(address)"
    if text.hasPrefix("unix:") {
      let place = SocketAddress.path(String(text.dropFirst(5)))
      number = (try? Socket.connected(.stream, to: place, isBlocking: true).number) ?? -1
      hasEnded = number < 0
    } else {
      let plain = PlainSocket.unconnected()
      hasEnded = !plain.connect(toPort: address.port)
      number = dup(plain.number)
    }
    Socket(number).send(Array("hello".utf8))
  }

  /// Whether all came back. Called again and again.
  var hasAnswer: Bool {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = Socket(number).receive(into: &buffer, .dontWait)
    if count > 0 { bytes += buffer[..<count] }
    if count == 0 || count < 0 && errno != EAGAIN { hasEnded = true }
    return bytes == Array("hello".utf8)
  }

  func close() {
    if number >= 0 { _ = LinuxSystem.close(number) }
    number = -1
  }

  deinit { close() }
}

/// Accepts without waiting.
private func acceptNow(_ socket: Int32) -> Int32 {
  var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, 0) == 1 ? accept(socket, nil, nil) : -1
}
