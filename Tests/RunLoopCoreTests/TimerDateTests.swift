import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// When timers fire, in simulated time.
@Suite(.hangLimit) struct TimerDateTests {
  /// Runs a loop in simulated time; what it logs has seconds since the start.
  private func simulate(
    for duration: Duration? = .seconds(1000), _ body: @escaping @Sendable (RunLoop, Script) -> Void
  ) -> [String] {
    let clock = SimulatedClock()
    return onFreshThread(clock) {
      let script = Script(clock)
      body(.current, script)
      RunLoop.current.run(for: duration)
      return script.log.lines
    }
  }

  @Test func repeatingTimerFiresOnItsGrid() {
    #expect(
      simulate(for: .seconds(11)) { loop, script in
        loop.add(script.timer("t", at: 1, every: 3))
      } == ["1 t", "4 t", "7 t", "10 t"])
  }

  @Test func missedDatesAreSkippedAndTheGridStays() {
    #expect(
      simulate(for: .seconds(20)) { loop, script in
        loop.add(
          script.timer("t", at: 1, every: 3) { _ in
            if script.seconds == 4 { script.clock.advance(by: .seconds(7)) }
          })
      } == ["1 t", "4 t", "13 t", "16 t", "19 t"])
  }

  @Test func timerThatFiredLateInAnotherModesRunKeepsItsGrid() {
    #expect(
      simulate(for: .milliseconds(9500)) { loop, script in
        loop.add(script.timer("t", at: 2, every: 2))
        loop.add(RunLoop.Source {}, to: "other")
        loop.run(mode: "other", for: .seconds(5))
      } == ["5 t", "6 t", "8 t", "10 t", "12 t", "14 t"])
  }

  @Test func timersOfTheSameDateFireInTheOrderInWhichTheirDatesWereSet() {
    #expect(
      simulate { loop, script in
        let timers = ["a", "b", "c", "d"].map { script.timer($0, at: 5) }
        for timer in timers.reversed() { loop.add(timer) }
        timers[1].fireDate = script.instant(5)
      } == ["5 a", "5 c", "5 d", "5 b"])
  }

  @Test func orderOfATimerHasNoEffect() {
    #expect(
      simulate { loop, script in
        loop.add(RunLoop.Timer(at: script.instant(1), order: 9) { _ in script("late order") })
        loop.add(RunLoop.Timer(at: script.instant(1), order: -9) { _ in script("early order") })
      } == ["1 late order", "1 early order"])
  }

  @Test func dateSetOutsideTheCalloutMovesTheTimer() {
    #expect(
      simulate { loop, script in
        let moved = script.timer("moved", at: 2, every: 10)
        loop.add(moved)
        loop.add(script.timer("mover", at: 1) { _ in moved.fireDate = script.instant(4) })
        loop.add(script.timer("end", at: 15) { _ in loop.stop() })
      } == ["1 mover", "4 moved", "14 moved", "15 end"])
  }

  @Test func dateSetInTheCalloutStartsANewGrid() {
    #expect(
      simulate(for: .seconds(16)) { loop, script in
        loop.add(
          script.timer("t", at: 1, every: 5) { timer in
            if script.seconds == 6 { timer.fireDate = script.instant(9) }
          })
      } == ["1 t", "6 t", "9 t", "14 t"])
  }

  @Test func dateSetToThePastInTheCalloutFiresAgainInTheNextTurn() {
    let calls = Counter()
    #expect(
      simulate(for: .seconds(8)) { loop, script in
        loop.add(
          script.timer("t", at: 1, every: 5) { timer in
            if calls.add() == 1 { timer.fireDate = .distantPast }
          })
      } == ["1 t", "1 t", "6 t"])
  }

  @Test func dateSetInTheCalloutOfAOneShotIsForgotten() {
    #expect(
      simulate { loop, script in
        loop.add(script.timer("t", at: 1) { $0.fireDate = script.instant(2) })
      } == ["1 t"])
  }

  @Test func pastDatesFireAtOnceInOrderOfMakingAndReadBackAsGiven() {
    #expect(
      simulate { loop, script in
        let first = RunLoop.Timer(at: script.instant(-5)) { timer in
          script("-5, reads \(timer.fireDate == script.instant(-5))")
        }
        let second = RunLoop.Timer(at: .distantPast) { timer in
          script("distantPast, reads \(timer.fireDate == .distantPast)")
        }
        script("before: \(first.fireDate == script.instant(-5))")
        loop.add(second)
        loop.add(first)
      } == ["0 before: true", "0 -5, reads true", "0 distantPast, reads true"])
  }

  @Test func timerInTheDistantFutureNeverFiresAndKeepsTheModeAlive() {
    #expect(
      simulate(for: .seconds(500_000_000)) { loop, script in
        let timer = RunLoop.Timer(at: .distantFuture) { _ in script("fired") }
        loop.add(timer)
        script("\(timer.fireDate == .distantFuture) \(loop.nextFireDate() == .distantFuture)")
        let result = loop.run(for: .seconds(400_000_000))
        script("\(result)")
      } == ["0 true true", "400000000 timedOut"])
  }

  @Test(arguments: [nil, .zero, .seconds(-1), .nanoseconds(Int64.min)] as [Duration?])
  func timerWithoutAnIntervalFiresOnce(interval: Duration?) {
    #expect(
      simulate { loop, script in
        let timer = RunLoop.Timer(at: script.instant(1), repeating: interval) { _ in script("fired") }
        script("\(timer.repeatInterval == nil)")
        loop.add(timer)
      } == ["0 true", "1 fired"])
  }

  @Test func hugeIntervalAndDelayAreNever() {
    #expect(
      simulate { loop, script in
        let timer = RunLoop.Timer(at: script.instant(1), repeating: .seconds(Int64.max)) { timer in
          script("fired")
        }
        loop.add(timer)
        loop.add(RunLoop.Timer(after: .seconds(Int64.max)) { _ in script("never") })
        loop.run(for: .seconds(10))
        script("next: \(timer.fireDate == .distantFuture)")
      } == ["1 fired", "10 next: true"])
  }

  @Test func shortestIntervalIsOneNanosecond() {
    let (calls, interval) = onFreshThread(SimulatedClock()) {
      let calls = Counter()
      let timer = RunLoop.Timer(
        after: .zero, repeating: Duration(secondsComponent: 0, attosecondsComponent: 1)
      ) {
        _ in calls.add()
      }
      RunLoop.current.add(timer)
      RunLoop.current.run(for: .nanoseconds(10))
      return (calls.value, timer.repeatInterval)
    }
    #expect(interval == .nanoseconds(1))
    #expect(calls == 10, "the deadline is the eleventh")
  }

  @Test func negativeDelayIsAtOnce() {
    #expect(
      simulate { loop, script in
        loop.add(RunLoop.Timer(after: .seconds(-3)) { _ in script("timer") })
        loop.perform(after: .seconds(Int64.min)) { script("perform") }
      } == ["0 timer", "0 perform"])
  }

  @Test func performAfterCallsOnceAndCanBeTakenBack() {
    #expect(
      simulate { loop, script in
        loop.perform(after: .seconds(2)) { script("kept") }
        loop.perform(after: .seconds(1)) { script("taken back") }.invalidate()
        loop.perform(after: .seconds(3), inModes: [.common, "other"]) { script("in two modes") }
      } == ["2 kept", "3 in two modes"])
  }

  @Test func timerInTwoModesFiresOncePerDateInTheModeThatRuns() {
    #expect(
      simulate(for: .milliseconds(5500)) { loop, script in
        let timer = script.timer("t", at: 1, every: 2)
        loop.add(timer)
        loop.add(timer, to: "other")
        loop.run(mode: "other", for: .seconds(4))
        script("other is over")
      } == ["1 t", "3 t", "4 other is over", "5 t", "7 t", "9 t"])
  }

  @Test func oneShotInTwoModesLeavesBoth() {
    #expect(
      simulate { loop, script in
        let timer = script.timer("t", at: 1)
        loop.add(timer)
        loop.add(timer, to: "other")
        script("\(loop.run(mode: "other"))")
        script("\(loop.contains(timer)) \(loop.run())")
      } == ["1 t", "1 finished", "1 false ()"])
  }

  @Test func timersThatBecomeDueWhileABatchFiresWaitForTheNextTurn() {
    #expect(
      simulate { loop, script in
        script.log.watch(loop, .default, .beforeTimers)
        loop.add(
          script.timer("first", at: 1) { _ in
            loop.add(RunLoop.Timer(at: .distantPast) { _ in script("added") })
            script.clock.advance(by: .seconds(1))
          })
        loop.add(script.timer("same batch", at: 1))
        loop.add(script.timer("due meanwhile", at: 2))
      } == ["BT", "1 first", "2 same batch", "BT", "2 added", "2 due meanwhile"])
  }

  @Test func neighbourThatIsMovedRemovedOrInvalidatedDoesNotFire() {
    #expect(
      simulate { loop, script in
        let moved = script.timer("moved", at: 1)
        let removed = script.timer("removed", at: 1)
        let invalidated = script.timer("invalidated", at: 1)
        loop.add(
          script.timer("first", at: 1) { _ in
            moved.fireDate = script.instant(3)
            loop.remove(removed)
            invalidated.invalidate()
          })
        script("\(loop.add(moved)) \(loop.add(removed)) \(loop.add(invalidated))")
        // The dates of all were set before the first one's.
        for timer in [moved, removed, invalidated] { timer.fireDate = script.instant(1) }
      } == ["0 true true true", "1 first", "3 moved"])
  }

  @Test func aRepetitionComesBehindTimersThatHaveItsDateAlready() {
    #expect(
      simulate(for: .milliseconds(2500)) { loop, script in
        loop.add(script.timer("repeats", at: 1, every: 1))
        loop.add(script.timer("set before", at: 2))
      } == ["1 repeats", "2 set before", "2 repeats"])
  }

  @Test func aTimerOfABatchThatIsMovedToAMomentThatHasComeFiresInIt() {
    #expect(
      simulate { loop, script in
        let second = script.timer("second", at: 1)
        script.log.watch(loop, .default, .beforeTimers)
        loop.add(
          script.timer("first", at: 1) { _ in
            second.fireDate = script.instant(2)
            script.clock.advance(by: .seconds(2))
          })
        loop.add(second)
        second.fireDate = script.instant(1)
      } == ["BT", "1 first", "3 second"])
  }
}
