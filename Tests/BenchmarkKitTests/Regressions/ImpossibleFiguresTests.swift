import TestHarness
import Testing

@testable import BenchmarkKit

/// Numbers out of their range, and a body that takes no time, ended the program by a trap.
@Suite("Figures of impossible numbers", .hangLimit)
struct ImpossibleFiguresTests {
  private static let odd: [(percent: Double, isLow: Bool)] = [
    (-1, true), (-1e30, true), (.nan, true), (-.infinity, true), (101, false), (1e30, false),
    (.infinity, false),
  ]

  @Test("Percentiles beyond the ends are the smallest and the largest value", arguments: odd)
  func percentiles(_ percent: Double, _ isLow: Bool) {
    var histogram = Histogram()
    for value in 1...100 as ClosedRange<UInt64> { histogram.record(value) }
    #expect(histogram.percentile(percent) == (isLow ? 1 : 100))
    #expect(Statistics.percentile(percent, of: [3, 1, 2]) == (isLow ? 1 : 3))
    #expect(Statistics.samples(beyond: percent, of: 10) == (isLow ? 10 : 0))
  }

  @Test("Percentiles of as many values as can be counted are found")
  func largestCount() {
    var histogram = Histogram()
    histogram.record(7, times: .max)
    #expect(histogram.percentile(100) == 7 && histogram.percentile(50) == 7)
    #expect(Statistics.samples(beyond: 100, of: .max) == 0)
  }

  @Test("A body that takes no time is measured in as many repetitions as there are numbers")
  func noTime() throws {
    let nothing = Contestant("nothing") { _ in 0 }
    let outcome = try Rounds(2, timePerRound: 1 << 62).run(nothing)
    #expect(outcome.values == [0, 0])
  }

  @Test("There is at least one round, of one repetition")
  func noRounds() throws {
    var calls: [Int] = []
    let contestant = Contestant("one", limit: 0) { repetitions in
      calls.append(repetitions)
      return 8
    }
    for count in [0, -3] {
      var rounds = Rounds(1, timePerRound: 1_000_000_000)
      rounds.count = count
      #expect(try rounds.run(contestant).values == [8])
    }
    #expect(calls.allSatisfy { $0 == 1 })
  }

  @Test("Time without end is some, and what is no number is none")
  func endlessTime() {
    #expect(Rounds(1, within: .infinity).timePerRound > 86_400_000_000_000)
    #expect(Rounds(1, within: .nan).timePerRound == 1)
  }
}
