import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("A histogram", .hangLimit)
struct HistogramTests {
  /// Values over the whole range, the same each time.
  private func values(_ count: Int) -> [UInt64] {
    var state: UInt64 = 88_172_645_463_325_252
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return (state >> 20) >> (state % 40)
    }
  }

  @Test("gives the percentiles of sorting, at most a thousandth larger and never smaller")
  func percentiles() {
    let values = values(20_000)
    var histogram = Histogram()
    for value in values { histogram.record(value) }
    let sorted = values.sorted()
    for percent in [0.0, 1, 10, 50, 90, 99, 99.9, 99.99, 100] {
      let rank = max(1, Int((percent / 100 * Double(sorted.count)).rounded(.up)))
      let exact = sorted[rank - 1]
      let found = histogram.percentile(percent)
      #expect(found >= exact)
      #expect(Double(found) <= Double(exact) * 1.001 + 1, "p\(percent)")
    }
    #expect(histogram.min == sorted.first)
    #expect(histogram.max == sorted.last)
    #expect(histogram.count == 20_000)
    let mean = values.reduce(0.0) { $0 + Double($1) } / 20_000
    #expect(abs(histogram.mean - mean) <= mean * 1e-9)
  }

  @Test("tells every value's bucket, and buckets meet without a gap")
  func buckets() {
    var next: UInt64 = 0
    for bucket in 0..<Histogram.bucketCount {
      let range = Histogram.values(of: bucket)
      #expect(range.lowerBound == next)
      #expect(Histogram.bucket(of: range.lowerBound) == bucket)
      #expect(Histogram.bucket(of: range.upperBound) == bucket)
      #expect(range.upperBound - range.lowerBound <= range.lowerBound / 1000)
      next = range.upperBound + 1
    }
    #expect(next == 1 << 45)
  }

  @Test("counts what is too large in its last bucket, and still knows the largest")
  func large() {
    var histogram = Histogram()
    histogram.record(.max)
    histogram.record(5)
    #expect(histogram.max == .max)
    #expect(histogram.percentile(50) == 5)
    #expect(histogram.percentile(100) == .max)
  }

  @Test("merged is as if everything was recorded in one")
  func merging() {
    let values = values(2_000)
    var all = Histogram()
    var even = Histogram()
    var odd = Histogram()
    for (index, value) in values.enumerated() {
      all.record(value)
      if index % 2 == 0 { even.record(value) } else { odd.record(value) }
    }
    even.merge(odd)
    #expect(even.steps == all.steps)
    #expect(even.percentile(99) == all.percentile(99))
    #expect(even.min == all.min && even.max == all.max && even.count == all.count)
  }

  @Test("with an intended interval counts the measurements that a slow one kept from starting")
  func omission() {
    var histogram = Histogram()
    for _ in 0..<99 { histogram.record(10, intendedInterval: 100) }
    histogram.record(10_000, intendedInterval: 100)
    // 10000, and 9900, 9800, … 100 for the 99 that should have started meanwhile.
    #expect(histogram.count == 199)
    #expect(histogram.percentile(50) >= 100)
    #expect(histogram.max == 10_000)
  }

  @Test("of nothing gives zeros")
  func empty() {
    let histogram = Histogram()
    #expect(histogram.percentile(50) == 0 && histogram.min == 0 && histogram.max == 0 && histogram.mean == 0)
    #expect(histogram.steps.isEmpty)
    var used = Histogram()
    used.record(7, times: 3)
    used.removeAll()
    #expect(used == histogram)
  }
}
