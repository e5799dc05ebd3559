import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Clients of the endpoint over simulated seconds.
@Suite(.hangLimit) struct SlowClientTests {
  private final class Client {
    private let socket: Socket

    init(_ port: UInt16) throws {
      socket = try Socket.client(ofPort: port)
    }

    deinit { socket.close() }

    func send(_ text: String) {
      socket.send(Array(text.utf8))
      #expect(waitUntilDelivered(socket.number))
    }

    /// Waits, in real time, until something has come, or the end.
    func waitForInput() {
      var entry = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
      #expect(poll(&entry, 1, 30_000) == 1)
    }

    /// What is there; nil when the connection is open and nothing came.
    func received() -> String? {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = socket.receive(into: &buffer, .dontWait)
      if count < 0, errno == EAGAIN { return nil }
      return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
  }

  @Test func aClientHasTenSecondsForEverythingAndNotMore() throws {
    try onFreshThread(SimulatedClock()) {
      let server = try MetricsServer(StallMetrics())
      let loop = RunLoop.current
      try server.attach(to: loop)
      let silent = try Client(server.port)
      let half = try Client(server.port)
      half.send("GET /metrics HTT")
      loop.run(for: .seconds(8))
      #expect(silent.received() == nil && half.received() == nil)
      half.send("P/1.0\r\n\r\n")
      loop.run(for: .milliseconds(500))
      half.waitForInput()
      #expect(half.received()?.hasPrefix("HTTP/1.1 200 OK") == true)
      loop.run(for: .seconds(4))
      for client in [silent, half] { client.waitForInput() }
      // Closed, the one like the other: the second has not closed its end.
      #expect(silent.received() == "" && half.received() == "")
      server.stop()
    }
  }
}

/// How long a loop was hung in the last hour.
@Suite(.hangLimit) struct HangHourTests {
  private static let minute: UInt64 = 60_000_000_000

  @Test func aHangCountsForAnHourAfterItsEndToTheMinute() {
    for begin in [0, 7, 59, 60, 61, 1_000] as [UInt64] {
      var hour = HangHour()
      hour.record(5, endedAt: begin * Self.minute)
      for later in [0, 1, 30, 58, 59] as [UInt64] {
        #expect(hour.total(at: (begin + later) * Self.minute) == 5, "\(begin) + \(later)")
      }
      for later in [60, 61, 90, 119, 120, 10_000] as [UInt64] {
        #expect(hour.total(at: (begin + later) * Self.minute) == 0, "\(begin) + \(later)")
      }
    }
  }

  @Test func hangsOfOneMinuteAndOfSeveralAddUp() {
    var hour = HangHour()
    for minute in 0..<200 as Range<UInt64> {
      hour.record(1, endedAt: minute * Self.minute + 1)
      hour.record(2, endedAt: minute * Self.minute + 30)
      #expect(hour.total(at: minute * Self.minute + 40) == 3 * min(minute + 1, 60))
    }
    // A pause of twenty minutes leaves forty.
    #expect(hour.total(at: 219 * Self.minute) == 3 * 40)
    hour.record(100, endedAt: 219 * Self.minute)
    #expect(hour.total(at: 219 * Self.minute) == 220)
    // A time from before is the latest minute's.
    hour.record(1, endedAt: 5)
    #expect(hour.total(at: 0) == 221)
  }

  /// A sandbox may refuse it after the connection was made. The loop would wait for the wrong thing.
  @Test func aClientThatMayNotBeWatchedForRoomIsClosed() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      onFreshThread {
        guard let (near, far) = try? Socket.pair(.stream) else { preconditionFailure("no sockets") }
        var isClosed = false
        let connection = HTTPConnection(near.number, loop: .current) { _ in
          [UInt8](repeating: 1, count: 4 << 20)
        } ended: {
          isClosed = true
        }
        precondition(connection != nil, "it can not be watched")
        guard Sandbox.refuse([Int(SYS_epoll_ctl)], with: EPERM) else { return }
        let request = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        precondition(far.send(request) == request.count)
        RunLoop.current.runUntil { isClosed }
        precondition(isClosed, "it waits for ever")
      }
    }
  }
}
