import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// What a loop offers to the modules that stand on it.
@Suite(.hangLimit) struct LoopForOtherModulesTests {
  @Test func whatAModuleKeepsWithALoopIsMadeOnceAndGoesWithTheLoop() {
    let log = Log()
    onFreshThread {
      let loop = RunLoop.current
      let kept = loop.attachment(makingOnce: { Canary(log, "gone") }, whenMade: { _ in log("made") })
      let again = loop.attachment(makingOnce: { Canary(log, "second gone") }, whenMade: { _ in log("twice") })
      log(kept === again ? "the same" : "another")
    }
    #expect(log.lines == ["made", "the same", "gone"])
  }

  @Test func aLoopKeepsAnItemAsLongAsItIsInAMode() {
    onFreshThread(SimulatedClock()) {
      let loop = RunLoop.current
      let timer = RunLoop.Timer(at: .distantFuture) { _ in }
      let observer = RunLoop.Observer(activities: .all) { _ in }
      let source = RunLoop.Source {}
      let items: [RunLoop.Item] = [timer, observer, source]
      func kept() -> [Bool] { items.map { loop.keeps($0) } }
      let (all, none) = ([true, true, true], [false, false, false])
      #expect(kept() == none)
      for mode in ["a", .common] as [RunLoop.Mode] {
        loop.add(timer, to: mode)
        loop.add(observer, to: mode)
        loop.add(source, to: mode)
        #expect(kept() == all, "\(mode)")
        loop.remove(timer, from: mode)
        loop.remove(observer, from: mode)
        loop.remove(source, from: mode)
        #expect(kept() == none, "\(mode)")
      }
    }
  }

  @Test func aModeIsFinishedWhenNothingWaitsInItForAnyThread() {
    onFreshThread {
      let loop = RunLoop.current
      func isFinished(_ mode: RunLoop.Mode) -> [Bool] {
        let elsewhere = onFreshThread { loop.isFinished(mode) }
        return [elsewhere, loop.isFinished(mode)]
      }
      loop.add(RunLoop.Source {}, to: "work")
      #expect(isFinished("unknown") == [true, true])
      #expect(isFinished("work") == [false, false])
      #expect(isFinished(.default) == [true, true])
      onFreshThread { _ = loop.perform {} }
      #expect(isFinished(.default) == [false, false])
      #expect(isFinished("unknown") == [true, true])
    }
  }
}
