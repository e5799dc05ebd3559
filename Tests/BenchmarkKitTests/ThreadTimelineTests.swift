import TestHarness
import Testing

@testable import BenchmarkKit

/// What a loop's thread did, by records of switches: from 0 to 10,000.
@Suite("The time line of a thread", .hangLimit)
struct ThreadTimelineTests {
  private func pieces(_ events: [ProcessorEvent], runDelay: UInt64 = 0) -> [String] {
    var after = ThreadCounters(time: 10_000)
    after.runDelay = runDelay
    let sample = LatencySample(
      intended: 0, called: 9_000, before: .init(time: 0), after: after, thread: 7, events: events)
    return (ThreadTimeline(sample)?.pieces ?? []).map { piece in
      let word =
        switch piece.state {
        case .running: "runs"
        case .asleep: "sleeps"
        case .waiting: "waits"
        }
      return "\(word) \(piece.span.lowerBound)–\(piece.span.upperBound)"
    }
  }

  private func out(_ time: UInt64, preempted: Bool = false) -> ProcessorEvent {
    .init(time, .departure(isPreempted: preempted))
  }

  private func back(_ time: UInt64) -> ProcessorEvent { .init(time, .arrival(thread: 7)) }

  @Test("begins a wait at the first of two departures")
  func departures() {
    let twice = pieces([out(1_000, preempted: true), out(2_000), back(5_000)])
    #expect(twice == ["runs 0–1000", "waits 1000–5000", "runs 5000–10000"])
  }

  @Test("has no time twice, when records are out of order")
  func order() {
    let pieces = pieces([out(3_000), back(2_000), out(4_000), back(6_000)])
    #expect(pieces == ["runs 0–3000", "runs 3000–4000", "sleeps 4000–6000", "runs 6000–10000"])
  }

  @Test("puts down to sleeps what preemptions leave of the run delay, and each part once")
  func delays() {
    let sleeps = [out(1_000), back(3_000), out(4_000), back(6_000)]
    #expect(
      pieces(sleeps, runDelay: 2_500) == [
        "runs 0–1000", "sleeps 1000–2500", "waits 2500–3000", "runs 3000–4000", "waits 4000–6000",
        "runs 6000–10000",
      ])
    let preempted = [out(1_000, preempted: true), back(3_000), out(4_000), back(6_000)]
    #expect(
      pieces(preempted, runDelay: 2_500) == [
        "runs 0–1000", "waits 1000–3000", "runs 3000–4000", "sleeps 4000–5500", "waits 5500–6000",
        "runs 6000–10000",
      ])
  }

  @Test("leads to parts of which the first of equal ones is the main one; without any there is none")
  func equalParts() {
    var parts = CauseParts()
    #expect(parts.main == nil && parts.bySize.isEmpty)
    for cause: OutlierCause in [.ownTurn, .stop, .throttle] { parts[cause] = 500 }
    #expect(parts.main == .throttle && parts.bySize.map(\.cause) == [.throttle, .stop, .ownTurn])
    parts[.stop] = 501
    #expect(parts.main == .stop && parts.bySize.map(\.cause) == [.stop, .throttle, .ownTurn])
  }
}
