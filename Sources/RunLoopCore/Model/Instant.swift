extension RunLoop {
  /// A point on a loop's clock: nanoseconds of CLOCK_MONOTONIC, or of a `SimulatedClock`.
  ///
  /// Arithmetic saturates: what lies beyond about 292 years either way is `distantFuture` or `distantPast`.
  public struct Instant: InstantProtocol, Hashable, Sendable, CustomStringConvertible {
    /// Nanoseconds since the clock's zero.
    public let nanoseconds: Int64

    public init(nanoseconds: Int64) {
      self.nanoseconds = nanoseconds
    }

    /// Later than every instant that comes. A timer with this date never fires.
    public static let distantFuture = Instant(nanoseconds: .max)
    /// Earlier than every instant that was.
    public static let distantPast = Instant(nanoseconds: .min)

    /// Now, on the clock of the calling thread.
    public static var now: Instant { ThreadClock.now.instant }

    public func advanced(by duration: Duration) -> Instant {
      Instant(nanoseconds: nanoseconds.saturatingAdd(duration.saturatingNanoseconds))
    }

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
  private static var mostAttoseconds: Int128 { Int128(Int64.max) * 1_000_000_000 }

  /// Whole nanoseconds, rounded up so that a wait is never too short, and cut off at the ends of the range.
  var saturatingNanoseconds: Int64 {
    // `components` ends the process beyond what it can tell.
    if self.attoseconds > Self.mostAttoseconds { return .max }
    if self.attoseconds < -Self.mostAttoseconds { return .min }
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return whole.saturatingAdd(quotient + (remainder > 0 ? 1 : 0))
  }
}

extension Int64 {
  func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}

/// Time inside the core: nanoseconds since the clock's zero, and `never` for what does not come.
typealias Nanoseconds = UInt64

extension Nanoseconds {
  static var never: Nanoseconds { .max }

  var instant: RunLoop.Instant {
    RunLoop.Instant(nanoseconds: self > UInt64(Int64.max) ? .max : Int64(self))
  }
}
