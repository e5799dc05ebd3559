/// Whether a loop spins for a moment before it sleeps, to save the system calls of falling asleep and being woken.
///
/// For threads that call each other all the time (`pingpong` on two processors: six times as fast). A loop spins only after
/// another thread's wake-up ended its last sleep, and ever more rarely after unsuccessful spins, as they all are where both
/// threads share a processor. A pure value: it reads no clock.
struct SpinPolicy {
  /// Whether another thread's wake-up ended the last sleep.
  private var wasCalled = false
  /// Consecutive unsuccessful spins.
  private var failures = 0
  /// How many sleeps are left to begin without a spin.
  private var pause = 0

  private static let mostFailures = 13

  /// How long to spin: about what falling asleep and being woken cost.
  static let duration: Nanoseconds = 10_000

  /// The loop is about to sleep.
  @inline(__always)
  mutating func spins() -> Bool {
    if !wasCalled { return false }
    if pause == 0 { return true }
    pause -= 1
    return false
  }

  @inline(__always)
  mutating func slept(wasCalled: Bool) {
    self.wasCalled = wasCalled
  }

  /// A wake-up came while the loop was spinning.
  mutating func succeeded() {
    failures = 0
  }

  mutating func failed() {
    failures = min(failures + 1, Self.mostFailures)
    pause = 1 << failures
  }
}
