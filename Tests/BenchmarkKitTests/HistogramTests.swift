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

  @Test("finds every value's bucket, and buckets meet without a gap")
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

  @Test("has no percentile beyond the largest value, whose bucket may reach further")
  func largest() {
    var histogram = Histogram()
    for value in [100_000, 100_001] as [UInt64] { histogram.record(value) }
    #expect(Histogram.values(of: Histogram.bucket(of: 100_001)).upperBound > 100_001)
    #expect(histogram.percentile(50) == 100_001)
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
    #expect(abs(even.mean - all.mean) <= all.mean * 1e-9)
    // Whichever of the two has the smallest and the largest.
    for (first, second) in [([5, 9], [1, 20]), ([1, 20], [5, 9]), ([], [1, 20]), ([1, 20], [])]
      as [([UInt64], [UInt64])]
    {
      var one = Histogram()
      var other = Histogram()
      for value in first { one.record(value) }
      for value in second { other.record(value) }
      one.merge(other)
      #expect(one.min == 1 && one.max == 20 && one.count == UInt64(first.count + second.count))
    }
  }

  @Test("counts a value that is recorded several times as often")
  func times() {
    var histogram = Histogram()
    histogram.record(10, times: 3)
    histogram.record(50, times: 1)
    histogram.record(1, times: 0)
    var single = Histogram()
    for value in [10, 10, 10, 50] as [UInt64] { single.record(value) }
    #expect(histogram == single && histogram.mean == 20 && histogram.min == 10 && histogram.max == 50)
    #expect(histogram.percentile(75) == 10 && histogram.percentile(75.1) == 50)
    #expect(
      histogram.steps == [
        .init(values: 10...10, count: 3, upToHere: 3), .init(values: 50...50, count: 1, upToHere: 4),
      ])
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
    // Just at the interval nothing was kept from starting; at twice the interval one was.
    for (value, count) in [(100, 1), (199, 1), (200, 2), (299, 2), (300, 3)] as [(UInt64, UInt64)] {
      var one = Histogram()
      one.record(value, intendedInterval: 100)
      #expect(one.count == count, "\(value)")
    }
    var none = Histogram()
    none.record(5000, intendedInterval: 0)
    #expect(none.count == 1)
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
