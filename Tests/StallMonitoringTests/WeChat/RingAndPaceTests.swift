import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// The pace at which stacks of a stall are taken.
@Suite(.hangLimit) struct SamplingPaceTests {
  private static let close: UInt64 = 10_000_000

  private func pace(close: Int) -> SamplingPace {
    var settings = StallMonitor.Settings()
    settings.closeStacks = close
    settings.longestStackInterval = .milliseconds(100)
    return SamplingPace(settings, now: 0)
  }

  /// The intervals in milliseconds after stacks with these fingerprints.
  private func intervals(_ pace: inout SamplingPace, _ prints: [UInt64?]) -> [UInt64] {
    prints.map { print in
      let now = pace.next
      pace.took(print, now: now)
      return (pace.next - now) / 1_000_000
    }
  }

  @Test func theFirstStackIsDueAtOnceAndSoManyFollowClosely() {
    var pace = pace(close: 3)
    #expect(pace.next == 0)
    #expect(intervals(&pace, [1, 1, 1, 1, 1, 1, 1, 1, 1]) == [10, 10, 10, 20, 40, 80, 100, 100, 100])
  }

  @Test func aChangeBringsAsManyCloseStacksAgain() {
    var pace = pace(close: 3)
    _ = intervals(&pace, [1, 1, 1, 1, 1, 1])
    #expect(intervals(&pace, [2, 2, 2, 2, 1, 1, 1, 1]) == [10, 10, 10, 20, 10, 10, 10, 20])
  }

  @Test func aSampleWithoutAStackIsNoChange() {
    var pace = pace(close: 2)
    #expect(intervals(&pace, [1, nil, 1, nil, 1, 2]) == [10, 10, 20, 40, 80, 10])
    var other = self.pace(close: 2)
    #expect(intervals(&other, [1, nil, 1, nil, 2]) == [10, 10, 20, 40, 10], "the change is behind it")
    var blind = self.pace(close: 2)
    #expect(intervals(&blind, [nil, nil, nil, nil, 7]) == [10, 10, 20, 40, 80])
  }
}

/// The stacks that a stall's record keeps.
@Suite(.hangLimit) struct StackRingTests {
  private func sample(_ time: UInt64, _ address: UInt) -> StackSample {
    var sample = StackSample()
    sample.time = time
    sample.addresses = [address, 0x4000]
    return sample
  }

  @Test(
    "Keeps stacks at even distances, from the first to the last, and counts the others",
    arguments: [4, 6, 16, 100, 128])
  func even(capacity: Int) {
    var ring = StackRing(capacity: capacity)
    for time in 0..<1_000 as Range<UInt64> {
      ring.add(sample(time, 0x5000), functions: [0x5000, 0x4000])
      let times = ring.samples.map(\.time)
      let stride = times.count > 1 ? times[1] - times[0] : 1
      // As many as there is room for, half of them at least; the distance doubles each time.
      guard times.count <= capacity, ring.samples.count + ring.dropped == Int(time) + 1, times.first == 0,
        zip(times.dropFirst(), times).allSatisfy({ $0 - $1 == stride }), time - (times.last ?? 0) < stride,
        stride.nonzeroBitCount == 1, time < capacity || times.count >= capacity / 2
      else {
        Issue.record("of \(time + 1) stacks \(times) are kept, and \(ring.dropped) are counted as dropped")
        return
      }
    }
  }

  @Test func fingerprintsAndLeavesStayWithTheirStacks() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var dice = SplitMix(seed)
      var ring = StackRing(capacity: 8)
      for time in 0..<100 as Range<UInt64> {
        let function = UInt.random(in: 5...8, using: &dice) << 12
        ring.add(sample(time, function), functions: [function, 0x4000])
        let repeats = ring.repeatCounts
        try #require(repeats.count == ring.samples.count)
        // What is said of a stack is what its own addresses say.
        for index in ring.samples.indices.dropFirst() {
          let isSame = ring.samples[index].addresses == ring.samples[index - 1].addresses
          try #require(repeats[index] == (isSame ? repeats[index - 1] + 1 : 0))
        }
        let point = try #require(ring.pointSample)
        let counts = ring.samples.map { one in ring.samples.count { $0.addresses == one.addresses } }
        try #require(counts[point] == counts.max() && point == counts.lastIndex { $0 == counts.max() })
        try #require(ring.fingerprint == StackRing.fingerprint(ring.samples[point].addresses))
      }
    }
  }

  @Test func aStackWithoutFramesIsKeptAndIsNotTheOneThatSaysMost() {
    var ring = StackRing(capacity: 8)
    for time in 0..<3 as Range<UInt64> {
      var none = StackSample()
      none.time = time
      ring.add(none, functions: [])
    }
    ring.add(sample(3, 0x5000), functions: [0x5000, 0x4000])
    ring.add(StackSample(), functions: [])
    #expect(ring.pointSample == 3 && ring.samples.count == 5 && ring.repeatCounts == [0, 0, 0, 0, 0])
  }

  @Test func theOrderOfTheFunctionsMakesAnotherFingerprint() {
    let prints = [[1, 2], [2, 1], [1], [1, 2, 2], []] as [[UInt]]
    #expect(Set(prints.map(StackRing.fingerprint)).count == prints.count)
  }
}
