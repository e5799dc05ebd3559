import TestHarness
import Testing

@testable import RunLoopCore

/// When a loop spins before a sleep.
@Suite(.hangLimit) struct SpinPolicyTests {
  /// Whether each of the next sleeps would begin with a spin.
  private func next(_ count: Int, _ policy: inout SpinPolicy) -> [Bool] {
    (0..<count).map { _ in policy.spins() }
  }

  @Test func onlyACallEndsInASpin() {
    var policy = SpinPolicy()
    #expect(next(2, &policy) == [false, false])
    policy.slept(wasCalled: true)
    #expect(next(2, &policy) == [true, true])
    policy.slept(wasCalled: false)
    #expect(next(2, &policy) == [false, false])
  }

  @Test func eachFailureDoublesThePause() {
    var policy = SpinPolicy()
    policy.slept(wasCalled: true)
    policy.failed(after: 0)
    #expect(next(4, &policy) == [false, false, true, true])
    policy.failed(after: 0)
    #expect(next(5, &policy) == [false, false, false, false, true])
  }

  @Test func aSuccessForgetsTheFailures() {
    var policy = SpinPolicy()
    policy.slept(wasCalled: true)
    for _ in 0..<3 { policy.failed(after: 0) }
    #expect(next(9, &policy) == Array(repeating: false, count: 8) + [true])
    policy.succeeded(after: 0)
    policy.failed(after: 0)
    #expect(next(3, &policy) == [false, false, true])
  }

  /// A pause counts sleeps that a call has ended only.
  @Test func sleepsWithoutACallDoNotShortenThePause() {
    var policy = SpinPolicy()
    policy.slept(wasCalled: true)
    policy.failed(after: 0)
    policy.slept(wasCalled: false)
    _ = next(10, &policy)
    policy.slept(wasCalled: true)
    #expect(next(3, &policy) == [false, false, true])
  }

  @Test func aPauseHasALimit() {
    var policy = SpinPolicy()
    policy.slept(wasCalled: true)
    for _ in 0..<100 { policy.failed(after: 0) }
    let pause = 1 << 13
    #expect(next(pause + 1, &policy).firstIndex(of: true) == pause)
  }
}
