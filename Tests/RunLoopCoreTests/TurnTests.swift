import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop
import class RunLoopCore.SimulatedClock

/// The rules of the turn as Docs/turn.md has them: what comes when, what ends a run, and that none starves another.
@Suite(.hangLimit) struct TurnTests {
  // MARK: What ends a run

  /// What the result is when some of the reasons to end hold after one turn.
  private func result(
    asked: Bool = false, late: Bool = false, stopped: Bool = false, empty: Bool = false
  ) -> (RunLoop.RunResult, next: RunLoop.RunResult) {
    let clock = SimulatedClock()
    return onFreshThread(clock) {
      let loop = RunLoop.current
      let box = Box<RunLoop.Source>()
      let source = RunLoop.Source {
        if late { clock.advance(by: .seconds(5)) }
        if stopped { loop.stop() }
        if empty { box.value?.invalidate() }
      }
      box.value = source
      loop.add(source)
      source.signal()
      let result = loop.run(mode: .default, for: late ? .seconds(5) : nil, returnAfterSourceHandled: asked)
      box.value = nil
      loop.add(RunLoop.Source {})
      // Nothing of it is left for another run.
      return (result, loop.run(for: .seconds(1)))
    }
  }

  @Test func theFirstReasonEndsTheRun() {
    #expect(result(asked: true) == (.handledSource, next: .timedOut))
    #expect(result(asked: true, late: true, stopped: true, empty: true) == (.handledSource, next: .timedOut))
    #expect(result(asked: true, late: true) == (.handledSource, next: .timedOut))
    #expect(result(asked: true, stopped: true) == (.handledSource, next: .timedOut))
    #expect(result(late: true, stopped: true, empty: true) == (.timedOut, next: .timedOut))
    #expect(result(late: true, stopped: true) == (.timedOut, next: .timedOut))
    #expect(result(late: true, empty: true) == (.timedOut, next: .timedOut))
    #expect(result(stopped: true, empty: true) == (.stopped, next: .timedOut))
    #expect(result(empty: true) == (.finished, next: .timedOut))
  }

  // MARK: Where blocks run

  /// Steps 3, 4b and 10, each with what comes before and after it.
  @Test(arguments: [true, false])
  func blocksRunAtTheirThreePlaces(isSimulated: Bool) throws {
    let lines = try onFreshThread(isSimulated ? SimulatedClock() : nil) {
      let log = Log()
      let loop = RunLoop.current
      let port = try RunLoop.WakePort()
      try loop.add(
        RunLoop.PortSource(port) {
          log("port")
          loop.perform { log("block of port") }
        })
      let source = RunLoop.Source {
        log("source")
        loop.perform { log("block of source") }
        loop.perform(inModes: ["other"]) { log("never") }
      }
      loop.add(source)
      loop.add(
        RunLoop.Observer(activities: .beforeSources) { _ in
          log("BS")
          loop.perform { log("block of observer") }
        })
      source.signal()
      port.ring()
      loop.run(for: .zero)
      return log.lines
    }
    #expect(
      lines == ["BS", "block of observer", "source", "block of source", "port", "block of port"])
  }

  @Test(arguments: [true, false])
  func aBlockThatATimerQueuesRunsInItsTurn(isSimulated: Bool) {
    let lines = onFreshThread(isSimulated ? SimulatedClock() : nil) {
      let log = Log()
      let loop = RunLoop.current
      loop.add(
        RunLoop.Timer(after: .zero) { _ in
          log("timer")
          loop.perform { log("block") }
        })
      log("\(loop.run(for: .zero))")
      return log.lines
    }
    #expect(lines == ["timer", "block", "timedOut"])
  }

  // MARK: That none starves another

  /// Runs a loop that has one thing to do in every turn, until the other has been served, or for far too long.
  private func serves(
    _ count: Int = 20, besides busy: @escaping @Sendable (RunLoop) -> Void,
    _ serve: @escaping @Sendable (RunLoop, @escaping @Sendable () -> Void) throws -> Void
  ) throws {
    let (served, turns) = try onFreshThread {
      let loop = RunLoop.current
      let served = Counter()
      let turns = Counter()
      busy(loop)
      loop.add(
        RunLoop.Observer(activities: .beforeTimers) { _ in if turns.add() == 100_000 { loop.stop() } })
      for _ in 0..<count {
        try serve(loop) { if served.add() == count { loop.stop() } }
      }
      loop.run(for: patience)
      return (served.value, turns.value)
    }
    #expect(served == count)
    #expect(turns < 100_000)
  }

  private static let dueTimer: @Sendable (RunLoop) -> Void = { loop in
    loop.add(RunLoop.Timer(after: .zero, repeating: .nanoseconds(1)) { _ in })
  }

  private static let ownWakes: @Sendable (RunLoop) -> Void = { loop in
    loop.add(RunLoop.Observer(activities: .beforeSources) { _ in loop.wakeUp() })
  }

  private static let ownSource: @Sendable (RunLoop) -> Void = { loop in
    let box = Box<RunLoop.Source>()
    let source = RunLoop.Source { box.value?.signal() }
    box.value = source
    loop.add(source)
    source.signal()
    loop.add(RunLoop.Observer(activities: .exit, repeats: false) { _ in box.value = nil })
  }

  private static let busyPort: @Sendable (RunLoop) -> Void = { loop in
    guard let port = try? RunLoop.WakePort() else { return }
    _ = try? loop.add(RunLoop.PortSource(port) { port.ring() })
    port.ring()
  }

  private static let port: @Sendable (RunLoop, @escaping @Sendable () -> Void) throws -> Void = {
    loop, done in
    let port = try RunLoop.WakePort()
    try loop.add(RunLoop.PortSource(port, perform: done))
    port.ring()
  }

  private static let timer: @Sendable (RunLoop, @escaping @Sendable () -> Void) throws -> Void = {
    loop, done in
    loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in done() })
  }

  @Test func timersThatAreAlwaysDueLeavePortsTheirTurns() throws {
    try serves(besides: Self.dueTimer, Self.port)
  }

  @Test func wakeUpsInEveryTurnLeavePortsAndTimersTheirTurns() throws {
    try serves(besides: Self.ownWakes, Self.port)
    try serves(besides: Self.ownWakes, Self.timer)
  }

  @Test func aSourceInEveryTurnLeavesPortsAndTimersTheirTurns() throws {
    try serves(besides: Self.ownSource, Self.port)
    try serves(besides: Self.ownSource, Self.timer)
  }

  @Test func aPortThatIsAlwaysReadyLeavesPortsAndTimersTheirTurns() throws {
    try serves(besides: Self.busyPort, Self.port)
    try serves(besides: Self.busyPort, Self.timer)
  }

  @Test func dueTimersAndABusyPortTogetherLeavePortsTheirTurns() throws {
    try serves(
      besides: { loop in
        Self.busyPort(loop)
        Self.dueTimer(loop)
      }, Self.port)
  }

  @Test func anAlwaysDueTimerAndAnAlwaysReadyPortTakeTurns() throws {
    let port = try RunLoop.WakePort()
    let (served, fired) = try onFreshThread {
      let loop = RunLoop.current
      let (served, fired) = (Counter(), Counter())
      try loop.add(
        RunLoop.PortSource(port) {
          port.ring()
          if served.add() == 1_000 { loop.stop() }
        })
      loop.add(RunLoop.Timer(after: .zero, repeating: .nanoseconds(1)) { _ in fired.add() })
      port.ring()
      loop.run(for: patience)
      return (served.value, fired.value)
    }
    #expect(served == 1_000)
    #expect((300...3_000).contains(fired), "\(fired) times")
  }

  /// Each that is due fires, and no turn goes by in between for nothing.
  @Test func timersOneAfterTheOtherCostATurnEach() {
    let turns = onFreshThread { () -> Int in
      let loop = RunLoop.current
      let turns = Counter()
      let fired = Counter()
      loop.add(RunLoop.Observer(activities: .beforeTimers) { _ in turns.add() })
      loop.add(
        RunLoop.Timer(after: .zero, repeating: .nanoseconds(1)) { _ in
          if fired.add() == 100 { loop.stop() }
        })
      loop.run(for: patience)
      return turns.value
    }
    #expect(turns == 100)
  }
}
