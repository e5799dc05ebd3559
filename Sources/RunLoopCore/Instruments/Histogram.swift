extension RunLoop {
  /// Counts of durations, by powers of two of nanoseconds.
  public struct Histogram: Hashable, Sendable, CustomStringConvertible {
    /// The number of buckets: one for each power of two nanoseconds.
    public static let bucketCount = 48
    /// `counts[n]`: durations of at least 2ⁿ and less than 2ⁿ⁺¹ nanoseconds; the first has 0 too, the last all longer.
    public var counts: [UInt64]

    /// An empty histogram.
    public init() {
      counts = Array(repeating: 0, count: Self.bucketCount)
    }

    @inline(__always)
    static func bucket(of nanoseconds: UInt64) -> Int {
      min(63 - (nanoseconds | 1).leadingZeroBitCount, bucketCount - 1)
    }

    /// The number of counted values.
    public var total: UInt64 { counts.reduce(0, &+) }

    /// The upper end of the bucket in which the quantile (0.5: the median) lies; nil when nothing was counted.
    public func upperBound(ofQuantile quantile: Double) -> Duration? {
      let total = self.total
      guard total > 0 else { return nil }
      // NaN counts as 0.
      let share = quantile > 0 ? min(quantile, 1) : 0
      let wanted = max(1, UInt64((Double(total) * share).rounded(.up)))
      var sum: UInt64 = 0
      for (bucket, count) in counts.enumerated() {
        sum += count
        if sum >= wanted { return .nanoseconds(Int64(1) << Int64(bucket + 1)) }
      }
      return nil
    }

    /// A line for each bucket from the first to the last that is not empty.
    public var description: String {
      guard let first = counts.firstIndex(where: { $0 > 0 }), let last = counts.lastIndex(where: { $0 > 0 })
      else { return "nothing counted" }
      let most = counts.max() ?? 1
      return (first...last).map { bucket in
        let bar = String(
          repeating: "#", count: Int((Double(counts[bucket]) / Double(most) * 40).rounded(.up)))
        return "  < \(Self.text(Int64(1) << Int64(bucket + 1))): \(counts[bucket]) \(bar)"
      }.joined(separator: "\n")
    }

    private static func text(_ nanoseconds: Int64) -> String {
      switch nanoseconds {
      case ..<10_000: "\(nanoseconds) ns"
      case ..<10_000_000: "\(nanoseconds / 1_000) us"
      case ..<10_000_000_000: "\(nanoseconds / 1_000_000) ms"
      default: "\(nanoseconds / 1_000_000_000) s"
      }
    }
  }
}
