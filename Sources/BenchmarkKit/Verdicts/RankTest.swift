import LinuxSystem
import Synchronization

/// Two samples by the ranks of their values (Mann and Whitney): whether one lies above the other, and by how much.
///
/// The test is a permutation test. If both samples come from the same source, each way to deal the values out to the two is as
/// likely as any other, whatever their distribution; the error rate follows from counting those ways. Ranks, since a process that
/// something else disturbed has a value far off, and must not weigh more than any other.
public enum RankTest {
  /// Up to this number of values of both together the ways are counted; beyond, the sum of ranks is nearly normal.
  static let mostCounted = 40

  /// How likely samples as different as these, or more, are when nothing differs: of both directions together.
  ///
  /// 1 where a sample is empty.
  public static func probability(_ first: [Double], _ second: [Double]) -> Double {
    guard !first.isEmpty, !second.isEmpty else { return 1 }
    let ranks = doubledRanks(first + second)
    let sum = ranks[..<first.count].reduce(0, +)
    guard ranks.count <= mostCounted else { return normalProbability(ranks, first.count, sum) }
    let hasTies = Set(ranks).count < ranks.count
    let ways = hasTies ? waysBySum(ranks, first.count) : waysWithoutTies(first.count, of: ranks.count)
    let all = ways.reduce(0, +)
    let below = ways[...sum].reduce(0, +), above = ways[sum...].reduce(0, +)
    return Swift.min(1, 2 * Swift.min(below, above) / all)
  }

  /// The median of all differences of a value of the second sample to one of the first (Hodges and Lehmann).
  public static func shift(from first: [Double], to second: [Double]) -> Double {
    Statistics.median(differences(first, second))
  }

  /// The interval of the shift, with a given confidence: the shifts that the test at that level would not reject.
  ///
  /// With too few values for the confidence, all differences.
  public static func interval(
    from first: [Double], to second: [Double], confidence: Double
  ) -> ClosedRange<Double>? {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    let sorted = differences(first, second).sorted()
    let cut = Swift.min(cut(first.count, second.count, (1 - confidence) / 2), (sorted.count - 1) / 2)
    return sorted[cut]...sorted[sorted.count - 1 - cut]
  }

  // MARK: Counting

  /// Twice each value's rank, from 2 on; equal values share the mean of their ranks.
  static func doubledRanks(_ values: [Double]) -> [Int] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Int](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
      // The ranks are start + 1 to end + 1.
      for place in start...end { ranks[order[place]] = start + end + 2 }
      start = end + 1
    }
    return ranks
  }

  /// In how many ways `count` of the ranks have each sum.
  static func waysBySum(_ ranks: [Int], _ count: Int) -> [Double] {
    let most = ranks.reduce(0, +)
    var ways = [[Double]](repeating: [Double](repeating: 0, count: most + 1), count: count + 1)
    ways[0][0] = 1
    var taken = 0, reached = 0
    for rank in ranks {
      taken = Swift.min(taken + 1, count)
      reached += rank
      for size in stride(from: taken, to: 0, by: -1) {
        for sum in stride(from: reached, through: rank, by: -1) {
          ways[size][sum] += ways[size - 1][sum - rank]
        }
      }
    }
    return ways[count]
  }

  private static let tables = Mutex<[SIMD2<Int>: [Double]]>([:])

  /// The ways of twice the ranks from 1 to `all`: each of them is counted once.
  private static func waysWithoutTies(_ count: Int, of all: Int) -> [Double] {
    tables.withLock { tables in
      if let ways = tables[[count, all]] { return ways }
      let ways = waysBySum((1...all).map { 2 * $0 }, count)
      tables[[count, all]] = ways
      return ways
    }
  }

  /// The index of the interval's lower end among the sorted differences: at most `part` of the permutations have a smaller rank sum.
  private static func cut(_ first: Int, _ second: Int, _ part: Double) -> Int {
    let count = first + second
    guard count <= mostCounted else {
      let deviation = (Double(first * second * (count + 1)) / 12).squareRoot()
      return Swift.max(0, Int(Double(first * second) / 2 - quantile(part) * deviation - 0.5))
    }
    let ways = waysWithoutTies(first, of: count)
    let all = ways.reduce(0, +)
    var seen = 0.0
    // The number of pairs in which the first sample's value is the larger one, from 0 on; sums are doubled.
    for cut in 0...first * second {
      seen += ways[first * (first + 1) + 2 * cut]
      if seen > part * all { return Swift.max(0, cut - 1) }
    }
    return 0
  }

  private static func differences(_ first: [Double], _ second: [Double]) -> [Double] {
    second.flatMap { value in first.map { value - $0 } }
  }

  // MARK: The normal distribution

  private static func normalProbability(_ ranks: [Int], _ count: Int, _ sum: Int) -> Double {
    let all = Double(ranks.count), part = Double(count)
    let mean = Double(ranks.reduce(0, +)) / all
    let squares = ranks.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    let deviation = (part * (all - part) / (all * (all - 1)) * squares).squareRoot()
    guard deviation > 0 else { return 1 }
    // A rank is counted twice: half a rank is 1.
    let distance = Swift.max(0, abs(Double(sum) - part * mean) - 1)
    return Swift.min(1, erfc(distance / deviation / 2.0.squareRoot()))
  }

  /// The distance from the mean, in deviations, that so small a part lies beyond.
  static func quantile(_ part: Double) -> Double {
    var low = 0.0, high = 40.0
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if erfc(middle / 2.0.squareRoot()) / 2 > part { low = middle } else { high = middle }
    }
    return high
  }
}
