import TestHarness
import Testing

#if DEBUG
  /// Was wrong: nothing noticed when a loop that had said that it sleeps did not look at the main queue again. The seam
  /// between the two looks is there in debug builds only.
  @Suite(.hangLimit) struct SecondLookTests {
    @Test func aBlockBetweenTheLookAndTheAnnouncementOfTheSleepRuns() throws {
      let lines = try loopProbe("queue-second-look")
      #expect(lines == (0..<3).flatMap { ["block \($0)", "handledSource"] })
    }
  }
#endif
