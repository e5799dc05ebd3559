import TestHarness
import Testing

@testable import BenchmarkKit

/// Comparisons called chance a difference, or a difference chance.
@Suite("Chance and difference in comparisons", .hangLimit)
struct ChanceCountsAsADifferenceTests {
  private func row(_ old: [Double], _ new: [Double]) throws -> Comparison.Row {
    let old = Report(machine: someMachine, results: [Measurement("turn", values: old)])
    let new = Report(machine: someMachine, results: [Measurement("turn", values: new)])
    return try #require(Comparison(old: old, new: new).rows.first)
  }

  /// Rounds whose median distance from their median is `spread`.
  private func rounds(_ median: Double, spread: Double) -> [Double] {
    [median - 2 * spread, median - spread, median, median + spread, median + 2 * spread]
  }

  @Test("The new run's rounds count as noise when the old run's are alike")
  func newRunIsWide() throws {
    #expect(try row(rounds(100, spread: 0), rounds(120, spread: 10)).verdict == .same)
    #expect(try row(rounds(100, spread: 0), rounds(80, spread: 10)).verdict == .same)
  }

  @Test("The old run's rounds count as noise when the new run's are alike")
  func oldRunIsWide() throws {
    #expect(try row(rounds(100, spread: 10), rounds(120, spread: 0)).verdict == .same)
    #expect(try row(rounds(100, spread: 10), rounds(80, spread: 0)).verdict == .same)
  }

  @Test("The noise is three standard deviations of both runs' rounds, relative to the old median")
  func noise() throws {
    // A spread of 3 is a deviation of 4.4478; with one of 4, that is 5.9304, they come to 7.413.
    let noise = try row(rounds(200, spread: 3), rounds(200, spread: 4)).noise
    #expect(abs(noise - 3 * 7.413 / 200) < 1e-9)
    #expect(try abs(row(rounds(100, spread: 0), rounds(300, spread: 10)).noise - 3 * 14.826 / 100) < 1e-9)
  }

  @Test("A difference of two and a half deviations is chance, one of three and a half is not")
  func deviations() throws {
    let deviation = 1.4826 * 2
    for sign in [-1.0, 1] {
      #expect(
        try row(rounds(100, spread: 2), rounds(100 + sign * 2.5 * deviation, spread: 0)).verdict == .same)
      #expect(
        try row(rounds(100, spread: 2), rounds(100 + sign * 3.5 * deviation, spread: 0)).verdict
          == (sign < 0 ? .faster : .slower))
    }
  }

  @Test("Four percent less is faster, and four percent more is slower, where the rounds are alike")
  func fourPercent() throws {
    #expect(try row([100, 100, 100], [96, 96, 96]).verdict == .faster)
    #expect(try row([100, 100, 100], [104, 104, 104]).verdict == .slower)
    #expect(try row([100, 100, 100], [98, 98, 98]).verdict == .same)
    #expect(try row([100, 100, 100], [102, 102, 102]).verdict == .same)
    #expect(try row([100, 100, 100], [100, 100, 100]).noise == 0.03)
  }

  @Test("A percentile's rank is rounded up: of seven values the seventh is the first that 90 % do not exceed")
  func percentileRank() {
    let values: [Double] = [7, 3, 1, 6, 2, 5, 4]
    // 6.3 of seven values, 3.5, 1.75, 6.93.
    #expect(Statistics.percentile(90, of: values) == 7)
    #expect(Statistics.percentile(50, of: values) == 4)
    #expect(Statistics.percentile(25, of: values) == 2)
    #expect(Statistics.percentile(99, of: values) == 7)
    // 3.99 is 4, and not 5.
    #expect(Statistics.percentile(57, of: values) == 4)
  }
}
