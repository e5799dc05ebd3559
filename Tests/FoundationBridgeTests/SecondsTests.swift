import TestHarness
import Testing

@testable import FoundationBridge

/// CF's times as ours.
@Suite(.hangLimit) struct SecondsTests {
  @Test(arguments: [
    (0.5, 500_000_000), (1.4e-9, 1), (1.6e-9, 2), (-2.5, -2_500_000_000), (1e300, Int64.max),
    (-1e300, Int64.min),
    (.infinity, .max), (.nan, 0),
  ])
  func nanosecondsAreRoundedAndCutOff(_ seconds: Double, _ expected: Int64) {
    #expect(Seconds.nanoseconds(seconds) == expected)
  }
}
