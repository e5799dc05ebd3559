import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop
import class RunLoopCore.SimulatedClock

/// Was wrong: a wake-up by another thread while entry observers were called did not keep the loop from sleeping, though
/// one by the loop's own thread did.
@Suite(.hangLimit) struct WakeUpInEntryTests {
  @Test(arguments: [true, false], [true, false])
  func aWakeUpDuringEntryObserversKeepsTheLoopFromSleeping(isSimulated: Bool, isOwn: Bool) {
    let log = Log()
    let result = onFreshThread(isSimulated ? SimulatedClock() : nil) {
      let loop = RunLoop.current
      log.watch(loop)
      loop.add(RunLoop.Source {})
      loop.add(
        RunLoop.Observer(activities: .entry) { _ in
          if isOwn { loop.wakeUp() } else { onFreshThread { loop.wakeUp() } }
        })
      loop.add(RunLoop.Observer(activities: .afterWaiting) { _ in loop.stop() })
      return loop.run(for: .seconds(5))
    }
    #expect(result == .stopped, "it slept to its end")
    #expect(log.lines == ["En", "BT", "BS", "BW", "AW", "Ex"])
  }
}
