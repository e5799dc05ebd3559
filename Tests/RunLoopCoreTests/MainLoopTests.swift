import TestHarness
import Testing

/// The main thread's loop and its queue, in a child process, since a test's thread is never the main one.
@Suite(.hangLimit) struct MainLoopTests {
  private func probe(_ name: String) throws -> [String] {
    try loopProbe(name)
  }

  @Test func mainLoopIsTheMainThreadsAndIsNeverFinished() throws {
    #expect(
      try probe("identity") == [
        "other thread's is another: true", "main is current: true", "own thread: true",
        "empty: timedOut finished",
      ])
  }

  @Test func mainQueueIsServedInBatchesAndWakesTheLoop() throws {
    #expect(
      try probe("queue") == [
        "a", "inner finished", "b", "handledSource", "c", "handledSource", "from another thread 0",
        "from another thread 1", "from another thread 2", "stopped",
      ])
  }

  @Test func mainQueueIsServedInCommonModesOnly() throws {
    #expect(
      try probe("queue-modes") == ["other: timedOut", "block in other", "other: handledSource"])
  }

  @Test func mainQueueWakesTheLoopThoughNoDescriptorIsLeft() throws {
    #expect(
      try probe("queue-shortage") == ["without descriptors", "with descriptors again", "stopped"])
  }

  @Test func mainLoopTakesItemsBeforeTheMainThreadAsksForIt() throws {
    #expect(
      try probe("early-post") == ["added true, posted true", "block", "timer", "stopped"])
  }

  @Test func mainLoopCanBeSimulated() throws {
    #expect(try probe("simulated") == ["same: true", "queue", "an hour later", "timedOut"])
  }

  @Test func aQueueThatIsNeverEmptyStarvesNothing() throws {
    #expect(try probe("queue-fair") == ["port", "timer", "stopped"])
  }

  @Test func aWakeUpByABlockOfTheQueueIsDropped() throws {
    let sleep = ["sleeps", "wakes"]
    #expect(
      try probe("queue-deaf") == sleep + ["first"] + sleep + ["timer", "second"] + sleep + [
        "timer", "stopped",
      ])
  }

  @Test func anInnerRunOfABlockDoesNotServeTheQueueForAStaleRing() throws {
    #expect(
      try probe("queue-stale-ring") == [
        "posted", "block begins", "inner timedOut", "block ends", "its block", "stopped",
      ])
  }

  @Test func blocksOfManyThreadsRunOnceEachInTheOrderOfTheirThreads() throws {
    #expect(try probe("queue-order") == ["stopped", "6000 ran, 0 out of order"])
  }

  @Test func theMainQueueOfAHostedLoopMakesItsDescriptorReadable() throws {
    #expect(
      try probe("queue-hosted") == ["readable", "of a callout", "readable", "of another thread", "quiet"])
  }
}
