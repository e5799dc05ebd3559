/// Counts of times in buckets of about constant relative width: 90 for each power of ten, from a
/// microsecond to a thousand seconds.
///
/// Divided at decimal places, so that counts below 50 ms or 250 ms are exact. A bucket's width is at most a tenth of its
/// times: less than the error of a watcher.
struct TimeHistogram: Sendable, Equatable {
  /// Number of decades; one more bucket is below a microsecond, and one above a thousand seconds.
  private static let decades = 9
  private static let bucketCount = decades * 90 + 2
  private static let shortest: UInt64 = 1_000

  private var counts = [UInt64](repeating: 0, count: bucketCount)
  private(set) var count: UInt64 = 0
  /// Nanoseconds, all together.
  private(set) var sum: UInt64 = 0
  private(set) var largest: UInt64 = 0

  mutating func record(_ time: UInt64) {
    counts[Self.bucket(of: time)] &+= 1
    count &+= 1
    sum &+= time
    largest = max(largest, time)
  }

  private static func bucket(of time: UInt64) -> Int {
    guard time >= shortest else { return 0 }
    var unit = shortest / 10
    for decade in 0..<decades {
      // Two leading digits: 10 to 99.
      let digits = time / unit
      if digits < 100 { return 1 + decade * 90 + Int(digits) - 10 }
      unit *= 10
    }
    return bucketCount - 1
  }

  /// The first time that is above the bucket.
  private static func limit(of bucket: Int) -> UInt64 {
    if bucket == 0 { return shortest }
    if bucket == bucketCount - 1 { return .max }
    var unit = shortest / 10
    for _ in 0..<(bucket - 1) / 90 { unit *= 10 }
    return UInt64((bucket - 1) % 90 + 11) * unit
  }

  /// Number of times below each of the limits. Exact where a limit has at most two significant digits.
  func counts(below limits: [UInt64]) -> [UInt64] {
    var result: [UInt64] = []
    var seen: UInt64 = 0
    var bucket = 0
    for limit in limits {
      while bucket < counts.count, Self.limit(of: bucket) <= limit {
        seen += counts[bucket]
        bucket += 1
      }
      result.append(seen)
    }
    return result
  }

  /// The percentile of the times, at most a tenth too large; 0 for no times.
  func percentile(_ percent: Double) -> UInt64 {
    guard count > 0 else { return 0 }
    let wanted = max(1, UInt64((min(max(percent, 0), 100) / 100 * Double(count)).rounded(.up)))
    var seen: UInt64 = 0
    for (bucket, here) in counts.enumerated() where here > 0 {
      seen += here
      if seen >= wanted { return min(Self.limit(of: bucket), largest) }
    }
    return largest
  }
}
