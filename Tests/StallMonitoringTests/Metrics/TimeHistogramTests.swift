import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

@Suite("A histogram of times", .hangLimit)
struct TimeHistogramTests {
  @Test("is exact at limits of two digits, for any times")
  func exact() {
    var dice = SplitMix(1)
    var histogram = TimeHistogram()
    var times: [UInt64] = [
      0, 1, 999, 1000, 49_999_999, 50_000_000, 999_999_999_999, 1_000_000_000_000, .max / 2,
    ]
    for _ in 0..<5000 {
      times.append(UInt64.random(in: 0...(1 << UInt64.random(in: 1...42, using: &dice)), using: &dice))
    }
    for time in times { histogram.record(time) }
    let limits: [UInt64] = [
      1000, 2000, 50_000, 1_000_000, 50_000_000, 250_000_000, 500_000_000, 1_000_000_000, 990_000_000_000,
    ]
    #expect(histogram.counts(below: limits) == limits.map { limit in UInt64(times.count { $0 < limit }) })
    #expect(histogram.count == UInt64(times.count))
  }

  @Test("has a time of just a limit above it, at every limit of two digits")
  func edges() {
    for decade in 0..<9 {
      var unit: UInt64 = 100
      for _ in 0..<decade { unit *= 10 }
      for digits in 10...99 as ClosedRange<UInt64> {
        var histogram = TimeHistogram()
        histogram.record(digits * unit)
        histogram.record(digits * unit - 1)
        #expect(histogram.counts(below: [digits * unit, (digits + 1) * unit]) == [1, 2], "\(digits * unit)")
      }
    }
  }

  @Test("has percentiles of few times by their rank, rounded up")
  func ranks() {
    var histogram = TimeHistogram()
    for time in [1, 2, 3, 4, 5, 6, 7] as [UInt64] { histogram.record(time * 10_000_000) }
    for (percent, milliseconds) in [
      (90, 70), (86, 70), (85, 60), (50, 40), (14, 10), (15, 20), (1, 10), (99.9, 70),
    ] as [(Double, UInt64)] {
      let found = histogram.percentile(percent)
      #expect(
        found >= milliseconds * 1_000_000 && found < (milliseconds + 2) * 1_000_000, "p\(percent): \(found)")
    }
    #expect(histogram.percentile(100) == 70_000_000 && histogram.percentile(200) == 70_000_000)
  }

  @Test("has percentiles that that are at most a tenth too large")
  func percentiles() {
    var histogram = TimeHistogram()
    for time in 1...1000 as ClosedRange<UInt64> { histogram.record(time * 1_000_000) }
    for (percent, exact) in [(50.0, 500), (90, 900), (99, 990), (100, 1000), (0, 1)] as [(Double, UInt64)] {
      let found = histogram.percentile(percent)
      #expect(found >= exact * 1_000_000 && Double(found) <= Double(exact) * 1_100_000, "\(percent)")
    }
    #expect(TimeHistogram().percentile(99) == 0)
  }
}
