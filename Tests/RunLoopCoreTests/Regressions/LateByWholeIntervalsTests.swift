import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A repeating timer that is late by a whole number of intervals continues at the date after now, not at now.
@Suite(.hangLimit) struct LateByWholeIntervalsTests {
  @Test(arguments: [1, 2, 3, 10, 1000])
  func theDateOfThisMomentIsSkipped(intervals: Int) {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let script = Script(clock)
      RunLoop.current.add(
        script.timer("t", at: 1, every: 3) { timer in
          guard script.seconds == 4 else { return }
          clock.advance(by: .seconds(3 * intervals))
        })
      RunLoop.current.run(until: script.instant(Double(12 + 3 * intervals)))
      return script.log.lines
    }
    // It fires at 4, and its call ends 3 · intervals later: at a date of the grid, which has passed.
    #expect(lines == ["1 t", "4 t"] + [7, 10].map { "\($0 + 3 * intervals) t" })
  }

  @Test func aTimerThatIsFiredLateByWholeIntervalsFiresOnce() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let script = Script(clock)
      let loop = RunLoop.current
      let timer = script.timer("t", at: 2, every: 2)
      loop.add(timer)
      loop.add(RunLoop.Source {}, to: "other")
      loop.run(mode: "other", until: script.instant(6))
      loop.run(for: .zero)
      script("next \(timer.fireDate == script.instant(8))")
      loop.run(for: .zero)
      return script.log.lines
    }
    #expect(lines == ["6 t", "6 next true"])
  }
}
