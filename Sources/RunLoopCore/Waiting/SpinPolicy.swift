/// Whether a loop spins for a moment before it sleeps, to save the system calls of falling asleep and being woken.
///
/// For threads that call each other all the time (`pingpong` on two processors: six times as fast). A loop spins only after
/// another thread's wake-up ended its last sleep, and ever more rarely after unsuccessful spins, as all are where both
/// threads share a processor. The cost is bounded: spinning is paid from a credit that grows by a small share of the time
/// and with each sleep that was saved. A pure value: it reads no clock.
struct SpinPolicy {
  /// Whether another thread's wake-up ended the last sleep.
  private var wasCalled = false
  /// Consecutive unsuccessful spins.
  private var failures = 0
  /// Number of sleeps still to begin without a spin.
  private var pause = 0
  /// Time that may be spent on spinning.
  private var credit = mostCredit
  /// The time up to which credit was added.
  private var countedUntil: Nanoseconds = 0

  private static let mostFailures = 13
  static let mostCredit: Nanoseconds = 1_000_000
  /// Lower bound of the cost of falling asleep and being woken.
  static let saving: Nanoseconds = 5_000

  /// The longest spin, and the share of all time that may be spent on spinning.
  struct Limits: Equatable {
    var duration: Nanoseconds
    /// Denominator of the share.
    var share: UInt64

    /// The limits for the loop's setting; nil when it does not spin.
    init?(_ spinning: RunLoop.Spinning) {
      switch spinning {
      case .never: return nil
      // About the time of falling asleep and being woken.
      case .brief: self.init(duration: 10_000, share: 32)
      case .long: self.init(duration: 50_000, share: 2)
      }
    }

    init(duration: Nanoseconds, share: UInt64) {
      self.duration = duration
      self.share = share
    }
  }

  /// Whether to spin before a sleep that is about to begin.
  @inline(__always)
  mutating func spins() -> Bool {
    if !wasCalled { return false }
    if pause == 0 { return true }
    pause -= 1
    return false
  }

  /// Whether there is credit for a spin that begins now.
  mutating func mayBegin(at now: Nanoseconds, _ limits: Limits) -> Bool {
    if now > countedUntil {
      credit = min(credit + (now - countedUntil) / limits.share, Self.mostCredit)
      countedUntil = now
    }
    return credit >= limits.duration
  }

  @inline(__always)
  mutating func slept(wasCalled: Bool) {
    self.wasCalled = wasCalled
  }

  /// Notes a wake-up during a spin, after this time.
  mutating func succeeded(after time: Nanoseconds) {
    failures = 0
    credit = min(credit + Self.saving, Self.mostCredit + time)
    spend(time)
  }

  mutating func failed(after time: Nanoseconds) {
    failures = min(failures + 1, Self.mostFailures)
    pause = 1 << failures
    spend(time)
  }

  private mutating func spend(_ time: Nanoseconds) {
    credit -= min(time, credit)
  }
}
