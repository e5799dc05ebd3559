import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop
import class RunLoopCore.SimulatedClock

/// Was wrong: nothing noticed when a wake-up by another thread, during a callout, ended the next sleep.
@Suite(.hangLimit) struct DeafTimeNotesTests {
  private static let oneSleepEach = [
    "En", "BT", "BS", "BW", "AW", "first", "BT", "BS", "BW", "AW", "second", "Ex",
  ]

  /// What a run logs whose first callout does something.
  private func lines(_ clock: SimulatedClock? = nil, _ body: @escaping @Sendable (RunLoop) -> Void)
    -> [String]
  {
    let log = Log()
    onFreshThread(clock) {
      let loop = RunLoop.current
      log.watch(loop)
      loop.add(
        RunLoop.Timer(after: .milliseconds(1)) { _ in
          log("first")
          body(loop)
          loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in log("second") })
        })
      loop.run(for: patience)
    }
    return log.lines
  }

  @Test func aWakeUpByAnotherThreadDuringACalloutIsDropped() {
    #expect(lines { loop in onFreshThread { loop.wakeUp() } } == Self.oneSleepEach)
    #expect(lines(SimulatedClock()) { loop in onFreshThread { loop.wakeUp() } } == Self.oneSleepEach)
  }

  @Test func aWakeUpByAnotherThreadDuringAnInnerRunInACalloutIsDropped() {
    let inner: @Sendable (RunLoop) -> Void = { loop in
      loop.perform(inModes: ["inner"]) { onFreshThread { loop.wakeUp() } }
      loop.run(mode: "inner", for: .zero)
    }
    #expect(lines(nil, inner) == Self.oneSleepEach)
  }

  /// The block that it came with runs at the end of the turn: nothing is left to wake for.
  @Test func theWakeUpOfABlockThatThisTurnRunsIsDropped() {
    let log = Log()
    #expect(lines { loop in onFreshThread { _ = loop.post { log("block") } } } == Self.oneSleepEach)
    #expect(log.lines == ["block"])
  }
}
