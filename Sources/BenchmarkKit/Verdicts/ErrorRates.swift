import LinuxSystem

/// What several verdicts at a time ask for, and how often verdicts were wrong.
public enum ErrorRates {
  /// Probabilities of several tests with all of them taken into account (Benjamini and Hochberg).
  ///
  /// Of what is called different by a bound on these, at most that part is called so by chance, on average; and where nothing
  /// differs at all, anything is called different at most so often.
  public static func adjusted(_ probabilities: [Double]) -> [Double] {
    let order = probabilities.indices.sorted { probabilities[$0] < probabilities[$1] }
    var adjusted = probabilities
    var least = 1.0
    for (place, index) in order.enumerated().reversed() {
      least = min(least, probabilities[index] * Double(order.count) / Double(place + 1))
      adjusted[index] = least
    }
    return adjusted
  }

  /// The fewest processes of each of two programs with which one row of several can be called different at all.
  public static func fewestPairs(rows: Int, errorRate: Double) -> Int {
    var pairs = 1
    var ways = 2.0
    // The most extreme of all ways to deal the values out, of both directions.
    while 2 / ways > errorRate / Double(max(1, rows)) {
      pairs += 1
      ways *= Double(2 * pairs) * Double(2 * pairs - 1) / Double(pairs * pairs)
    }
    return pairs
  }

  /// How many processes of each program find a difference in 95 of 100 comparisons, with this noise between processes.
  ///
  /// - Parameters:
  ///   - difference: a part of the figure, as 0.05.
  ///   - noise: the standard deviation between processes, as such a part, too.
  public static func pairs(
    toFind difference: Double, noise: Double, rows: Int, errorRate: Double
  ) -> Int {
    let fewest = fewestPairs(rows: rows, errorRate: errorRate)
    guard difference > 0, noise > 0 else { return fewest }
    let distance = RankTest.quantile(errorRate / Double(2 * max(1, rows))) + RankTest.quantile(0.05)
    // The test of ranks needs π / 3 as many values as the best one for a normal distribution.
    let pairs = 2 * (distance * noise / difference) * (distance * noise / difference) * .pi / 3
    return max(fewest, Int(min(pairs, 1e6).rounded(.up)))
  }

  /// The largest rate at which at most `seen` of `count` events still occur once in twenty times (Clopper and Pearson).
  public static func upperBound(_ seen: Int, of count: Int, confidence: Double = 0.95) -> Double {
    guard count > 0, seen < count else { return 1 }
    var low = 0.0, high = 1.0
    for _ in 0..<60 {
      let rate = (low + high) / 2
      if probability(atMost: seen, of: count, rate: rate) > 1 - confidence { low = rate } else { high = rate }
    }
    return high
  }

  /// The probability that at most `seen` of `count` trials succeed, each with the probability `rate`.
  static func probability(atMost seen: Int, of count: Int, rate: Double) -> Double {
    guard rate > 0 else { return 1 }
    guard rate < 1 else { return seen >= count ? 1 : 0 }
    return (0...seen).reduce(0.0) { sum, number in
      sum
        + exp(
          logBinomial(count, number) + Double(number) * log(rate) + Double(count - number) * log1p(-rate))
    }
  }

  private static func logBinomial(_ count: Int, _ number: Int) -> Double {
    (0..<number).reduce(0.0) { $0 + log(Double(count - $1)) - log(Double($1 + 1)) }
  }
}
