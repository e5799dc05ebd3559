/// The times of a display server's events, in nanoseconds of this side's clock.
struct ServerClock {
  private var lastTime: UInt64 = 0

  /// The time of an event.
  ///
  /// - Parameters:
  ///   - serverTime: the server's, in milliseconds, which on this machine counts from the same beginning as `milliseconds`;
  ///     0: now.
  ///   - milliseconds: the monotonic clock now.
  ///   - now: this side's clock, which may be a simulated one.
  mutating func timestamp(_ serverTime: UInt32, milliseconds: UInt64, now: UInt64) -> UInt64 {
    let age = Int32(bitPattern: UInt32(truncatingIfNeeded: milliseconds) &- serverTime)
    var time = now
    if serverTime != 0, age > 0, age < 10_000, now > UInt64(age) * 1_000_000 {
      time -= UInt64(age) * 1_000_000
    }
    // The clocks are read a moment apart: keeps times in order.
    lastTime = max(time, lastTime)
    return min(lastTime, now)
  }
}
