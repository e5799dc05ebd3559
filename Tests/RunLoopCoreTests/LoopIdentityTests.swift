import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A loop belongs to a thread: one each, always the same.
@Suite(.hangLimit) struct LoopIdentityTests {
  @Test func threadHasOneLoop() {
    #expect(onFreshThread { RunLoop.current === RunLoop.current })
    #expect(
      onFreshThread {
        let loop = RunLoop.current
        let log = Log()
        loop.perform { log(RunLoop.current === loop ? "same" : "another") }
        loop.run(for: .zero)
        return log.lines
      } == ["same"])
  }

  @Test func threadsHaveDifferentLoops() {
    let first = WorkerThread()
    let second = WorkerThread()
    #expect(first.loop !== second.loop)
    #expect(onFreshThread { RunLoop.current !== first.loop && RunLoop.current !== second.loop })
    first.end()
    second.end()
  }

  @Test func mainLoopIsTheSameFromEveryThread() {
    let mains = (0..<4).map { _ in FreshThread { RunLoop.main } }.map { try? $0.join().get() }
    #expect(mains.allSatisfy { $0 === RunLoop.main })
    #expect(onFreshThread { RunLoop.current !== RunLoop.main })
    #expect(!onFreshThread { RunLoop.main.isOwnThread })
  }

  @Test func newLoopHasTheDefaultModeAndNothingInIt() {
    let (modes, common, current, next, waiting) = onFreshThread {
      let loop = RunLoop.current
      return (loop.allModes, loop.commonModes, loop.currentMode, loop.nextFireDate(), loop.isWaiting)
    }
    #expect(modes == [.default])
    #expect(common == [.default])
    #expect(current == nil)
    #expect(next == nil)
    #expect(!waiting)
  }

  @Test func onlyTheOwnThreadOwnsTheLoop() {
    let other = WorkerThread()
    #expect(!other.loop.isOwnThread)
    #expect(onFreshThread { RunLoop.current.isOwnThread })
    #expect((try? other.loop.performAndWait { RunLoop.current.isOwnThread }) == true)
    other.end()
  }

  @Test func labelIsKeptAndShown() {
    let (label, description) = onFreshThread {
      let loop = RunLoop.current
      loop.label = "worker 7"
      return (loop.label, loop.description)
    }
    #expect(label == "worker 7")
    #expect(description.contains("'worker 7'"))
  }

  @Test func labelCanBeSetFromOtherThreads() {
    let worker = WorkerThread()
    worker.loop.label = "named from outside"
    #expect((try? worker.loop.performAndWait { RunLoop.current.label }) == "named from outside")
    worker.end()
  }
}
