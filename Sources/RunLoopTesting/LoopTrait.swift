internal import RunLoopCore
public import Testing

/// Gives each test a thread of its own, whose loop is the test's alone, and fails a test that hangs with what its loop has.
///
///     @Test(.runLoop(.simulated)) func anHourPassesAtOnce() {
///       let loop = RunLoop.current
///       let box = …
///       loop.add(RunLoop.Timer(after: .seconds(3600)) { _ in box.isFull = true })
///       #expect(loop.run(until: { box.isFull }, timeout: .seconds(7200)))
///     }
///
/// The test's code runs outside of any run of the loop, on the loop's thread, also after each `await`; while the test
/// waits there, its thread runs the loop in the default mode. A test of an actor, such as the main actor, runs on that
/// actor, and finds the loop in `TestLoop.current`. The loop ends after its test.
///
/// A test that takes longer than the limit, in real time, fails with the loop's snapshot. Then its task is cancelled and its
/// runs are stopped, again and again. When it has not ended ten seconds later, it is blocked in something else than its
/// loop, which nothing can end: the process ends with that message.
///
/// Of nested suites and tests, each with the trait, the innermost one's loop is `RunLoop.current`.
public struct LoopTrait: SuiteTrait, TestTrait, TestScoping {
  /// Which clock the loop has.
  public enum Time: Hashable, Sendable {
    /// The machine's clock.
    case real
    /// A `SimulatedClock` of the test's own, which is `TestLoop.current?.clock`.
    case simulated
  }

  let time: Time
  let limit: Duration
  let grace: Duration

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let clock = time == .simulated ? SimulatedClock() : nil
    let thread = try LoopTestThread(label: test.name, clock)
    defer { thread.end() }
    let current = TestLoop(loop: thread.loop, clock: clock)
    try await TestLoop.$current.withValue(current) {
      let watch = try HangWatch(test, thread.loop, limit: limit, grace: grace)
      do {
        try await withTaskExecutorPreference(thread, operation: function)
      } catch {
        await watch.end()
        throw error
      }
      await watch.end()
    }
  }
}

extension Trait where Self == LoopTrait {
  /// A loop with the real clock, and a minute for the test.
  public static var runLoop: Self { runLoop(.real) }

  /// - Parameter limit: how long the test may take, in real time.
  public static func runLoop(_ time: LoopTrait.Time, limit: Duration = .seconds(60)) -> Self {
    runLoop(time, limit: limit, grace: .seconds(10))
  }

  /// - Parameter grace: how long a test that is being stopped may continue.
  package static func runLoop(_ time: LoopTrait.Time, limit: Duration, grace: Duration) -> Self {
    LoopTrait(time: time, limit: limit, grace: grace)
  }
}
