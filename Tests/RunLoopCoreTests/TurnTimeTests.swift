import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

/// A turn reads the clock as seldom as it can, and sorts timers no more than once: what that must not change.
@Suite(.hangLimit) struct TurnTimeTests {
  /// The time at which timers were found due is used for firing them, but not after a callout. Also where the loop sleeps on its word.
  @Test func timersThatBecomeDueInAnAfterWaitingObserverFireInThatTurn() {
    let lines = onFreshThread {
      let log = Log()
      let loop = RunLoop.current
      loop.add(RunLoop.Observer(activities: .beforeTimers) { _ in log("turn") })
      for scarcity in [RunLoop.Scarcity.noPorts, .none] {
        loop.scarcity = scarcity
        let second = RunLoop.Timer(at: .distantFuture) { _ in
          log("second")
          loop.stop()
        }
        loop.add(second)
        loop.add(RunLoop.Timer(after: .milliseconds(5)) { _ in log("first") })
        loop.add(
          RunLoop.Observer(activities: .afterWaiting, repeats: false) { _ in
            let due = RunLoop.Instant.now.advanced(by: .milliseconds(1))
            second.fireDate = due
            while RunLoop.Instant.now < due {}
          })
        loop.run(for: patience)
      }
      return log.lines
    }
    #expect(lines == ["turn", "first", "second", "turn", "first", "second"])
  }

  /// A batch is fixed before its first call.
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

  /// A date that has passed since the turn read the clock counts as that date, not as now.
  @Test func aDateThatHasPassedInTheTurnKeepsItsPlace() {
    let lines = onFreshThread {
      let log = Log()
      let loop = RunLoop.current
      let timers = ["earlier", "later"].map { name in
        RunLoop.Timer(at: .distantFuture) { _ in log(name) }
      }
      for timer in timers { loop.add(timer) }
      loop.add(
        RunLoop.Timer(after: .zero) { _ in
          let due = RunLoop.Instant.now.advanced(by: .milliseconds(1))
          timers[1].fireDate = due
          while RunLoop.Instant.now <= due {}
          timers[0].fireDate = due.advanced(by: .nanoseconds(-1))
        })
      for _ in 0..<2 { loop.run(for: .zero) }
      return log.lines
    }
    #expect(lines == ["earlier", "later"])
  }

  /// A date later than the turn's time counts as one ahead, as for a timer that is not being called: it has nothing to remember.
  @Test func aTimerThatIsDueAgainAtOnceNeedsNoMemoryForIt() {
    let (calls, hasExtras) = onFreshThread {
      let loop = RunLoop.current
      let log = Log()
      let timer = RunLoop.Timer(after: .zero, isReusable: true) { timer in
        log("called")
        timer.fireDate = loop.now.advanced(by: .nanoseconds(1))
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

  /// Also if another timer's callout moves it.
  @Test func intervalsDoNotCountFromADateThatPassedInAnothersCallout() {
    let countsFromNow = onFreshThread {
      let loop = RunLoop.current
      let moved = Box<RunLoop.Instant>()
      let timer = RunLoop.Timer(at: .distantFuture, repeating: .seconds(1000)) { _ in }
      loop.add(timer)
      loop.add(
        RunLoop.Timer(after: .zero) { _ in
          let past = RunLoop.Instant.now
          while past.duration(to: .now) < .milliseconds(5) {}
          moved.value = .now
          timer.fireDate = past
        })
      for _ in 0..<2 { loop.run(for: .zero) }
      guard let date = timer.fireDate, let moved = moved.value, date < .distantFuture else { return false }
      return moved.duration(to: date) >= .seconds(1000)
    }
    #expect(countsFromNow)
  }

  /// Outside of runs the recent time is that of the kernel's last tick.
  @Test func intervalsDoNotCountFromADateThatPassedBeforeTheTimerWasMade() {
    let areFromNow = onFreshThread {
      (0..<200).allSatisfy { _ in
        let date = RunLoop.Instant.now
        while RunLoop.Instant.now <= date {}
        let timer = RunLoop.Timer(at: date, repeating: .seconds(1000)) { _ in }
        return timer.hasPastDate
      }
    }
    #expect(areFromNow)
  }

  /// Below early entries of timers that were moved, each sleep would search for the first date. Also a sleep that ends before that date,
  /// and a host's wait.
  @Test(arguments: ["sleep", "sleep with an end", "host"])
  func sleepsSortTheTimersThatWereMoved(_ kind: String) throws {
    let (before, after) = try onFreshThread {
      let loop = RunLoop.current
      let timers = (0..<300).map { RunLoop.Timer(after: .seconds(1000 + $0)) { _ in } }
      for timer in timers { loop.add(timer) }
      if kind == "host" { _ = try loop.fileDescriptor() }
      for timer in timers.reversed() { timer.fireDate = .now.advanced(by: .seconds(9000)) }
      let before = loop.defaultMode.hasStaleFirst
      for _ in 0..<8 {
        switch kind {
        case "host": _ = loop.prepare()
        case "sleep":
          let other = FreshThread {
            waitUntilAsleep(loop)
            loop.stop()
          }
          loop.run(mode: .default)
          other.join()
        default: loop.run(for: .milliseconds(2))
        }
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

  /// A timer that joins a mode in its callout is sorted for that one too: the batch's end arms only its own.
  @Test func aTimerOfSeveralModesThatIsDueAgainFiresInTheOtherMode() {
    let calls = onFreshThread {
      let loop = RunLoop.current
      let log = Log()
      let timer = RunLoop.Timer(after: .zero, isReusable: true) { timer in
        log("called")
        loop.add(timer, to: "other")
        timer.fireDate = loop.now
      }
      loop.add(timer)
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

  // MARK: Simulated time, in which dates are compared exactly, as CFRunLoop does

  /// Calls a closure in a timer's callout at 1, which works until 6, and returns the later lines.
  private static func work(
    _ prepare: @escaping @Sendable (Script, RunLoop) -> @Sendable () -> Void,
    then finish: @escaping @Sendable (Script, RunLoop) -> Void
  ) -> [String] {
    let clock = SimulatedClock()
    return onFreshThread(clock) {
      let script = Script(clock)
      let loop = RunLoop.current
      let body = prepare(script, loop)
      loop.add(
        script.timer("works", at: 1) { _ in
          clock.advance(by: .seconds(5))
          body()
        })
      loop.run(for: .seconds(7))
      finish(script, loop)
      return Array(script.log.lines.dropFirst())
    }
  }

  @Test func aPastTimerThatIsMovedToADateThatHasPassedFiresByNow() {
    let lines = Self.work { script, loop in
      let (past, other) = (script.timer("past", at: -1), script.timer("other", at: 4))
      loop.add(past, to: "A")
      loop.add(other, to: "A")
      return { past.fireDate = script.instant(3) }
    } then: { _, loop in
      loop.run(mode: "A", for: .seconds(3))
    }
    #expect(lines == ["6 other", "6 past"])
  }

  @Test func aTimerThatIsMovedToADateThatHasPassedFiresByNow() {
    let lines = Self.work { script, loop in
      let (later, other) = (script.timer("later", at: 9), script.timer("other", at: 4))
      loop.add(later)
      loop.add(other)
      return { later.fireDate = script.instant(3) }
    } then: { _, _ in
    }
    #expect(lines == ["6 other", "6 later"])
  }

  @Test func aFiringTimerThatIsMovedToADateThatHasPassedIsNotTheNext() {
    let clock = SimulatedClock()
    let seconds = onFreshThread(clock) {
      let script = Script(clock)
      let loop = RunLoop.current
      let next = Box<RunLoop.Instant>()
      loop.add(
        script.timer("moved", at: 1) { timer in
          clock.advance(by: .seconds(5))
          timer.fireDate = script.instant(3)
          next.value = loop.nextFireDate()
        })
      loop.add(script.timer("other", at: 4))
      loop.run(for: .seconds(9))
      return next.value.map { script.instant(0).duration(to: $0) }
    }
    #expect(seconds == .seconds(4))
  }

  @Test func aRepeatingTimerThatIsMovedToADateThatHasPassedCountsFromNow() {
    let lines = Self.work { script, loop in
      let timer = script.timer("repeats", at: 90, every: 2)
      loop.add(timer)
      return { timer.fireDate = script.instant(3) }
    } then: { _, loop in
      loop.run(for: .seconds(4))
    }
    #expect(lines == ["6 repeats", "8 repeats", "10 repeats"])
  }
}
