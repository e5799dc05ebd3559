import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Tolerance: a timer fires in its window, and wake-ups in common windows are shared.
@Suite(.hangLimit) struct TimerToleranceTests {
  /// Runs for a time and gives what was logged, with `AW` for each wake-up.
  private func simulate(
    for duration: Duration = .seconds(1000), _ body: @escaping @Sendable (RunLoop, Script) -> Void
  ) -> [String] {
    let clock = SimulatedClock()
    return onFreshThread(clock) {
      let script = Script(clock)
      let loop = RunLoop.current
      body(loop, script)
      loop.add(RunLoop.Observer(activities: .afterWaiting) { _ in script("AW") })
      loop.run(for: duration)
      return script.log.lines
    }
  }

  @Test func overlappingWindowsShareOneWake() {
    #expect(
      simulate { loop, script in
        loop.add(script.timer("a", at: 10, tolerance: 5))
        loop.add(script.timer("b", at: 12, tolerance: 5))
      } == ["15 AW", "15 a", "15 b"])
  }

  @Test func windowsThatDoNotOverlapDoNot() {
    #expect(
      simulate { loop, script in
        loop.add(script.timer("a", at: 10, tolerance: 1))
        loop.add(script.timer("b", at: 12, tolerance: 1))
      } == ["11 AW", "11 a", "13 AW", "13 b"])
  }

  @Test func exactTimerTakesTolerantOnesAlong() {
    #expect(
      simulate { loop, script in
        loop.add(script.timer("tolerant", at: 10, tolerance: 5))
        loop.add(script.timer("exact", at: 12))
      } == ["12 AW", "12 tolerant", "12 exact"])
  }

  @Test func exactTimerThatIsAddedLaterIsNotLate() {
    #expect(
      simulate { loop, script in
        loop.add(script.timer("tolerant", at: 10, tolerance: 50))
        loop.add(
          script.timer("adder", at: 5) { _ in
            script.clock.schedule(at: script.instant(8)) { loop.add(script.timer("exact", at: 12)) }
          })
      } == ["5 AW", "5 adder", "12 AW", "12 tolerant", "12 exact"])
  }

  @Test func removingTheExactTimerGivesTheToleranceBack() {
    #expect(
      simulate { loop, script in
        let exact = script.timer("exact", at: 12)
        loop.add(script.timer("tolerant", at: 10, tolerance: 50))
        loop.add(exact)
        script.clock.schedule(at: script.instant(8)) { loop.remove(exact) }
      } == ["60 AW", "60 tolerant"])
  }

  @Test func wakeUpsForOtherReasonsInTheWindowAreUsed() {
    // On the real clock: simulated timer ports ring at the window's end only.
    let fired = Gate()
    let date = RunLoop.Instant.now.advanced(by: .milliseconds(1))
    let worker = WorkerThread { loop in
      loop.add(RunLoop.Timer(at: date, tolerance: .seconds(3600)) { _ in fired.open() })
    }
    worker.waitUntilAsleep()
    #expect(waitUntil { RunLoop.Instant.now > date })
    worker.loop.wakeUp()
    #expect(fired.wait())
    worker.end()
  }

  @Test func repeatingTimersToleranceIsAtMostHalfTheInterval() {
    #expect(
      simulate(for: .seconds(15)) { loop, script in
        loop.add(script.timer("t", at: 2, every: 4, tolerance: 100))
      } == ["4 AW", "4 t", "8 AW", "8 t", "12 AW", "12 t", "15 AW"])
  }

  @Test func toleranceDoesNotMoveTheGrid() {
    #expect(
      simulate(for: .seconds(12)) { loop, script in
        loop.add(script.timer("tolerant", at: 2, every: 4, tolerance: 1))
        loop.add(script.timer("exact", at: 6.5))
      } == ["3 AW", "3 tolerant", "6.5 AW", "6.5 tolerant", "6.5 exact", "11 AW", "11 tolerant", "12 AW"])
  }

  @Test func hugeToleranceIsForEver() {
    #expect(
      simulate(for: .seconds(100)) { loop, script in
        loop.add(RunLoop.Timer(at: script.instant(1), tolerance: .seconds(Int64.max)) { _ in script("huge") })
        loop.add(script.timer("exact", at: 50))
      } == ["50 AW", "50 huge", "50 exact"])
  }

  @Test func negativeToleranceIsNone() {
    #expect(
      simulate { loop, script in
        loop.add(script.timer("negative", at: 50, tolerance: -7))
        loop.add(script.timer("next", at: 51))
      } == ["50 AW", "50 negative", "51 AW", "51 next"])
  }

  @Test func noTimerIsEverEarlyOrLaterThanItsWindow() {
    for seed in 1...40 as ClosedRange<UInt64> {
      let lines = simulate(for: .seconds(2000)) { loop, script in
        var random = SplitMix(seed)
        for index in 0..<60 {
          let date = Double(Int.random(in: 0..<1000, using: &random))
          let tolerance =
            Double(Int.random(in: 0..<40, using: &random)) * Double(Int.random(in: 0...1, using: &random))
          let timer = script.timer("", at: date, tolerance: tolerance) { _ in
            if script.seconds < date || script.seconds > date + tolerance {
              script("timer \(index) of \(date)+\(tolerance)")
            }
          }
          if index % 3 == 0 {
            let when = Double(Int.random(in: 0..<1000, using: &random))
            if when < date {
              script.clock.schedule(at: script.instant(when)) { loop.add(timer) }
            } else {
              loop.add(timer)
            }
          } else {
            loop.add(timer, to: index % 5 == 0 ? "other" : .default)
            if index % 5 == 0 { loop.add(timer) }
          }
        }
        loop.add(RunLoop.Source {})
      }
      #expect(lines.filter { $0.contains("of") } == [], "seed \(seed)")
    }
  }
}
