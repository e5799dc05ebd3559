import LinuxSystem

/// The clock of all measurements: CLOCK_MONOTONIC, in nanoseconds.
public enum MonotonicTime {
  /// Nanoseconds since a moment that is fixed until the machine restarts; time asleep does not count.
  @inline(__always)
  public static var now: UInt64 { linux_time(CLOCK_MONOTONIC) }

  /// How long a body took.
  @inline(__always)
  public static func elapsed(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = now
    try body()
    return now &- start
  }
}
