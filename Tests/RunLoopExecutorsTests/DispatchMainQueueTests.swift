import TestHarness
import Testing

/// `DispatchQueue.main` on the main loop, in a child process, since a test's thread is never the main one. Each line
/// that was said on another thread is marked and so differs.
@Suite(.hangLimit) struct DispatchMainQueueTests {
  private func probe(_ name: String) throws -> [String] { try Probe.lines(of: "executorprobe", name) }

  @Test func installingIsTheMainThreadsBusinessAndIsDoneOnce() throws {
    #expect(
      try probe("install") == [
        "NOT ON THE MAIN THREAD: true", "serves: false", "timedOut", "serves: true", "sent before",
        "handledSource", "timedOut finished",
      ])
  }

  @Test func blocksRunInBatchesOnTheMainThreadAndWakeTheLoop() throws {
    #expect(
      try probe("serve") == [
        "a", "inner finished", "b", "handledSource", "c", "handledSource", "from another thread 0",
        "from another thread 1", "from another thread 2", "waited for", "stopped",
      ])
  }

  @Test func blocksRunInCommonModesOnly() throws {
    #expect(try probe("modes") == ["other: timedOut", "block in other", "other: handledSource"])
  }

  @Test func aRingThatAnInnerRunReceivedIsServedByTheOuterOne() throws {
    #expect(
      try probe("inner-ring") == [
        "outer block", "inner timedOut", "sent while the inner run slept", "stopped",
      ])
  }

  @Test func bothMainQueuesAreServedAtOneStepOursFirst() throws {
    #expect(
      try probe("both") == [
        "turn", "own 1", "own 2", "Dispatch 1", "inner finished", "Dispatch 2", "Dispatch 3", "handledSource",
        "turn", "own 3", "turn", "timedOut",
      ])
  }

  @Test func blocksRunThoughNoDescriptorIsLeft() throws {
    #expect(try probe("shortage") == ["without descriptors", "with descriptors again", "stopped"])
  }

  @Test func aFloodStarvesNeitherTimersNorSources() throws {
    #expect(try probe("flood") == ["timer", "source", "stopped"])
  }

  @Test func mainActorRunsOnTheMainThread() throws {
    #expect(try probe("actor") == Self.mainActorAtWork)
  }

  @Test func mainActorRunsOnTheMainThreadAlsoInAnotherLibrarysLoop() throws {
    #expect(try probe("hosted") == Self.mainActorAtWork)
  }

  /// In real time: a machine that stands still for long makes other lines of either loop.
  @Test func asyncAfterComesWhereItComesUnderCFRunLoop() throws {
    var difference: [String] = []
    for _ in 0..<6 {
      let (ours, theirs) = (try probe("after-ours"), try probe("after-cf"))
      #expect(!(ours + theirs).contains { $0.contains("EARLY") })
      if ours == theirs { return }
      difference = ["ours:"] + ours + ["CFRunLoop's:"] + theirs
    }
    Issue.record("\(difference)")
  }

  static let mainActorAtWork = [
    "task", "back from a detached task, which was elsewhere", "slept", "MainActor.run",
    "MainActor.run of a detached task", "element ()", "element ()", "stopped", "isolated",
  ]
}
