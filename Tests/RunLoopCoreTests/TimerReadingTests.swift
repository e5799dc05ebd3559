import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// What a timer's date reads as, and where a date that is set on the loop's own thread puts the timer.
@Suite(.hangLimit) struct TimerReadingTests {
  private func script(_ body: @escaping @Sendable (RunLoop, Script) -> Void) -> [String] {
    let clock = SimulatedClock()
    return onFreshThread(clock) {
      let script = Script(clock)
      body(.current, script)
      return script.log.lines
    }
  }

  @Test func aPastDateReadsAsGivenAlsoAsTheNextOfItsMode() {
    #expect(
      script { loop, script in
        let timer = script.timer("t", at: -5)
        loop.add(timer)
        script("\(timer.fireDate == script.instant(-5)) \(loop.nextFireDate() == script.instant(-5))")
        timer.fireDate = script.instant(-7)
        script("\(timer.fireDate == script.instant(-7)) \(loop.nextFireDate() == script.instant(-7))")
      } == ["0 true true", "0 true true"])
  }

  @Test(arguments: [false, true])
  func aDateAheadReplacesAPastOne(isInALoop: Bool) {
    #expect(
      script { loop, script in
        let timer = script.timer("t", at: -5)
        if isInALoop { loop.add(timer) }
        timer.fireDate = script.instant(5)
        script("\(timer.fireDate == script.instant(5))")
        if isInALoop { script("\(loop.nextFireDate() == script.instant(5))") }
        timer.fireDate = .distantFuture
        script("\(timer.fireDate == .distantFuture)")
      } == ["0 true", "0 true", "0 true"].dropLast(isInALoop ? 0 : 1))
  }

  @Test func aRepeatingTimerWhoseFirstDateWasPastReadsTheNextOneOnceItHasFired() {
    #expect(
      script { loop, script in
        let timer = script.timer("t", at: -1, every: 4) { timer in
          script("\(timer.fireDate == script.instant(script.seconds == 0 ? -1 : 4))")
        }
        loop.add(timer)
        loop.run(for: .zero)
        // A past date counts as the moment at which it was set: the grid begins there.
        script("\(timer.fireDate == script.instant(4)) \(loop.nextFireDate() == script.instant(4))")
        loop.run(for: .seconds(5))
      } == ["0 t", "0 true", "0 true true", "4 t", "4 true"])
  }

  /// Between the wake-up for a timer and its call, an observer's inner run leaves the timer to the outer one; not when
  /// its date was set again, though the clock has not moved and the date is the same.
  @Test(arguments: [false, true])
  func aDateThatIsSetToThePastIsANewOneThoughTheClockStandsStill(isSet: Bool) {
    #expect(
      script { loop, script in
        let timer = script.timer("t", at: 1)
        loop.add(timer)
        loop.add(RunLoop.Source {})
        loop.add(
          RunLoop.Observer(activities: .afterWaiting, repeats: false) { _ in
            if isSet { timer.fireDate = .distantPast }
            loop.run(for: .zero)
            script("inner run ends")
          })
        loop.run(for: .seconds(5))
      } == (isSet ? ["1 t", "1 inner run ends"] : ["1 inner run ends", "1 t"]))
  }

  /// The wake-up for the first date is taken; that for the new one is not.
  @Test func aTimerThatIsMovedBetweenItsWakeUpAndItsCallFiresInAnInnerRun() {
    #expect(
      script { loop, script in
        let timer = script.timer("t", at: 1)
        loop.add(timer)
        loop.add(RunLoop.Source {})
        loop.add(
          RunLoop.Observer(activities: .afterWaiting, repeats: false) { _ in
            timer.fireDate = script.instant(5)
            loop.run(for: .seconds(8))
            script("inner run ends")
          })
        loop.run(for: .seconds(3))
      } == ["5 t", "9 inner run ends"])
  }

  // MARK: On the real clock: a loop's own thread has a shorter way there

  @Test func aTimerThatIsSetToItsDateAgainFiresBehindThoseOfTheSameDate() {
    let log = Log()
    onFreshThread {
      let loop = RunLoop.current
      let date = RunLoop.Instant.now.advanced(by: .milliseconds(300))
      let timers = ["a", "b", "c", "d"].map { name in RunLoop.Timer(at: date) { _ in log(name) } }
      for timer in timers { loop.add(timer) }
      loop.perform {
        timers[0].fireDate = date
        timers[2].fireDate = date
      }
      loop.run(for: patience)
    }
    #expect(log.lines == ["b", "d", "a", "c"])
  }

  @Test func aTimerThatIsMovedToAnothersDateFiresBehindIt() {
    let log = Log()
    onFreshThread {
      let loop = RunLoop.current
      let date = RunLoop.Instant.now.advanced(by: .milliseconds(300))
      let sooner = RunLoop.Timer(at: date.advanced(by: .milliseconds(-1))) { _ in log("sooner") }
      let later = RunLoop.Timer(at: date.advanced(by: .milliseconds(1))) { _ in log("later") }
      loop.add(sooner)
      loop.add(later)
      loop.add(RunLoop.Timer(at: date) { _ in log("in between") })
      loop.perform {
        sooner.fireDate = date
        later.fireDate = date
      }
      loop.run(for: patience)
    }
    #expect(log.lines == ["in between", "sooner", "later"])
  }

  /// Not the first one: it has to pass others in the heap.
  @Test func aTimerThatIsMovedToASoonerDateIsNotLate() {
    let log = Log()
    let result = onFreshThread {
      let loop = RunLoop.current
      for index in 1...40 {
        loop.add(
          RunLoop.Timer(after: .seconds(3600 + index), label: index % 2 == 0 ? "far" : "") { _ in log("far") }
        )
      }
      let last = RunLoop.Timer(after: .seconds(9000)) { _ in
        log("last")
        loop.stop()
      }
      let middle = RunLoop.Timer(after: .seconds(3620)) { _ in log("middle") }
      loop.add(middle)
      loop.add(last)
      loop.perform {
        middle.fireDate = RunLoop.Instant.now.advanced(by: .milliseconds(1))
        last.fireDate = RunLoop.Instant.now.advanced(by: .milliseconds(5))
      }
      return loop.run(for: patience)
    }
    #expect(log.lines == ["middle", "last"])
    #expect(result == .stopped)
  }

  /// The wake-up for the first date is taken; that for the new one is not.
  @Test func aTimerThatIsMovedBetweenItsWakeUpAndItsCallIsInTimeForAnInnerRun() {
    let log = Log()
    onFreshThread {
      let loop = RunLoop.current
      let timer = RunLoop.Timer(after: .milliseconds(2)) { _ in
        log("t")
        loop.stop()
      }
      loop.add(timer)
      loop.add(RunLoop.Source {})
      loop.add(
        RunLoop.Observer(activities: .afterWaiting, repeats: false) { _ in
          timer.fireDate = RunLoop.Instant.now.advanced(by: .milliseconds(5))
          log("inner run \(loop.run(for: .seconds(10)))")
        })
      loop.run(for: .milliseconds(200))
    }
    #expect(log.lines == ["t", "inner run stopped"])
  }
}
