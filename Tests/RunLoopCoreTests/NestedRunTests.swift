import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop
import class RunLoopCore.SimulatedClock

/// Runs in runs: what is whose, on the real clock and on a simulated one.
@Suite(.hangLimit) struct NestedRunTests {
  private func onLoop<Value: Sendable>(
    _ isSimulated: Bool, _ body: @escaping @Sendable (RunLoop, Log) -> Value
  ) -> Value {
    onFreshThread(isSimulated ? SimulatedClock() : nil) {
      let loop = RunLoop.current
      // Both modes have something to wait for.
      loop.add(RunLoop.Source {})
      loop.add(RunLoop.Source {}, to: "inner")
      return body(loop, Log())
    }
  }

  /// Calls `body` once, when the loop is about to sleep.
  private func beforeSleep(_ loop: RunLoop, _ body: @escaping @Sendable () -> Void) {
    loop.add(RunLoop.Observer(activities: .beforeWaiting, repeats: false) { _ in body() })
  }

  // MARK: Stops

  @Test(arguments: [true, false])
  func aStopBeforeAnInnerRunIsTheOuterRuns(isSimulated: Bool) {
    let (result, lines) = onLoop(isSimulated) { loop, log in
      self.beforeSleep(loop) {
        loop.stop()
        log("inner \(loop.run(mode: "inner", for: .milliseconds(1)))")
        log.watch(loop, .default, .afterWaiting)
      }
      return (loop.run(for: .seconds(5)), log.lines)
    }
    #expect(result == .stopped, "not asleep until the end")
    #expect(lines == ["inner timedOut", "AW"])
  }

  @Test(arguments: [true, false])
  func aStopBeforeAnInnerRunOfACalloutIsTheOuterRuns(isSimulated: Bool) {
    let (result, lines) = onLoop(isSimulated) { loop, log in
      loop.perform {
        loop.stop()
        log("inner \(loop.run(mode: "inner", for: .milliseconds(1)))")
        log("inner \(loop.run(mode: "inner", for: .milliseconds(1)))")
      }
      return (loop.run(for: .seconds(5)), log.lines)
    }
    #expect(result == .stopped)
    #expect(lines == ["inner timedOut", "inner timedOut"])
  }

  @Test(arguments: [true, false])
  func aStopThatTheInnerRunDidNotTakeIsLostWithIt(isSimulated: Bool) {
    let (results, lines) = onLoop(isSimulated) { loop, log in
      // Exit observers come after the last look for it.
      loop.add(RunLoop.Observer(activities: .exit) { _ in loop.stop() }, to: "inner")
      loop.perform { log("inner \(loop.run(mode: "inner", for: .zero))") }
      let first = loop.run(for: .milliseconds(1))
      loop.add(RunLoop.Observer(activities: .exit, repeats: false) { _ in loop.stop() })
      return ([first, loop.run(for: .milliseconds(1)), loop.run(for: .milliseconds(1))], log.lines)
    }
    #expect(results == [.timedOut, .timedOut, .timedOut])
    #expect(lines == ["inner timedOut"])
  }

  @Test func runGoesOnAfterItsTimeAndEndsWithAStop() {
    let log = Log()
    let turns = onLoop(true) { loop, _ in
      log.watch(loop, .default, [.entry, .exit])
      let ticks = Counter()
      loop.add(
        RunLoop.Timer(after: .seconds(400_000_000), repeating: .seconds(400_000_000)) { _ in
          if ticks.add() == 2 { loop.stop() }
          // If it continued, it would end by the second stop or not at all.
          if ticks.value == 3 { loop.stop() }
        })
      loop.run()
      return ticks.value
    }
    #expect(turns == 2)
    #expect(log.lines == ["En", "Ex"])
  }

  // MARK: Wake-ups

  /// An entry observer wakes the loop and stops the run: the wake-up is stale.
  @Test(arguments: [true, false])
  func aWakeUpThatARunDidNotServeIsLostWithIt(isSimulated: Bool) {
    let lines = onLoop(isSimulated) { loop, log in
      loop.add(
        RunLoop.Observer(activities: .entry, repeats: false) { _ in
          loop.wakeUp()
          loop.stop()
        })
      log("\(loop.run(for: .seconds(5)))")
      log.watch(loop)
      loop.run(for: .milliseconds(100))
      return log.lines
    }
    #expect(lines == ["stopped", "En", "BT", "BS", "BW", "AW", "Ex"])
  }

  @Test(arguments: [true, false])
  func aWakeUpAfterAnInnerRunBeforeTheSleepCounts(isSimulated: Bool) {
    let (result, lines) = onLoop(isSimulated) { loop, log in
      self.beforeSleep(loop) {
        log("inner \(loop.run(mode: "inner", for: .milliseconds(1)))")
        loop.wakeUp()
      }
      loop.add(RunLoop.Observer(activities: .afterWaiting, repeats: false) { _ in loop.stop() })
      return (loop.run(for: .seconds(5)), log.lines)
    }
    #expect(result == .stopped, "not asleep until the end")
    #expect(lines == ["inner timedOut"])
  }

  /// The same of another thread's.
  @Test(arguments: [true, false])
  func anotherThreadsWakeUpAfterAnInnerRunBeforeTheSleepCounts(isSimulated: Bool) {
    let result = onLoop(isSimulated) { loop, log in
      self.beforeSleep(loop) {
        loop.run(mode: "inner", for: .milliseconds(1))
        onFreshThread { loop.wakeUp() }
      }
      loop.add(RunLoop.Observer(activities: .afterWaiting, repeats: false) { _ in loop.stop() })
      return loop.run(for: .seconds(5))
    }
    #expect(result == .stopped, "not asleep until the end")
  }

  /// It ends before a turn that would have gone deaf.
  @Test(arguments: [true, false])
  func aWakeUpAfterAnInnerRunOfACalloutIsDropped(isSimulated: Bool) {
    let lines = onLoop(isSimulated) { loop, log in
      loop.add(RunLoop.Source {}, to: "third")
      loop.add(
        RunLoop.Observer(activities: .entry) { _ in
          loop.stop()
          // It uses up the stop's wake-up, and leaves the stop.
          loop.run(mode: "third", for: .zero)
        }, to: "inner")
      log.watch(loop)
      loop.add(
        RunLoop.Timer(after: .milliseconds(1)) { _ in
          log("inner \(loop.run(mode: "inner", for: .seconds(5)))")
          loop.wakeUp()
          loop.add(
            RunLoop.Timer(after: .milliseconds(20)) { _ in
              log("second")
              loop.stop()
            })
        })
      loop.run(for: patience)
      return log.lines
    }
    #expect(
      lines == ["En", "BT", "BS", "BW", "AW", "inner stopped", "BT", "BS", "BW", "AW", "second", "Ex"])
  }

  /// As without the inner run: what was performed does not wake.
  @Test func aPerformedBlockThatAnInnerRunLeavesOverDoesNotWakeTheOuter() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let loop = RunLoop.current
      let script = Script(clock)
      loop.add(RunLoop.Source {})
      self.beforeSleep(loop) {
        loop.perform(inModes: ["inner"]) { loop.perform { script("performed") } }
        script("inner \(loop.run(mode: "inner", for: .zero))")
      }
      script("outer \(loop.run(for: .seconds(10)))")
      return script.log.lines
    }
    #expect(lines == ["0 inner timedOut", "10 performed", "10 outer timedOut"])
  }

  @Test func aPostedBlockBehindAPerformedOneThatAnInnerRunLeavesOverRunsRightAfterIt() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let loop = RunLoop.current
      let script = Script(clock)
      loop.add(RunLoop.Source {})
      self.beforeSleep(loop) {
        loop.perform(inModes: ["inner"]) {
          loop.perform { script("performed") }
          loop.post { script("posted") }
        }
        script("inner \(loop.run(mode: "inner", for: .zero))")
      }
      script("outer \(loop.run(for: .seconds(10)))")
      return script.log.lines
    }
    #expect(lines == ["0 inner timedOut", "0 performed", "0 posted", "10 outer timedOut"])
  }

  // MARK: Times

  @Test func theEndOfAnOuterRunDoesNotWakeTheInner() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let loop = RunLoop.current
      let script = Script(clock)
      loop.add(RunLoop.Source {})
      loop.add(RunLoop.Source {}, to: "inner")
      loop.add(RunLoop.Observer(activities: .afterWaiting) { _ in script("inner woke") }, to: "inner")
      loop.perform { script("inner \(loop.run(mode: "inner", for: .seconds(5)))") }
      script("outer \(loop.run(for: .seconds(2)))")
      return script.log.lines
    }
    #expect(lines == ["5 inner woke", "5 inner timedOut", "5 outer timedOut"])
  }

  @Test func aRunOfTheLongestTimeEndsAndALongerOneDoesNot() {
    let longest = Duration.seconds(504_911_232)
    func result(_ duration: Duration) -> RunLoop.RunResult {
      let clock = SimulatedClock()
      return onFreshThread(clock) {
        let loop = RunLoop.current
        loop.add(RunLoop.Source {})
        clock.onStarvation { loop.stop() }
        return loop.run(for: duration)
      }
    }
    #expect(result(longest - .nanoseconds(1)) == .timedOut)
    #expect(result(longest) == .timedOut)
    #expect(result(longest + .nanoseconds(1)) == .stopped)
  }

  @Test(arguments: [true, false])
  func aRunWhoseEndHasPassedIsOneTurnWithoutASleep(isSimulated: Bool) {
    let lines = onLoop(isSimulated) { loop, log in
      log.watch(loop)
      loop.add(RunLoop.Timer(after: .zero) { _ in log("timer") })
      log("\(loop.run(until: loop.now.advanced(by: .seconds(-1))))")
      log("\(loop.run(for: .seconds(-3600)))")
      log("\(loop.run(until: .distantPast))")
      return log.lines
    }
    let run = ["En", "BT", "BS", "Ex", "timedOut"]
    #expect(lines == ["En", "BT", "BS", "timer", "Ex", "timedOut"] + run + run)
  }

  /// Both are past when the loop looks: a timer that was due after the end belongs to the next run.
  @Test(arguments: [true, false])
  func aTimerThatIsDueAfterTheEndIsTheNextRuns(isSimulated: Bool) {
    let lines = onLoop(isSimulated) { loop, log in
      let date = Box<RunLoop.Instant>()
      loop.add(
        RunLoop.Observer(activities: .beforeTimers, repeats: false) { _ in
          // The run's end was fixed before.
          date.value = loop.now.advanced(by: .milliseconds(2))
          loop.add(RunLoop.Timer(at: date.value!) { _ in log("timer") })
        })
      self.beforeSleep(loop) {
        if isSimulated { return }
        while loop.now <= date.value! {}
      }
      log("\(loop.run(for: .milliseconds(1)))")
      if !isSimulated { log("\(loop.run(for: .zero))") }
      return log.lines
    }
    #expect(lines == (isSimulated ? ["timedOut"] : ["timedOut", "timer", "timedOut"]))
  }
}
