import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// How long a connection waits for its peer. Under simulated time: never shorter than its limit, and at most a third longer.
@Suite(.hangLimit) struct TimeOutTests {
  /// Plays a connection with these time-outs until it has ended. Returns the time of its end in milliseconds, and its errors.
  private func play(
    _ kind: SocketKind, _ timeOuts: Connection.TimeOuts,
    _ script: @escaping @Sendable (Connection, PlainSocket) -> Void
  ) throws -> (Int, [String]) {
    try onFreshThread(SimulatedClock()) {
      let loop = RunLoop.current
      let (near, far) = try kind.pair()
      let notes = Notes()
      let connection = Connection(near, timeOuts: timeOuts)
      try connection.start(notingIn: notes, endOfInput: { _ in })
      let start = loop.now
      script(connection, far)
      loop.run(for: .seconds(60))
      let end = Int((start.duration(to: loop.now) / .milliseconds(1)).rounded())
      let lines = notes.lines
      withExtendedLifetime(far) {}
      connection.abort()
      let items = loop.snapshot().modes.flatMap(\.items)
      #expect(!items.contains { $0.label.hasSuffix("time-outs") })
      loop.run(for: .zero)
      return (end, lines)
    }
  }

  /// Waits, in real time, for what was sent: simulated time must not overtake it.
  private static func waitForInput(_ connection: Connection) {
    var entry = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 30_000) == 1)
  }

  /// More than the kernel's buffers of both sides hold.
  private static let much = [UInt8](repeating: 7, count: 20_000_000)

  @Test(arguments: SocketKind.allCases) func anIdleConnectionEnds(kind: SocketKind) throws {
    let (end, lines) = try play(kind, .init(idle: .seconds(4))) { _, _ in }
    #expect((4000...5200).contains(end) && lines == ["\(NetError.timedOut)"])
  }

  @Test(arguments: SocketKind.allCases) func whatComesOrIsTakenKeepsItOpen(kind: SocketKind) throws {
    let (end, lines) = try play(kind, .init(idle: .seconds(4))) { connection, far in
      for second in 1...5 {
        connection.loop.perform(after: .seconds(6 * second - 3)) {
          far.send("x")
          Self.waitForInput(connection)
        }
        connection.loop.perform(after: .seconds(6 * second)) { connection.write("y") }
      }
    }
    #expect((34_000...35_200).contains(end) && lines == ["\(NetError.timedOut)"])
  }

  @Test func readingIsWaitedForOnlyWhileSomethingIsWanted() throws {
    let (end, lines) = try play(.tcp, .init(read: .seconds(4))) { connection, far in
      connection.loop.perform(after: .seconds(2)) { connection.pauseReading() }
      connection.loop.perform(after: .seconds(20)) { connection.resumeReading() }
      // Writing is no reading.
      for second in 0..<30 { connection.loop.perform(after: .seconds(second)) { connection.write("y") } }
    }
    #expect((23_000...25_300).contains(end) && lines == ["\(NetError.timedOut)"])
    let (late, none) = try play(.tcp, .init(read: .seconds(4))) { connection, far in
      far.finishWriting()
      Self.waitForInput(connection)
    }
    #expect(late == 60_000 && none.isEmpty, "nothing more can come")
  }

  @Test(arguments: SocketKind.allCases) func aPeerThatTakesNothingIsBrokenOff(kind: SocketKind) throws {
    let (end, lines) = try play(kind, .init(write: .seconds(4))) { connection, _ in
      // Nothing waits to be sent until then.
      connection.loop.perform(after: .seconds(10)) { connection.write(Self.much) }
    }
    #expect((14_000...15_200).contains(end) && lines == ["\(NetError.timedOut)"])
  }

  /// All that the kernel has, now and then: it takes more each time.
  @Test func aPeerThatTakesALittleNowAndThenIsWaitedFor() throws {
    let (end, lines) = try play(.unix, .init(idle: .seconds(4), write: .seconds(4))) { connection, far in
      connection.write(Self.much)
      let taken = Notes()
      for second in 1...5 {
        connection.loop.perform(after: .seconds(3 * second)) {
          taken.count += far.receive(Self.much.count - connection.unsentCount - taken.count).count
        }
      }
    }
    #expect((19_000...20_200).contains(end) && lines == ["\(NetError.timedOut)"])
  }

  @Test func aPeerThatTookTooLongGetsAnErrorAndNotTheRest() throws {
    nonisolated(unsafe) var peer: PlainSocket?
    let (_, lines) = try play(.tcp, .init(write: .seconds(4))) { connection, far in
      peer = far
      connection.write(Self.much)
    }
    #expect(lines == ["\(NetError.timedOut)"])
    let received = try #require(peer).receive()
    #expect(received.count < Self.much.count && peer?.hasSeenTheEnd == false)
  }

  @Test(arguments: [true, false]) func aListenersConnectionsAndThoseToItHaveTheirLimits(_ isListeners: Bool)
    throws
  {
    let limits = Connection.TimeOuts(idle: .seconds(4))
    let (end, lines) = try onFreshThread(SimulatedClock()) {
      let (loop, notes, path) = (RunLoop.current, Notes(), freshPath())
      // Held by the loop; it ends first where it has a limit.
      func start(_ connection: Connection) { try? connection.start(notingIn: notes) }
      let listener = try Listener(
        at: .unix(path), timeOuts: isListeners ? limits : .init(), accepted: start)
      let begin = loop.now
      Connection.connect(to: listener.address, timeOuts: isListeners ? .init() : limits) {
        if case .success(let connection) = $0 { start(connection) }
      }
      loop.run(for: .seconds(60))
      let end = Int((begin.duration(to: loop.now) / .milliseconds(1)).rounded())
      let lines = notes.lines
      listener.close()
      loop.run(for: .zero)
      return (end, lines)
    }
    #expect((4000...5200).contains(end) && lines == ["\(NetError.timedOut)"])
  }

  @Test func withoutLimitsAndAfterCloseThereAreNone() throws {
    let (end, lines) = try play(.unix, .init()) { _, _ in }
    #expect(end == 60_000 && lines.isEmpty)
    let (closed, how) = try play(.unix, .init(idle: .seconds(2))) { connection, _ in
      connection.write(Self.much)
      connection.close(within: .seconds(10))
    }
    #expect(closed == 10_000 && how == ["\(NetError.timedOut)"])
  }
}
