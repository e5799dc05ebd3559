import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Was wrong: a thread with another clock than the loop's took the date of a delayed block for one of its own clock. Where that
/// was past, the block waited for the present moment of the thread's clock: for days.
@Suite(.hangLimit) struct DelayOnAnotherClockTests {
  @Test func aDelayOnARealLoopIsRealForAThreadWithASimulatedClock() {
    let worker = WorkerThread()
    let flag = Flag()
    onFreshThread(SimulatedClock(start: RunLoop.Instant(nanoseconds: .max / 4))) {
      _ = worker.loop.perform(after: .milliseconds(2)) { flag.set() }
    }
    #expect(waitUntil { flag.isSet })
    worker.end()
  }

  @Test(arguments: [1_000, .max / 4] as [Int64])
  func aDelayOnASimulatedLoopIsSimulatedForAThreadWithTheRealClock(start: Int64) {
    let clock = SimulatedClock(start: RunLoop.Instant(nanoseconds: start))
    let lines = onFreshThread(clock) {
      let loop = RunLoop.current
      let script = Script(clock)
      onFreshThread {
        _ = loop.perform(after: .seconds(10), inModes: [.common, "other"]) { script("called") }
      }
      loop.run(for: .seconds(20))
      return script.log.lines
    }
    #expect(lines == ["10 called"])
  }
}
