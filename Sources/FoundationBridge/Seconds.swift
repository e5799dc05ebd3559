internal import RunLoopCore

/// CF's times, seconds as floating-point numbers, and ours.
enum Seconds {
  /// Sixteen years: CF takes longer times for this one, or for endless ones.
  static let longest = 504_911_232.0
  /// The latest date that CF keeps, in seconds since 2001.
  static let latestDate = 4_039_289_856.0

  /// Rounded and clamped to the range; 0 for NaN.
  static func nanoseconds(_ seconds: Double) -> Int64 {
    let nanoseconds = (seconds * 1e9).rounded()
    if nanoseconds.isNaN { return 0 }
    return nanoseconds >= 9.2e18 ? .max : nanoseconds <= -9.2e18 ? .min : Int64(nanoseconds)
  }

  /// The moment of a date on the loops' clock; never for an invalid date.
  static func instant(_ date: Double) -> RunLoop.Instant {
    if date.isNaN { return .distantFuture }
    let now = RunLoop.Instant.now
    return now.advanced(by: .nanoseconds(nanoseconds(min(date - CoreFoundation.now, longest))))
  }

  /// The date of a moment.
  static func date(_ instant: RunLoop.Instant) -> Double {
    let now = RunLoop.Instant.now
    return CoreFoundation.now + now.duration(to: instant) / .seconds(1)
  }
}
