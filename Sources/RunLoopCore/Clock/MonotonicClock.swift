import LinuxSystem

/// CLOCK_MONOTONIC, the clock of every loop that has no simulated one. Read in every turn: unlike `linux_time`, it does
/// not check the result, since this clock always exists.
enum MonotonicClock {
  @inline(__always)
  static var now: Nanoseconds {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Nanoseconds(time.tv_sec) &* 1_000_000_000 &+ Nanoseconds(time.tv_nsec)
  }

  /// The time of the kernel's last tick: a few milliseconds old at most, at a third of the cost.
  @inline(__always)
  static var recentNow: Nanoseconds {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Nanoseconds(time.tv_sec) &* 1_000_000_000 &+ Nanoseconds(time.tv_nsec)
  }
}

/// The clock of the calling thread: the simulated clock that was installed on it, or CLOCK_MONOTONIC.
enum ThreadClock {
  private static let key = ThreadKey<SimulatedClock>()

  static var simulation: SimulatedClock? {
    get {
      // Programs without a simulated clock pay one load.
      SimulatedClock.anyInstalled.load(ordering: .relaxed) ? key.value : nil
    }
    set { key.value = newValue }
  }

  static var now: Nanoseconds { simulation?.nowInside ?? MonotonicClock.now }

  /// A time that is not later than now, and not much earlier.
  static var recentNow: Nanoseconds { simulation?.nowInside ?? MonotonicClock.recentNow }
}
