extension RunLoop {
  /// A point on a loop's clock: nanoseconds of CLOCK_MONOTONIC, or of a `SimulatedClock`.
  ///
  /// Arithmetic saturates: what lies beyond about 292 years either way is `distantFuture` or `distantPast`.
  public struct Instant: InstantProtocol, Hashable, Sendable, CustomStringConvertible {
    /// Nanoseconds since the clock's zero.
    public let nanoseconds: Int64

    /// The moment at this number of nanoseconds after the clock's zero.
    public init(nanoseconds: Int64) {
      self.nanoseconds = nanoseconds
    }

    /// Later than every other instant. A timer with this date never fires.
    public static let distantFuture = Instant(nanoseconds: .max)
    /// Earlier than every other instant.
    public static let distantPast = Instant(nanoseconds: .min)

    /// Now, on the clock of the calling thread.
    public static var now: Instant { ThreadClock.now.instant }

    /// The moment that is later by a duration, or earlier by a negative one.
    public func advanced(by duration: Duration) -> Instant {
      Instant(nanoseconds: nanoseconds.saturatingAdd(duration.saturatingNanoseconds))
    }

    /// The time from this moment to another one; negative when that is earlier.
    public func duration(to other: Instant) -> Duration {
      .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    public static func < (left: Instant, right: Instant) -> Bool {
      left.nanoseconds < right.nanoseconds
    }

    public var description: String {
      self == .distantFuture
        ? "distantFuture"
        : self == .distantPast ? "distantPast" : "\(Duration.nanoseconds(nanoseconds))"
    }
  }
}

extension Duration {
  /// Whole nanoseconds, rounded up so that a wait is never too short, and cut off at the ends of the range.
  var saturatingNanoseconds: Int64 {
    let attoseconds = attoseconds
    let isNegative = attoseconds < 0
    let magnitude = attoseconds.magnitude
    let high = UInt64(truncatingIfNeeded: magnitude >> 64)
    // One instruction divides 128 bits by 64 where the quotient fits; where it does not, the value is far out of range.
    guard high < Self.attosecondsPerNanosecond else { return isNegative ? .min : .max }
    let (whole, rest) = Self.attosecondsPerNanosecond.dividingFullWidth(
      (high, UInt64(truncatingIfNeeded: magnitude)))
    if isNegative { return whole > UInt64(Int64.max) ? .min : -Int64(whole) }
    guard whole < UInt64(Int64.max) else { return .max }
    return Int64(whole) + (rest > 0 ? 1 : 0)
  }

  private static var attosecondsPerNanosecond: UInt64 { 1_000_000_000 }
}

extension Int64 {
  func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}

/// Time inside the core: nanoseconds since the clock's zero; `never` for no time at all.
typealias Nanoseconds = UInt64

extension Nanoseconds {
  static var never: Nanoseconds { .max }

  var instant: RunLoop.Instant {
    RunLoop.Instant(nanoseconds: self > UInt64(Int64.max) ? .max : Int64(self))
  }
}
