import RunLoopCore
import RunLoopExecutors
import Synchronization
import TestHarness
import Testing

/// A loop thread that was asked to end before its first run, or between two runs, ended without the blocks that its loop had accepted.
@Suite(.hangLimit) struct LoopThreadDropsBlocksTests {
  @Test func blocksThatWerePostedBeforeTheEndRun() throws {
    let count = Mutex(0)
    for round in 1...200 {
      let thread = try LoopThread(label: "short")
      #expect(thread.loop.post { count.withLock { $0 += 1 } })
      thread.join()
      try #require(count.withLock { $0 } == round)
    }
  }

  @Test func aStoppedRunDropsNone() throws {
    let count = Mutex(0)
    for round in 1...200 {
      let thread = try LoopThread(label: "stopped")
      let loop = thread.loop
      loop.post { loop.stop() }
      #expect(loop.post { count.withLock { $0 += 1 } })
      thread.join()
      try #require(count.withLock { $0 } == round)
    }
  }
}
