import LinuxSystem
import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("The test of two samples by their ranks", .hangLimit)
struct RankTestTests {
  /// All ways to deal the values out, one by one.
  private func byCounting(_ first: [Double], _ second: [Double]) -> Double {
    let ranks = RankTest.doubledRanks(first + second)
    let sum = ranks[..<first.count].reduce(0, +)
    var below = 0, above = 0, all = 0
    for set in 0..<1 << ranks.count where set.nonzeroBitCount == first.count {
      let here = ranks.indices.reduce(0) { set >> $1 & 1 == 1 ? $0 + ranks[$1] : $0 }
      all += 1
      below += here <= sum ? 1 : 0
      above += here >= sum ? 1 : 0
    }
    return min(1, 2 * Double(min(below, above)) / Double(all))
  }

  @Test("has the probabilities of the tables")
  func knownAnswers() {
    #expect(RankTest.probability([1, 2, 3], [4, 5, 6]) == 0.1)
    #expect(RankTest.probability([4, 5, 6], [1, 2, 3]) == 0.1)
    #expect(abs(RankTest.probability([1, 2, 3, 4], [5, 6, 7, 8]) - 2.0 / 70) < 1e-12)
    #expect(abs(RankTest.probability([1, 2, 3, 4, 6], [5, 7, 8, 9, 10]) - 4.0 / 252) < 1e-12)
    #expect(
      abs(RankTest.probability((0..<10).map(Double.init), (10..<20).map(Double.init)) - 2.0 / 184_756) < 1e-15
    )
    #expect(RankTest.probability([1, 4], [2, 3]) == 1)
    #expect(RankTest.probability([], [1, 2]) == 1 && RankTest.probability([1], []) == 1)
  }

  @Test("is that of counting every way, also of equal values")
  func againstCounting() {
    var dice = Dice(seed: 5)
    for _ in 0..<60 {
      let first = (0..<dice.roll(below: 5) + 1).map { _ in Double(dice.roll(below: 6)) }
      let second = (0..<dice.roll(below: 5) + 1).map { _ in Double(dice.roll(below: 6)) }
      #expect(
        abs(RankTest.probability(first, second) - byCounting(first, second)) < 1e-12, "\(first) \(second)")
    }
    #expect(RankTest.probability([3, 3, 3], [3, 3, 3]) == 1)
  }

  @Test("gives equal values the mean of their ranks")
  func ranks() {
    #expect(RankTest.doubledRanks([10, 30, 20]) == [2, 6, 4])
    #expect(RankTest.doubledRanks([5, 5, 1, 5]) == [6, 6, 2, 6])
    #expect(RankTest.doubledRanks([]) == [])
  }

  @Test("of many values is nearly that of counting")
  func normal() {
    let first = (0..<25).map { Double($0) }, second = (0..<25).map { Double($0) + 6.5 }
    let ranks = RankTest.doubledRanks(first + second)
    let ways = RankTest.waysBySum(ranks, 25)
    let sum = ranks[..<25].reduce(0, +)
    let counted = 2 * ways[...sum].reduce(0, +) / ways.reduce(0, +)
    let normal = RankTest.probability(first, second)
    // On the safe side of it.
    #expect(normal < 0.01 && normal > counted && normal < 1.2 * counted, "\(normal) \(counted)")
    #expect(abs(RankTest.quantile(0.025) - 1.959964) < 1e-5)
    #expect(RankTest.probability(first, first) == 1)
    #expect(RankTest.probability(Array(repeating: 1, count: 30), Array(repeating: 1, count: 30)) == 1)
  }

  @Test("gives the shift as the median of all differences, which one bad value does not move")
  func shift() {
    #expect(RankTest.shift(from: [1, 2, 3], to: [4, 5, 6]) == 3)
    #expect(RankTest.shift(from: [1, 2, 3, 4, 5], to: [3, 4, 5, 6, 1000]) == 2)
    #expect(RankTest.shift(from: [], to: [1]) == 0)
  }

  @Test("gives the interval of the tables: of five and five, the third difference from both ends")
  func interval() {
    let first: [Double] = [0, 10, 20, 30, 40], second: [Double] = [1, 12, 24, 38, 55]
    let differences = second.flatMap { value in first.map { value - $0 } }.sorted()
    #expect(
      RankTest.interval(from: first, to: second, confidence: 0.95) == differences[2]...differences[22])
    // P(U = 0) of four and four is 1/70, of three and three 1/20: more than half of 5 %.
    #expect(RankTest.interval(from: [1, 2, 3, 4], to: [1, 2, 3, 4], confidence: 0.95) == -3...3)
    #expect(RankTest.interval(from: [1, 2, 3], to: [1, 2, 3], confidence: 0.95) == -2...2)
    #expect(RankTest.interval(from: [], to: [1], confidence: 0.95) == nil)
    // The normal distribution's beyond forty values is about as wide as the counted one.
    let many = (0..<20).map(Double.init), more = (0..<21).map(Double.init)
    let counted = RankTest.interval(from: many, to: many, confidence: 0.95)
    let normal = RankTest.interval(from: more, to: more, confidence: 0.95)
    #expect(
      counted == -4...4 && normal == -4...4, "\(String(describing: counted)) \(String(describing: normal))")
  }

  @Test("covers the true shift as often as it says")
  func coverage() {
    var dice = Dice(seed: 11)
    var covered = 0
    for _ in 0..<400 {
      let first = (0..<8).map { _ in dice.gaussian() }, second = (0..<8).map { _ in dice.gaussian() + 1 }
      if RankTest.interval(from: first, to: second, confidence: 0.95)?.contains(1) == true { covered += 1 }
    }
    #expect((370...396).contains(covered), "\(covered) of 400")
  }
}

@Suite("Error rates", .hangLimit)
struct ErrorRateTests {
  @Test("by Benjamini and Hochberg weigh the smallest probability most, and keep the order")
  func adjusted() {
    // 0.01 × 4 / 1 is more than 0.015 × 4 / 2, and takes its place; 0.6 × 4 / 4.
    let adjusted = ErrorRates.adjusted([0.6, 0.01, 0.03, 0.015])
    for (value, wanted) in zip(adjusted, [0.6, 0.03, 0.04, 0.03]) { #expect(abs(value - wanted) < 1e-12) }
    #expect(ErrorRates.adjusted([0.5, 0.9]) == [0.9, 0.9] && ErrorRates.adjusted([]) == [])
    #expect(ErrorRates.adjusted([0.2]) == [0.2])
  }

  @Test("ask for so many processes that a verdict is possible")
  func pairs() {
    // 2 of C(10, 5) = 252 ways are 0.8 %, of C(8, 4) = 70 are 2.9 %; 2 of C(20, 10) are 0.001 %.
    #expect(ErrorRates.fewestPairs(rows: 1, errorRate: 0.01) == 5)
    #expect(ErrorRates.fewestPairs(rows: 1, errorRate: 0.03) == 4)
    #expect(ErrorRates.fewestPairs(rows: 75, errorRate: 0.01) == 9)
    #expect(ErrorRates.fewestPairs(rows: 900, errorRate: 0.01) == 10)
    #expect(ErrorRates.fewestPairs(rows: 0, errorRate: 1) == 1)
  }

  @Test("say how many processes find a difference")
  func pairsToFind() {
    // (2.5758 + 1.6449)² × 2 × π / 3 = 37.3 where noise and difference are alike.
    #expect(ErrorRates.pairs(toFind: 0.05, noise: 0.05, rows: 1, errorRate: 0.01) == 38)
    #expect(ErrorRates.pairs(toFind: 0.05, noise: 0.025, rows: 1, errorRate: 0.01) == 10)
    #expect(ErrorRates.pairs(toFind: 0.05, noise: 0, rows: 75, errorRate: 0.01) == 9)
    #expect(ErrorRates.pairs(toFind: 0, noise: 1, rows: 1, errorRate: 0.01) == 5)
    #expect(ErrorRates.pairs(toFind: 1e-9, noise: 1, rows: 1, errorRate: 0.01) == 1_000_000)
  }

  @Test("have the upper bounds of Clopper and Pearson")
  func bounds() {
    // None of n: 1 - 0.05^(1/n).
    #expect(abs(ErrorRates.upperBound(0, of: 100) - (1 - pow(0.05, 0.01))) < 1e-9)
    #expect(abs(ErrorRates.upperBound(1, of: 100) - 0.04656) < 1e-4)
    #expect(abs(ErrorRates.upperBound(10, of: 100) - 0.16372) < 1e-4)
    #expect(ErrorRates.upperBound(3, of: 3) == 1 && ErrorRates.upperBound(0, of: 0) == 1)
    #expect(abs(ErrorRates.probability(atMost: 1, of: 4, rate: 0.5) - 5.0 / 16) < 1e-12)
    #expect(ErrorRates.probability(atMost: 0, of: 4, rate: 0) == 1)
    #expect(ErrorRates.probability(atMost: 3, of: 4, rate: 1) == 0)
  }
}

extension Dice {
  /// A number between 0 and 1, and not 0.
  mutating func part() -> Double { (Double(roll(below: 1 << 30)) + 0.5) / Double(1 << 30) }

  /// Of a normal distribution around 0, with a deviation of 1.
  mutating func gaussian() -> Double { (-2 * log(part())).squareRoot() * cos(2 * .pi * part()) }
}
