import LinuxSystem
import TestHarness
import Testing

/// Loops in children that fork(2) made, in a process of their own: a test process must not be forked.
@Suite(
  .hangLimit,
  .disabled(if: ThreadSanitizer.isOn, "the sanitizer does not let a child of a program with threads end"))
struct ForkTests {
  private func probe(_ name: String) throws -> [String] {
    try loopProbe(name)
  }

  @Test func aCopyOfALoopRefusesWithAMessageAndTheParentGoesOn() throws {
    #expect(
      try probe("fork-refused") == [
        "run: ended, told why", "descriptor: ended, told why", "new mode: ended, told why", "copy: true",
        "port",
        "timer", "stopped",
      ])
  }

  @Test func aRunThatGoesOnInTheChildEndsWithAMessage() throws {
    #expect(
      try probe("fork-in-callout") == [
        "inner run: ended, told why", "stopped", "outer run: ended, told why", "port", "stopped",
      ])
  }

  @Test func aReinitializedLoopHasAllItsItemsAndTheParentIsUndisturbed() throws {
    // In the parent the timer is due already when its run begins.
    #expect(
      try probe("fork-reinitialized").sorted()
        == [
          "other descriptor: true", "child block", "child source", "child queue", "child timer",
          "child stopped",
          "child posted", "child stopped", "child ended with 0", "parent block", "parent source",
          "parent queue",
          "parent timer", "parent stopped",
        ].sorted())
  }

  @Test func aRunGoesOnInBothProcesses() throws {
    #expect(
      try probe("fork-reinitialized-in-callout") == [
        "child tick 1", "child tick 2", "child tick 3", "child stopped", "child ended with 0",
        "parent tick 1",
        "parent tick 2", "parent tick 3", "parent stopped",
      ])
  }

  /// Set up by the fork, and rebuilt since a descriptor was closed while it was watched.
  @Test func hostsAndGuestsOfAReinitializedLoopAreServed() throws {
    let all = "quiet block thread timer port queue"
    #expect(
      try probe("rebuild-after-fork") == [
        "before \(all) \(all)", "child \(all) guest \(all) guest", "child's run: all came", "stopped",
        "child ended with 0", "after \(all) \(all)",
      ])
  }

  @Test func locksAreFreeInTheChildWhateverOtherThreadsDo() throws {
    #expect(try probe("fork-busy") == ["60 of 60"])
  }

  @Test func aPortThatWasReadyBeforeTheForkIsServedInBoth() throws {
    #expect(
      try probe("fork-before-a-port") == [
        "child third", "child stopped", "child ended with 0", "parent third", "parent stopped",
      ])
  }

  @Test func theMainQueueIsFreeInTheChildWhateverOtherThreadsDo() throws {
    #expect(try probe("fork-busy-queue") == ["60 of 60"])
  }

  @Test func aRecordingDoesNotHoldUpTheChild() throws {
    #expect(try probe("fork-recorded") == ["60 of 60"])
  }

  @Test func aChildRingsNoneOfItsParentsDescriptors() throws {
    #expect(
      try probe("fork-rings-nothing") == ["child stopped", "child ended with 0", "rung: false"])
  }

  @Test func aChildThatDoesNotMakeItsLoopUsableTakesNothingThatIsReady() throws {
    #expect(try probe("fork-takes-no-edge") == ["child ended: true", "parent port", "stopped"])
  }

  @Test func aStopBeforeTheForkEndsTheRunInBoth() throws {
    #expect(
      try probe("fork-after-stop") == [
        "child stopped timedOut", "child ended with 0", "parent stopped timedOut",
      ])
  }

  @Test func aCopiedLoopKnowsItsThreadsNewNumber() throws {
    #expect(
      try probe("fork-on-a-thread") == [
        "parent's: true", "child's: true, own: true", "child stopped", "child ended with 0",
      ])
  }

  @Test func aBlockThatWasPostedBeforeTheForkKeepsTheChildAwakeToo() throws {
    #expect(
      try probe("fork-after-post") == [
        "block", "child stopped", "child ended with 0", "block", "parent stopped",
      ])
  }

  @Test func aHostedCopyAsksItsHostForATurn() throws {
    #expect(
      try probe("fork-hosted") == [
        "parent false", "child true", "child timedOut", "child false", "child ended with 0", "parent false",
      ])
  }
}
