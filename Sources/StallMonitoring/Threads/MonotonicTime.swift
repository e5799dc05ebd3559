import Glibc

/// The system's clocks in nanoseconds.
enum MonotonicTime {
  static var now: UInt64 { read(CLOCK_MONOTONIC) }

  static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// A short sleep; a signal may end it early.
  static func sleep(nanoseconds: UInt64) {
    var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    nanosleep(&time, nil)
  }
}
