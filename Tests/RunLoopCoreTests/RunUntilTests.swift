import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop
import class RunLoopCore.SimulatedClock

/// `run(until:timeout:)`: when the condition is looked at, what it waits for, and how long.
@Suite(.hangLimit) struct RunUntilTests {
  /// What a thread with a simulated clock logs, and how much time passed on it.
  private func simulated(_ body: @escaping @Sendable (RunLoop, Log) -> Void) -> (
    lines: [String], passed: Duration
  ) {
    let clock = SimulatedClock()
    let log = Log()
    let start = clock.now
    onFreshThread(clock) { body(RunLoop.current, log) }
    return (log.lines, start.duration(to: clock.now))
  }

  @Test func aConditionThatHoldsNeedsNoRun() {
    let result = simulated { loop, log in
      loop.perform { log("block") }
      log.watch(loop)
      log("\(loop.run(until: { true }, timeout: .seconds(5)))")
    }
    #expect(result == (["true"], .zero))
  }

  @Test func theRunEndsWithTheTurnThatMadeItHold() {
    let result = simulated { loop, log in
      for seconds in 1...9 {
        loop.add(RunLoop.Timer(after: .seconds(seconds)) { _ in log("\(seconds)") })
      }
      log.watch(loop, .default, [.entry, .exit])
      log("\(loop.run(until: { log.lines.contains("3") }, timeout: .seconds(100)))")
    }
    #expect(result == (["En", "1", "2", "3", "Ex", "true"], .seconds(3)))
  }

  @Test func theTimeoutEndsIt() {
    let result = simulated { loop, log in
      loop.add(RunLoop.Timer(after: .seconds(1), repeating: .seconds(1)) { _ in log("tick") })
      log("\(loop.run(until: { false }, timeout: .milliseconds(2500)))")
    }
    #expect(result == (["tick", "tick", "false"], .milliseconds(2500)))
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func withoutTimeItIsOneTurn(timeout: Duration) {
    let result = simulated { loop, log in
      loop.perform { log("block") }
      loop.add(RunLoop.Timer(after: .zero, repeating: .seconds(1)) { _ in log("timer") })
      log.watch(loop, .default, [.beforeTimers, .beforeWaiting])
      log("\(loop.run(until: { false }, timeout: timeout))")
      log("\(loop.run(until: { log.lines.contains("second block") }, timeout: timeout))")
      loop.perform { log("second block") }
      log("\(loop.run(until: { log.lines.contains("second block") }, timeout: timeout))")
    }
    #expect(
      result == (
        ["BT", "block", "timer", "false", "BT", "false", "BT", "second block", "true"], .zero
      ))
  }

  @Test func aStopEndsIt() {
    let result = simulated { loop, log in
      loop.add(RunLoop.Timer(after: .seconds(1)) { _ in loop.stop() })
      log("\(loop.run(until: { false }, timeout: .seconds(100)))")
    }
    #expect(result == (["false"], .seconds(1)))
  }

  /// Steps before the sleep: nothing would wake the loop after them.
  @Test func itDoesNotSleepWhenWhatComesBeforeTheSleepMadeItHold() {
    for place in [RunLoop.Activity.entry, .beforeTimers, .beforeSources, .beforeWaiting] {
      let result = simulated { loop, log in
        loop.add(RunLoop.Timer(after: .seconds(1)) { _ in log("timer") })
        log.watch(loop, .default, [.beforeWaiting, .afterWaiting])
        loop.add(RunLoop.Observer(activities: place, repeats: false, order: -1) { _ in log("now") })
        log("\(loop.run(until: { log.lines.contains("now") }, timeout: .seconds(100)))")
      }
      #expect(result == (["now", "BW", "AW", "true"], .zero), "\(place)")
    }
    let block = simulated { loop, log in
      loop.perform { log("block") }
      loop.add(RunLoop.Timer(after: .seconds(1)) { _ in log("timer") })
      log("\(loop.run(until: { log.lines.contains("block") }, timeout: .seconds(100)))")
    }
    #expect(block == (["block", "true"], .zero))
  }

  @Test func whatHeldOnceHolds() {
    let result = simulated { loop, log in
      var looks = 0
      let held = loop.run(
        until: {
          looks += 1
          return looks == 2
        }, timeout: .seconds(100))
      log("\(held), \(looks) looks")
    }
    #expect(result == (["true, 2 looks"], .zero))
  }

  @Test func itWaitsThoughNothingKeepsTheModeAlive() {
    let result = simulated { loop, log in
      log("\(loop.run(mode: "a new one", until: { false }, timeout: .seconds(7)))")
      log("\(loop.run(mode: .common, until: { false }, timeout: .seconds(7)))")
      log("\(loop.snapshot().modes.map(\.items.count))")
    }
    #expect(result == (["false", "false", "[0, 0]"], .seconds(7)))
  }

  @Test func itShowsInASnapshot() {
    let result = simulated { loop, log in
      loop.add(RunLoop.Timer(after: .seconds(1)) { _ in log(loop.snapshot().keepsAlive().first ?? "") })
      _ = loop.run(until: { log.count == 1 }, timeout: .seconds(7))
    }
    #expect(result.lines == ["timer 'run(until:)', due at distantFuture"])
  }

  /// The inner run's end is not the outer one's, and the outer condition is looked at when the callout has returned.
  @Test func itWorksInACallout() {
    let result = simulated { loop, log in
      loop.add(
        RunLoop.Timer(after: .seconds(1)) { _ in
          loop.add(RunLoop.Timer(after: .seconds(1)) { _ in log("inner") })
          log("\(loop.run(until: { log.lines.contains("inner") }, timeout: .seconds(100)))")
          loop.add(RunLoop.Timer(after: .seconds(1)) { _ in log("outer") })
        })
      log("\(loop.run(until: { log.lines.contains("outer") }, timeout: .seconds(100)))")
    }
    #expect(result == (["inner", "true", "outer", "true"], .seconds(3)))
  }

  /// Sources that are signalled again and again never let the loop sleep.
  @Test func aTurnThatDoesNotSleepEndsWithALook() {
    let result = simulated { loop, log in
      let box = Box<RunLoop.Source>()
      let source = RunLoop.Source {
        log("source")
        box.value?.signal()
      }
      box.value = source
      loop.add(source)
      source.signal()
      log("\(loop.run(until: { log.count == 3 }, timeout: .seconds(100)))")
      box.value = nil
    }
    #expect(result == (["source", "source", "source", "true"], .zero))
  }

  // MARK: Other threads, in real time

  @Test func aBlockOfAnotherThreadIsSeenAtOnce() {
    let (looks, held) = onFreshThread {
      let loop = RunLoop.current
      let counter = Counter()
      let thread = FreshThread {
        waitUntilAsleep(loop)
        loop.post { counter.add() }
      }
      var looks = 0
      let held = loop.run(
        until: {
          looks += 1
          return counter.value == 1
        }, timeout: patience)
      thread.join()
      return (looks, held)
    }
    #expect(held)
    // It slept in between.
    #expect(looks < 10, "\(looks) looks")
  }

  @Test func aWakeUpAfterTheChangeIsEnough() {
    let held = onFreshThread {
      let loop = RunLoop.current
      let counter = Counter()
      let thread = FreshThread {
        for _ in 0..<20 {
          waitUntilAsleep(loop)
          counter.add()
          loop.wakeUp()
        }
      }
      let held = loop.run(until: { counter.value == 20 }, timeout: patience)
      thread.join()
      return held
    }
    #expect(held)
  }

  /// The clock's time is not used up for a wait that has no end.
  @Test func withAllTimeOnlyStarvationEndsIt() {
    let clock = SimulatedClock()
    let start = clock.now
    let held = onFreshThread(clock) {
      let loop = RunLoop.current
      clock.onStarvation { loop.stop() }
      return loop.run(until: { false }, timeout: .seconds(Int64.max))
    }
    #expect(!held && clock.now == start)
  }
}
