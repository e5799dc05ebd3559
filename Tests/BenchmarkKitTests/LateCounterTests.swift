import TestHarness
import Testing

@testable import BenchmarkKit

/// What counters say of a late callout that no event does: the callout was meant for 1,000,000.
@Suite("Counters of a late callout", .hangLimit)
struct LateCounterTests {
  /// The counters grew from half a millisecond before it to its call.
  private func parts(late: UInt64, _ events: [ProcessorEvent]? = nil, _ change: (inout LatencySample) -> Void)
    -> [OutlierCause: UInt64]
  {
    var sample = LatencySample(
      intended: 1_000_000, called: 1_000_000 + late, before: .init(time: 500_000),
      after: .init(time: 1_001_000 + late), thread: 7, events: events, seesOthers: true)
    change(&sample)
    return Dictionary(
      uniqueKeysWithValues: OutlierDiagnosis(sample).parts.bySize.map { ($0.cause, $0.nanoseconds) })
  }

  @Test("show that the thread was moved, also when it came back")
  func migrations() {
    let back = parts(late: 60_000) {
      $0.after.runDelay = 50_000
      $0.after.migrations = 2
    }
    #expect(back == [.migration: 50_000, .haltExit: 10_000])
    // It was woken on another processor, and waited for that one.
    let asleep: [ProcessorEvent] = [
      .init(510_000, .departure(isPreempted: false)), .init(510_500, .arrival(thread: 9)),
      .init(1_055_000, .arrival(thread: 7)),
    ]
    func woken(on processor: Int) -> [OutlierCause: UInt64] {
      parts(late: 60_000, asleep) {
        $0.after.runDelay = 54_000
        $0.after.processor = processor
      }
    }
    #expect(woken(on: 1) == [.migration: 54_000, .interrupt: 1_000, .ownTurn: 5_000])
    #expect(woken(on: 0) == [.preemption: 54_000, .interrupt: 1_000, .ownTurn: 5_000])
  }

  @Test("show that pages came from a disk")
  func disk() {
    #expect(parts(late: 60_000) { $0.after.majorFaults = 1 } == [.pageFault: 60_000])
    let running = parts(late: 300_000, []) {
      $0.after.processorTime = 801_000
      $0.after.majorFaults = 1
    }
    #expect(running == [.pageFault: 100_000, .ownTurn: 200_000])
  }
}
