import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// A simulated clock that had come to the end of time could not move on, and a run waited for a deadline beyond it.
@Suite(.hangLimit) struct EndOfTimeHangsTests {
  private static func clock(before end: Int64) -> SimulatedClock {
    SimulatedClock(start: RunLoop.Instant(nanoseconds: .max - end))
  }

  @Test("A run for a time ends at once when the clock is at the end of time")
  func begins() {
    let clock = SimulatedClock(start: .distantFuture)
    let lines = onFreshThread(clock) {
      let loop = RunLoop.current
      let log = Log()
      loop.add(RunLoop.Timer(after: .seconds(1), repeating: .seconds(1)) { _ in log("timer") })
      loop.post { log("posted") }
      for time in [Duration.zero, .nanoseconds(1), .seconds(3600), RunLoop.longestRun] {
        log("\(loop.run(for: time))")
      }
      log("\(loop.run(until: { false }, timeout: .seconds(1)))")
      return log.lines
    }
    #expect(lines == ["posted"] + Array(repeating: "timedOut", count: 4) + ["false"])
    #expect(clock.now == .distantFuture)
  }

  @Test("A run that reaches the end of time ends there, after the timers that are due before")
  func reaches() {
    let clock = Self.clock(before: 10_000_000_000)
    let lines = onFreshThread(clock) {
      let loop = RunLoop.current
      let log = Log()
      loop.add(
        RunLoop.Timer(after: .seconds(3), repeating: .seconds(3), tolerance: .milliseconds(500)) { _ in
          log("timer")
        })
      loop.add(RunLoop.Timer(after: .seconds(8), tolerance: .seconds(100)) { _ in log("tolerant") })
      loop.add(RunLoop.Timer(after: .seconds(10)) { _ in log("never") })
      log("\(loop.run(for: .seconds(3600)))")
      log("\(loop.nextFireDate() == .distantFuture)")
      return log.lines
    }
    #expect(lines == ["timer", "timer", "tolerant", "timer", "timedOut", "true"])
    #expect(clock.now == .distantFuture)
  }

  @Test("A timer whose tolerance goes beyond the end of time fires at the end")
  func tolerance() {
    let clock = Self.clock(before: 1000)
    let result = onFreshThread(clock) {
      RunLoop.current.add(RunLoop.Timer(after: .nanoseconds(900), tolerance: .seconds(1)) { _ in })
      return RunLoop.current.run(mode: .default)
    }
    #expect(result == .finished && clock.now == .distantFuture)
  }

  @Test("An inner run at the end of time ends, and so does the outer one")
  func nested() {
    let lines = onFreshThread(Self.clock(before: 5)) {
      let loop = RunLoop.current
      let log = Log()
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in log("never") })
      loop.post { log("inner \(loop.run(for: .seconds(1)))") }
      log("outer \(loop.run(for: .seconds(2)))")
      return log.lines
    }
    #expect(lines == ["inner timedOut", "outer timedOut"])
  }

  @Test("A run without an end that has nothing but timers beyond the end of time is reported as starving")
  func starves() {
    let clock = Self.clock(before: 1000)
    let result = onFreshThread(clock) {
      let loop = RunLoop.current
      loop.add(RunLoop.Timer(after: .nanoseconds(600), repeating: .nanoseconds(600)) { _ in })
      clock.onStarvation { loop.stop() }
      return loop.run(mode: .default)
    }
    #expect(result == .stopped)
    #expect(clock.now == RunLoop.Instant(nanoseconds: .max - 400))
  }

  @Test("An appointment for distantFuture never comes, also not at the end of time")
  func appointments() {
    let clock = Self.clock(before: 5)
    let log = Log()
    clock.schedule(at: .distantFuture) { log("never") }
    clock.schedule(at: RunLoop.Instant(nanoseconds: .max - 1)) { log("last") }
    clock.advance(by: .seconds(1))
    clock.schedule(at: clock.now) { log("never") }
    clock.schedule(at: clock.now.advanced(by: .seconds(-1))) { log("past") }
    clock.advance(by: .seconds(1))
    #expect(log.lines == ["last", "past"])
    #expect(clock.now == .distantFuture)
  }

  @Test("A timer port rings before the end of time, and never for distantFuture")
  func ports() throws {
    let clock = Self.clock(before: 100)
    let lines = try onFreshThread(clock) {
      let log = Log()
      let port = try RunLoop.TimerPort()
      try RunLoop.current.add(RunLoop.PortSource(port) { log("port") })
      port.set(at: clock.now.advanced(by: .nanoseconds(50)))
      log("\(RunLoop.current.run(for: .seconds(1)))")
      port.set(at: .distantFuture)
      log("\(RunLoop.current.run(for: .seconds(1)))")
      return log.lines
    }
    #expect(lines == ["port", "timedOut", "timedOut"])
  }
}
