import Glibc

/// The clock of all measurements: CLOCK_MONOTONIC, in nanoseconds.
public enum MonotonicTime {
  @inline(__always)
  public static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// How long a body took.
  @inline(__always)
  public static func elapsed(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = now
    try body()
    return now &- start
  }
}
