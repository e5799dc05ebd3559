import TestHarness
import TestSupport
import Testing

@testable import class RunLoopCore.RunLoop
@testable import class RunLoopCore.SimulatedClock

/// Dates in the past, and a simulated clock without descriptors.
@Suite(.hangLimit) struct PastDateTests {
  /// Far beyond any uptime.
  @Test func aTimerMadeWithAPastSimulatedDateCountsItsIntervalsFromNow() {
    let clock = SimulatedClock(start: RunLoop.Instant(nanoseconds: 1 << 62))
    let next = onFreshThread(clock) { () -> Duration? in
      let loop = RunLoop.current
      let past = clock.now.advanced(by: .seconds(-3))
      let timer = RunLoop.Timer(at: past, repeating: .seconds(10)) { _ in }
      #expect(timer.fireDate == past, "as it was given")
      loop.add(timer)
      loop.run(for: .zero)
      return timer.fireDate.map { clock.now.duration(to: $0) }
    }
    #expect(next == .seconds(10))
  }

  /// Also when a date was set a moment before, and no run was in between.
  @Test func aTimerMovedToAPastDateCountsItsIntervalsFromNow() throws {
    let (moved, next) = onFreshThread { () -> (RunLoop.Instant, RunLoop.Instant?) in
      let loop = RunLoop.current
      let timer = RunLoop.Timer(at: .distantFuture, repeating: .seconds(1000)) { _ in }
      loop.add(timer)
      timer.fireDate = .now.advanced(by: .seconds(100))
      let past = RunLoop.Instant.now
      // The kernel's coarse clock has moved on then.
      while past.duration(to: .now) < .milliseconds(30) {}
      let moved = RunLoop.Instant.now
      timer.fireDate = past
      loop.run(for: .zero)
      return (moved, timer.fireDate)
    }
    #expect(moved.duration(to: try #require(next)) >= .seconds(1000))
  }

  /// It had no past date before, and its entry in the loop's queue is one of a later date.
  @Test func aTimerThatComesBackWithAPastDateFiresAtOnce() {
    let log = Log()
    onFreshThread {
      let loop = RunLoop.current
      // As in a release build: the entry of a timer that has left stays, here below that of another one.
      loop.lock.withLock { loop.modeTable.keepsStaleEntries = true }
      loop.add(RunLoop.Timer(after: .seconds(3000)) { _ in })
      let timer = RunLoop.Timer(after: .seconds(3600)) { _ in log("fires") }
      loop.add(timer)
      loop.remove(timer)
      timer.fireDate = .distantPast
      loop.add(timer)
      loop.run(for: .zero)
    }
    #expect(log.lines == ["fires"])
  }

  @Test func withoutDescriptorsAWaitLeavesNothingOnTheClocksAgenda() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) { () -> [String] in
      let script = Script(clock)
      let loop = RunLoop.current
      // The default mode has its descriptors already.
      loop.scarcity = .noPorts
      let timer = script.timer("timer", at: 10)
      loop.add(timer, to: "other")
      script("\(loop.run(mode: "other", for: .seconds(2)))")
      timer.invalidate()
      loop.add(RunLoop.Source {}, to: "other")
      clock.onStarvation {
        script("starves")
        loop.stop()
      }
      script("\(loop.run(mode: "other"))")
      return script.log.lines
    }
    #expect(lines == ["2 timedOut", "2 starves", "2 stopped"])
  }
}
