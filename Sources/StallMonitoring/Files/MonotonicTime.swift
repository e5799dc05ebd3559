import LinuxSystem

/// The system's clocks in nanoseconds.
enum MonotonicTime {
  static var now: UInt64 { read(CLOCK_MONOTONIC) }

  /// 0 for a clock that does not exist.
  static func read(_ clock: clockid_t) -> UInt64 { linux_time(clock) }

  /// A short sleep; a signal may end it early.
  static func sleep(nanoseconds: UInt64) {
    var time = SystemTime.timespec(nanoseconds: nanoseconds)
    nanosleep(&time, nil)
  }
}
