import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// What the filter knows of earlier stalls.
@Suite(.hangLimit) struct FilterTests {
  private static let day = ReportFilter.day

  private func filter(_ change: (inout StallMonitor.Settings) -> Void = { _ in }) -> ReportFilter {
    var settings = StallMonitor.Settings()
    settings.dailyLimit = 1_000_000
    change(&settings)
    return ReportFilter(settings)
  }

  /// Judges a stall, and notes it when it is reported.
  private func judge(_ filter: inout ReportFilter, _ fingerprint: UInt64, at time: UInt64)
    -> ReportFilter.Verdict
  {
    let verdict = filter.judge(fingerprint: fingerprint, frames: 9, time: time)
    if verdict == .reported { _ = filter.wasReported(fingerprint: fingerprint, time: time) }
    return verdict
  }

  @Test func theStallThatWasNotMetForLongestIsForgotten() {
    var filter = filter()
    // Reported twice: the next one of each is held back.
    for fingerprint in 0..<511 as Range<UInt64> {
      for time in [fingerprint * 2, fingerprint * 2 + 1] {
        #expect(judge(&filter, fingerprint, at: time) == .reported)
      }
    }
    // The first is met once more, and held back; so the second is the oldest when there is room for one only.
    #expect(judge(&filter, 0, at: 5_000) == .repeated)
    #expect(judge(&filter, 8_888, at: 5_001) == .reported && judge(&filter, 9_999, at: 5_002) == .reported)
    #expect(judge(&filter, 500, at: 5_003) == .repeated)
    #expect(judge(&filter, 510, at: 5_004) == .repeated)
    #expect(judge(&filter, 1, at: 5_005) == .reported)
  }

  @Test func onlySoManyStallsAreKnown() {
    var filter = filter()
    // Each comes again when it has been forgotten: or the third time would be held back.
    for round in 0..<4 as Range<UInt64> {
      #expect(
        (0..<1_000 as Range<UInt64>).allSatisfy { judge(&filter, $0, at: round * 10_000 + $0) == .reported })
    }
  }

  @Test func aStallThatWasHeldBackIsReportedWhenItIsMoreThanTwiceAsLongAsTheLongest() {
    for (duration, verdict) in [
      (801, .reported), (800, .repeated), (799, .repeated), (401, .repeated), (1, .repeated),
    ] as [(UInt64, ReportFilter.Verdict)] {
      var filter = filter()
      _ = judge(&filter, 7, at: 1)
      filter.ended(fingerprint: 7, duration: 400)
      _ = judge(&filter, 7, at: 2)
      // A shorter one does not make the longest forgotten.
      filter.ended(fingerprint: 7, duration: 100)
      #expect(judge(&filter, 7, at: 3) == .repeated)
      #expect(filter.judgeAgain(fingerprint: 7, duration: duration, time: 4) == verdict, "\(duration)")
    }
    var filter = filter()
    #expect(filter.judgeAgain(fingerprint: 5, duration: 1_000, time: 4) == .repeated)
  }

  @Test func aStallThatIsMuchLongerCountsForTheDayToo() {
    var filter = filter { $0.dailyLimit = 2 }
    for time in 1...2 as ClosedRange<UInt64> { #expect(judge(&filter, 7, at: time) == .reported) }
    #expect(judge(&filter, 7, at: 3) == .repeated)
    #expect(filter.judgeAgain(fingerprint: 7, duration: 9, time: 4) == .dailyLimit)
    #expect(filter.judgeAgain(fingerprint: 7, duration: 9, time: 1 + Self.day) == .reported)
  }

  @Test func aDayBeginsWithItsFirstReport() {
    var filter = filter { $0.dailyLimit = 2 }
    #expect(judge(&filter, 1, at: 100) == .reported && judge(&filter, 2, at: Self.day) == .reported)
    #expect(judge(&filter, 3, at: Self.day + 99) == .dailyLimit)
    #expect(judge(&filter, 4, at: Self.day + 100) == .reported)
    // A day without any report does not count for the next one's end.
    #expect(
      judge(&filter, 5, at: 9 * Self.day) == .reported
        && judge(&filter, 6, at: 10 * Self.day - 1) == .reported)
    #expect(
      judge(&filter, 7, at: 10 * Self.day - 1) == .dailyLimit
        && judge(&filter, 8, at: 10 * Self.day) == .reported)
    var none = self.filter { $0.dailyLimit = 0 }
    #expect(judge(&none, 1, at: 1) == .dailyLimit)
  }

  @Test func reportsOfEarlierStartsCountForTheRestOfTheirDay() {
    let hour = Self.day / 24
    var filter = filter { $0.dailyLimit = 2 }
    filter.count(reportsOf: [20 * hour, hour], time: 50 * hour)
    // Their day ends four hours from now, whatever is reported meanwhile.
    #expect(judge(&filter, 1, at: 53 * hour) == .dailyLimit && judge(&filter, 2, at: 54 * hour) == .reported)
    var empty = self.filter { $0.dailyLimit = 1 }
    empty.count(reportsOf: [25 * hour], time: 50 * hour)
    #expect(judge(&empty, 1, at: 50 * hour) == .reported)
  }

  @Test func theTimeOfHeldBackReportsIsInTheNextOne() {
    var filter = filter { _ in }
    for time in [1, 2] as [UInt64] {
      #expect(filter.judge(fingerprint: 1, frames: 9, time: time) == .reported)
      #expect(filter.wasReported(fingerprint: 1, time: time) == (0, 0))
      filter.ended(fingerprint: 1, duration: 500, isReported: true)
    }
    #expect(filter.judge(fingerprint: 1, frames: 9, time: 3) == .repeated)
    filter.ended(fingerprint: 1, duration: 30, isReported: false)
    #expect(filter.judge(fingerprint: 1, frames: 9, time: 4) == .reported)
    #expect(filter.wasReported(fingerprint: 1, time: 4) == (1, 30))
  }

  @Test func fewFramesAreHeldBackBeforeAnythingIsCounted() {
    var filter = filter { $0.fewestFrames = 3 }
    for _ in 0..<5 { #expect(filter.judge(fingerprint: 1, frames: 2, time: 1) == .fewFrames) }
    #expect(filter.judge(fingerprint: 1, frames: 3, time: 1) == .reported)
    #expect(filter.wasReported(fingerprint: 1, time: 1) == (0, 0))
  }

  @Test func aVerdictIsReadFromItsNameAndAnUnknownOneIsKept() {
    let all: [StallRecord.Verdict] = [.reported, .fewFrames, .repeated, .dailyLimit, .hook, .other("later")]
    #expect(all.map { .init(rawValue: $0.rawValue) } == all && Set(all).count == 6)
    #expect(StallRecord.Verdict(rawValue: "") == .other(""))
  }

  @Test func anObserversStallIsTheSameInEveryActivity() {
    let simulation = Simulation()
    let memory = HeartbeatMemory()
    simulation.core.add(WatchedLoop(.line(memory.line), label: "loop", thread: 1))
    let number = UInt64(CalloutNames.number(foreign: "observer", file: #fileID, line: 1))
    for (index, activity) in [1, 2, 4, 32].enumerated() as EnumeratedSequence<[UInt64]> {
      simulation.at(1 + Double(index)) {
        memory.line.enter(
          callout: UInt64(CalloutKind.observer.rawValue) | number << 8 | activity << 40, code: 0)
      }
      simulation.at(1.5 + Double(index)) { memory.line.leave() }
    }
    simulation.run(to: 7)
    #expect(Set(simulation.sink.ended.map(\.fingerprint)).count == 1 && simulation.sink.ended.count == 4)
    #expect(simulation.delegate.filtered.count == 1)
    withExtendedLifetime(memory) {}
  }
}
