import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("Statistics of rounds", .hangLimit)
struct StatisticsTests {
  @Test("have percentiles that are values of the rounds, in any order of these, and never beyond them")
  func percentiles() {
    let values: [Double] = [30, 10, 50, 20, 40]
    for (percent, value) in [
      (0, 10), (1, 10), (20, 10), (20.1, 20), (40, 20), (50, 30), (60, 30), (80, 40), (81, 50), (100, 50),
      (120, 50),
    ] as [(Double, Double)] {
      #expect(Statistics.percentile(percent, of: values) == value, "p\(percent)")
    }
    #expect(Statistics.percentile(50, of: [9]) == 9)
    #expect(Statistics.percentile(50, of: []) == 0)
  }

  @Test("have a median in the middle, whether their number is odd or even")
  func medians() {
    #expect(Statistics.median([]) == 0 && Statistics.median([4]) == 4)
    #expect(Statistics.median([9, 1]) == 5 && Statistics.median([9, 1, 2]) == 2)
    #expect(Statistics.median([8, 2, 4, 1]) == 3)
  }

  @Test("have a spread that counts the rounds above the median and those below alike")
  func spread() {
    #expect(Statistics.medianAbsoluteDeviation([10, 10, 10, 14, 18]) == 0)
    #expect(Statistics.medianAbsoluteDeviation([2, 6, 10, 10, 10]) == 0)
    #expect(Statistics.medianAbsoluteDeviation([1, 5, 10, 16, 19]) == 6)
    #expect(Statistics.medianAbsoluteDeviation([4, 6]) == 1)
    #expect(Statistics.medianAbsoluteDeviation([]) == 0)
  }

  @Test("of a measurement are those of its rounds, or else of all its latencies")
  func measurement() {
    let rounds = Measurement("turn", values: [12, 10, 11, 19])
    #expect(rounds.rounds == 4 && rounds.median == 11.5 && rounds.spread == 1)
    #expect(rounds.min == 10 && rounds.max == 19 && rounds.samples == 4)
    #expect(rounds.p50 == nil && rounds.p90 == nil)
    #expect(!rounds.hasLatencies)
    var latencies = Histogram()
    for value in 1...1000 as ClosedRange<UInt64> { latencies.record(value) }
    let wake = Measurement("wake", values: [500, 510], latencies: latencies)
    #expect(wake.median == 505 && wake.min == 1 && wake.max == 1000 && wake.hasLatencies)
    #expect(wake.p50 == 500 && wake.p90 == 900 && wake.p99 == 990 && wake.p999 == nil && wake.samples == 1000)
  }
}

@Suite("Figures for people", .hangLimit)
struct QuantityTests {
  @Test(
    "have three digits and the unit that suits them",
    arguments: [
      (9.99, "ns", "9.99 ns"), (9.994, "ns", "9.99 ns"), (9.995, "ns", "10.0 ns"), (99.94, "ns", "99.9 ns"),
      (99.95, "ns", "100 ns"), (0.05, "ns", "0.05 ns"), (10.04, "ns", "10.0 ns"), (1e6, "ns", "1.00 ms"),
      (96, "bytes", "96.0 bytes"), (9_999, "bytes", "9999 bytes"), (12_345, "bytes", "12.3 kB"),
      (10_000, "bytes", "10.0 kB"), (456_789, "bytes", "457 kB"), (1_500_000, "bytes", "1.50 MB"),
      (2.5e9, "bytes", "2.50 GB"), (12.34, "%", "12.3 %"), (-0.001, "ns", "0.00 ns"),
      (-45.67, "ns", "-45.7 ns"),
    ])
  func text(_ value: Double, _ unit: String, _ text: String) {
    #expect(Quantity.text(value, unit: unit) == text)
  }

  @Test("that are no numbers are a dash")
  func none() {
    #expect(Quantity.digits(.nan) == "–" && Quantity.fixed(.infinity, 2) == "–")
    #expect(
      Quantity.fixed(1.005e15, 0) == "–" && Quantity.fixed(1.5, 0) == "2"
        && Quantity.fixed(-0.5, 3) == "-0.500")
  }
}
