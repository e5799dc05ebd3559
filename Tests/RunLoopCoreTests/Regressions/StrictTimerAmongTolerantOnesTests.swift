import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// The search for the time to wake looks at a limited number of timers. Cut off, it may wake the loop early, never late.
@Suite(.hangLimit) struct StrictTimerAmongTolerantOnesTests {
  /// The strict timer has each place among 200 tolerant ones that were added before it and after it.
  @Test(arguments: [false, true])
  func aStrictTimerDeepAmongTolerantOnesIsOnTime(isAddedLast: Bool) {
    for place in stride(from: 0, through: 200, by: 4) {
      let clock = SimulatedClock()
      let fired = onFreshThread(clock) {
        let loop = RunLoop.current
        let script = Script(clock)
        // By tenths of a second; all windows are open when the strict one is due, and long after.
        let strict = script.timer("strict", at: 10 + Double(place) / 10)
        for index in 0...200 {
          if index == place, !isAddedLast { loop.add(strict) }
          loop.add(
            RunLoop.Timer(at: script.instant(10 + Double(index) / 10), tolerance: .seconds(1000)) { _ in })
        }
        loop.add(strict)
        loop.run(for: .seconds(5000))
        return script.log.lines
      }
      #expect(fired == ["\(time(10 + Double(place) / 10)) strict"])
    }
  }

  private func time(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\((seconds * 1000).rounded() / 1000)"
  }
}
