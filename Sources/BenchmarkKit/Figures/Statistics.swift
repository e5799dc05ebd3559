/// Statistics of a few rounds. Medians throughout: a single disturbed round does not move a figure.
public enum Statistics {
  /// The middle value, or the mean of the two in the middle; 0 for none.
  public static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The median distance from the median: the spread of rounds, independent of single outliers.
  public static func medianAbsoluteDeviation(_ values: [Double]) -> Double {
    let middle = median(values)
    return median(values.map { abs($0 - middle) })
  }

  /// The smallest value that `percent` of the values do not exceed; 0 for none.
  public static func percentile(_ percent: Double, of values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[Int(rank(percent, of: Double(values.count))) - 1]
  }

  /// Which of `count` sorted values a percentile is, from 1 on. A percentage below 0 is taken for 0, one above 100 for 100, and
  /// what is no number for 0.
  static func rank(_ percent: Double, of count: Double) -> Double {
    let percent = percent > 0 ? min(percent, 100) : 0
    return min(max((percent / 100 * count).rounded(.up), 1), count)
  }

  /// A percentile with fewer samples beyond it than this is another name for the maximum.
  public static let fewestBeyond: UInt64 = 10

  /// The number of values, of this total, that lie beyond a percentile.
  public static func samples(beyond percent: Double, of count: UInt64) -> UInt64 {
    // In this order: 99.9 % of 10,000 are 9,990, and not a rounding error more.
    let rank = (percent * Double(count) / 100).rounded(.up)
    return rank > 0 ? rank < Double(count) ? count - UInt64(rank) : 0 : count
  }
}
