/// Counts of values, by value: exact below 2048, and in steps of at most a thousandth of the value above.
///
/// The idea is HdrHistogram's: the range is cut at the powers of two, and each piece into 1024 equal buckets, so that
/// a bucket is as wide, relative to its values, everywhere. Memory does not depend on how much is recorded (280 KB), and
/// recording is a shift and an addition, so that it can be done inside what is measured.
///
/// Values are usually nanoseconds, from 0 to about nine hours; larger ones are counted in the last bucket, and
/// still exact in `max`.
public struct Histogram: Sendable, Equatable {
  /// Pieces have 2^10 buckets.
  static let pieceBits = 10
  /// Values of up to this number of bits are distinguished.
  static let valueBits = 45
  static let bucketCount = (valueBits - pieceBits + 1) << pieceBits

  private var counts: [UInt64]
  /// How many values were recorded.
  public private(set) var count: UInt64 = 0
  private(set) var sum = 0.0
  private var smallest = UInt64.max
  private var largest: UInt64 = 0

  /// An empty histogram, with all of its 280 KB.
  public init() {
    counts = Array(repeating: 0, count: Self.bucketCount)
  }

  /// Whether nothing was recorded.
  public var isEmpty: Bool { count == 0 }
  /// The smallest value, exactly; 0 when there is none.
  public var min: UInt64 { count == 0 ? 0 : smallest }
  /// The largest value, exactly; 0 when there is none.
  public var max: UInt64 { largest }
  /// The mean of the values themselves, not of their buckets.
  public var mean: Double { count == 0 ? 0 : sum / Double(count) }

  // MARK: Recording

  @inline(__always)
  static func bucket(of value: UInt64) -> Int {
    let value = Swift.min(value, (1 << UInt64(valueBits)) - 1)
    let shift = Swift.max(0, 63 - (value | 1).leadingZeroBitCount - pieceBits)
    return (shift << pieceBits) + Int(truncatingIfNeeded: value >> UInt64(shift))
  }

  /// The values that a bucket counts.
  static func values(of bucket: Int) -> ClosedRange<UInt64> {
    if bucket < 2 << pieceBits { return UInt64(bucket)...UInt64(bucket) }
    let shift = UInt64(bucket >> pieceBits) - 1
    let first = UInt64((bucket & ((1 << pieceBits) - 1)) + (1 << pieceBits)) << shift
    return first...(first + (1 << shift) - 1)
  }

  /// Counts a value, usually nanoseconds, in a few instructions.
  public mutating func record(_ value: UInt64) {
    counts[Self.bucket(of: value)] &+= 1
    count &+= 1
    sum += Double(value)
    if value < smallest { smallest = value }
    if value > largest { largest = value }
  }

  /// Counts a value several times at once; 0 times changes nothing.
  public mutating func record(_ value: UInt64, times: UInt64) {
    guard times > 0 else { return }
    counts[Self.bucket(of: value)] &+= times
    count &+= times
    sum += Double(value) * Double(times)
    smallest = Swift.min(smallest, value)
    largest = Swift.max(largest, value)
  }

  /// Records a value of a measurement that was meant to start again every `interval`.
  ///
  /// A measurement that took longer than the interval kept the following ones from starting. Those are recorded too,
  /// each as late as it would have been; left out, the slowest moments would count least (coordinated omission).
  /// A caller that knows the intended starts measures from them instead, and needs no correction.
  public mutating func record(_ value: UInt64, intendedInterval interval: UInt64) {
    record(value)
    guard interval > 0 else { return }
    var late = value
    while late >= 2 * interval {
      late -= interval
      record(late)
    }
  }

  /// Adds another histogram's counts to this one's, as if its values had been recorded here.
  public mutating func merge(_ other: Histogram) {
    for index in counts.indices { counts[index] &+= other.counts[index] }
    count &+= other.count
    sum += other.sum
    smallest = Swift.min(smallest, other.smallest)
    largest = Swift.max(largest, other.largest)
  }

  /// Values that buckets do not hold exactly, for a histogram that is read from a file.
  mutating func setExtremes(_ min: UInt64, _ max: UInt64, sum: Double) {
    guard count > 0 else { return }
    (smallest, largest, self.sum) = (min, max, sum)
  }

  /// Forgets everything and keeps the memory.
  public mutating func removeAll() {
    for index in counts.indices { counts[index] = 0 }
    count = 0
    sum = 0
    smallest = .max
    largest = 0
  }

  // MARK: Reading

  /// The value that `percent` of the values do not exceed: the largest of its bucket, so at most a thousandth too
  /// large, and never too small. 0 when nothing was recorded; the smallest value for less than 0 % and NaN.
  public func percentile(_ percent: Double) -> UInt64 {
    guard count > 0 else { return 0 }
    let rank = Statistics.rank(percent, of: Double(count))
    // In floating point: a rank of the largest counts may be rounded to 2^64.
    if rank >= Double(count) { return largest }
    let wanted = UInt64(rank)
    var seen: UInt64 = 0
    for (index, here) in counts.enumerated() where here > 0 {
      seen += here
      if seen >= wanted { return Swift.min(Self.values(of: index).upperBound, largest) }
    }
    return largest
  }

  /// A bucket in which something was recorded.
  public struct Step: Sendable, Equatable {
    /// The values that the bucket counts: a single one below 2048.
    public var values: ClosedRange<UInt64>
    /// How many values were recorded in this bucket, 1 or more.
    public var count: UInt64
    /// How many values were recorded in this bucket and those below.
    public var upToHere: UInt64
  }

  /// The buckets that are not empty, by value: what a plot is made of.
  public var steps: [Step] {
    var steps: [Step] = []
    var seen: UInt64 = 0
    for (index, here) in counts.enumerated() where here > 0 {
      seen += here
      steps.append(Step(values: Self.values(of: index), count: here, upToHere: seen))
    }
    return steps
  }
}
