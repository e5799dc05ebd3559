public import RunLoopCore

/// The running test's loop, from the trait `.runLoop`.
public struct TestLoop: Sendable {
  /// The test's; nil in code that is no part of a test with the trait.
  @TaskLocal public static var current: TestLoop?

  /// `RunLoop.current` of the test's thread, for code that runs elsewhere.
  public let loop: RunLoop
  /// The loop's simulated clock, or nil when it has the real one.
  public let clock: SimulatedClock?
}
