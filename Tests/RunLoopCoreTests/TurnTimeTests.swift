import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

/// A turn reads the clock as seldom as it can, and sorts timers no more than once: what that must not change.
@Suite(.hangLimit) struct TurnTimeTests {
  /// The time at which timers were found due is used for firing them, but not after a callout.
  @Test func timersThatBecomeDueInAnAfterWaitingObserverFireInThatTurn() {
    let lines = onFreshThread {
      let log = Log()
      let loop = RunLoop.current
      let second = RunLoop.Timer(at: .distantFuture) { _ in
        log("second")
        loop.stop()
      }
      loop.add(second)
      loop.add(RunLoop.Timer(after: .milliseconds(5)) { _ in log("first") })
      loop.add(RunLoop.Observer(activities: .beforeTimers) { _ in log("turn") })
      loop.add(
        RunLoop.Observer(activities: .afterWaiting, repeats: false) { _ in
          let due = RunLoop.Instant.now.advanced(by: .milliseconds(1))
          second.fireDate = due
          while RunLoop.Instant.now < due {}
        })
      loop.run(for: patience)
      return log.lines
    }
    #expect(lines == ["turn", "first", "second"])
  }

  /// The time of one batch is not that of the next.
  @Test func timersThatBecomeDueInATimersCalloutFireInTheNextTurn() {
    let lines = onFreshThread {
      let log = Log()
      let loop = RunLoop.current
      let second = RunLoop.Timer(at: .distantFuture) { _ in log("second") }
      loop.add(second)
      loop.add(
        RunLoop.Timer(after: .zero) { _ in
          log("first")
          let due = RunLoop.Instant.now.advanced(by: .milliseconds(1))
          second.fireDate = due
          while RunLoop.Instant.now < due {}
        })
      loop.add(RunLoop.Observer(activities: .beforeTimers) { _ in log("turn") })
      for _ in 0..<2 { loop.run(for: .zero) }
      return log.lines
    }
    #expect(lines == ["turn", "first", "turn", "second"])
  }

  /// A date later than the turn's time counts as one ahead, as for a timer that is not being called: it has nothing to remember.
  @Test func aTimerThatIsDueAgainAtOnceNeedsNoMemoryForIt() {
    let (calls, hasExtras) = onFreshThread {
      let loop = RunLoop.current
      let log = Log()
      let timer = RunLoop.Timer(after: .zero, isReusable: true) { timer in
        log("called")
        timer.fireDate = loop.now
      }
      loop.add(timer)
      for _ in 0..<3 { loop.run(for: .zero) }
      return (log.lines.count, timer.flags.contains(.hasExtras))
    }
    #expect(calls == 3 && !hasExtras)
  }

  /// But the intervals of a repeating one count from when it was moved, if the date had passed.
  @Test func intervalsDoNotCountFromADateThatPassedInTheCallout() {
    let countsFromNow = onFreshThread {
      let loop = RunLoop.current
      let moved = Box<RunLoop.Instant>()
      let timer = RunLoop.Timer(after: .zero, repeating: .seconds(1000)) { timer in
        if moved.value != nil { return }
        let past = RunLoop.Instant.now
        while past.duration(to: .now) < .milliseconds(5) {}
        moved.value = .now
        timer.fireDate = past
      }
      loop.add(timer)
      for _ in 0..<2 { loop.run(for: .zero) }
      guard let date = timer.fireDate, let moved = moved.value else { return false }
      return moved.duration(to: date) >= .seconds(1000)
    }
    #expect(countsFromNow)
  }

  /// Below early entries of timers that were moved, each sleep would search for the first date.
  @Test func sleepsSortTheTimersThatWereMoved() {
    let (before, after) = onFreshThread {
      let loop = RunLoop.current
      let timers = (0..<300).map { RunLoop.Timer(after: .seconds(1000 + $0)) { _ in } }
      for timer in timers { loop.add(timer) }
      for timer in timers.reversed() { timer.fireDate = .now.advanced(by: .seconds(9000)) }
      let before = loop.defaultMode.hasStaleFirst
      for _ in 0..<8 {
        let other = FreshThread {
          waitUntilAsleep(loop)
          loop.stop()
        }
        loop.run(mode: .default)
        other.join()
      }
      return (before, loop.defaultMode.hasStaleFirst)
    }
    #expect(before && !after)
  }

  /// The end of a batch arms the port of its mode for timers that it has fired; before that an inner run does.
  @Test func anInnerRunFiresATimerThatTheBatchHasFiredAndThatIsDueAgain() {
    let lines = onFreshThread {
      let log = Log()
      let loop = RunLoop.current
      let first = RunLoop.Timer(after: .zero, isReusable: true) { timer in
        log("first")
        timer.fireDate = loop.now
      }
      loop.add(first)
      loop.add(
        RunLoop.Timer(after: .zero) { _ in
          log("second")
          loop.run(for: .zero)
          log("end")
          first.invalidate()
        })
      loop.run(for: .zero)
      return log.lines
    }
    #expect(lines == ["first", "second", "first", "end"])
  }

  /// A timer in several modes is sorted for all of them: the batch's end arms only its own.
  @Test func aTimerOfSeveralModesThatIsDueAgainFiresInTheOtherMode() {
    let calls = onFreshThread {
      let loop = RunLoop.current
      let log = Log()
      let timer = RunLoop.Timer(after: .zero, isReusable: true) { timer in
        log("called")
        timer.fireDate = loop.now
      }
      loop.add(timer)
      loop.add(timer, to: "other")
      loop.run(for: .zero)
      loop.run(mode: "other", for: .zero)
      return log.lines.count
    }
    #expect(calls == 2)
  }

  /// It fires with those that are due now, in the order of making, and has the date that it was given.
  @Test func aNegativeDelayIsAPastDate() {
    let clock = SimulatedClock()
    let now = clock.now
    let delays = [Duration.zero, .seconds(-3), .seconds(-1_000_000_000_000), .zero]
    let (lines, dates) = onFreshThread(clock) {
      let loop = RunLoop.current
      let log = Log()
      let timers = delays.enumerated().map { index, delay in
        RunLoop.Timer(after: delay) { _ in log("\(index)") }
      }
      for timer in timers { loop.add(timer) }
      let dates = timers.map(\.fireDate)
      loop.run(for: .zero)
      return (log.lines, dates)
    }
    #expect(lines == ["0", "1", "2", "3"])
    #expect(dates == delays.map { now.advanced(by: $0) })
  }
}
