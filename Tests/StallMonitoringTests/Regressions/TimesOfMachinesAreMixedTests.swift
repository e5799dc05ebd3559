import Foundation
import TestHarness
import Testing

@testable import StallMonitoring

/// A trace of several machines' stalls had each at its own monotonic time: one second after the start of one machine was beside one second after
/// another's.
@Suite("Times of several machines in one trace", .hangLimit)
struct TimesOfMachinesAreMixedTests {
  private func report(
    boot: UInt8, started: UInt64, wall: Int64, begun: Int64 = 0, _ change: (inout StallRun) -> Void = { _ in }
  ) -> StallReport {
    let record = StallReport.sample(modules: []) {
      ($0.started, $0.found, $0.lastSeen) = (started, started + 1_000, started + 2_000_000)
      $0.startedWall = (wall / 1_000_000_000, wall % 1_000_000_000)
    }.record
    var run = StallReport.of(record, modules: []).run
    (run.identity.boot, run.begun, run.name) = (
      [UInt8](repeating: boot, count: 16), begun, "\(boot)-\(begun)"
    )
    change(&run)
    return StallReport(record, of: run, named: SymbolNames(images: [], search: nil))
  }

  /// The beginnings and ends of the slices, in microseconds, and the clock.
  private func trace(_ reports: [StallReport], beside recording: Bool = false) throws -> ([Double], String?) {
    let bytes =
      recording
      ? try #require(TraceEvents.added(to: Array("[\n]\n".utf8), of: reports))
      : StallExport.chrome.data(of: reports)
    let value = try JSONSerialization.jsonObject(with: Data(bytes))
    let file = value as? [String: Any]
    let events = try #require((file?["traceEvents"] ?? value) as? [[String: Any]])
    let times = events.filter { ["b", "e"].contains($0["ph"] as? String) }
      .compactMap { ($0["ts"] as? NSNumber)?.doubleValue }
    return (times, (file?["metadata"] as? [String: Any])?["clock"] as? String)
  }

  private static let wall: Int64 = 1_790_000_000_000_000_000
  private static let microseconds = 1_790_000_000_000_000.0

  @Test("are those of the wall clock")
  func severalMachines() throws {
    let reports = [
      report(boot: 1, started: 9_000_000_000, wall: Self.wall),
      report(boot: 2, started: 1_000_000_000, wall: Self.wall + 5_000_000_000),
    ]
    let (times, clock) = try trace(reports)
    #expect(times == [0, 2_000, 5_000_000, 5_002_000].map { Self.microseconds + $0 })
    #expect(clock == "CLOCK_REALTIME")
  }

  @Test("are monotonic where all are of one start of one machine, as a recording's are")
  func oneMachine() throws {
    let reports = [
      report(boot: 1, started: 9_000_000_000, wall: Self.wall),
      report(boot: 1, started: 1_000_000_000, wall: Self.wall, begun: 7),
    ]
    for isBeside in [false, true] {
      let (times, clock) = try trace(reports, beside: isBeside)
      #expect(times == [9_000_000, 9_002_000, 1_000_000, 1_002_000])
      #expect(clock == (isBeside ? nil : "CLOCK_MONOTONIC"))
    }
  }

  @Test("are placed in the newest run's clock beside a recording, which is of that")
  func besideARecording() throws {
    let reports = [
      report(boot: 1, started: 9_000_000_000, wall: Self.wall, begun: 5),
      report(boot: 2, started: 1_000_000_000, wall: Self.wall + 5_000_000_000, begun: 6),
      // Before the newest run's machine was started.
      report(boot: 3, started: 70_000_000_500, wall: Self.wall + 3_000_000_000, begun: 4),
      // Of the same machine, whose wall clock was set.
      report(boot: 2, started: 2_000_000_000, wall: Self.wall + 9_000_000_000, begun: 5),
    ]
    let (times, _) = try trace(reports, beside: true)
    let expected = [-4_000_000, -3_998_000, 1_000_000, 1_002_000, -1_000_000, -998_000, 2_000_000, 2_002_000]
    #expect(times == expected.map(Double.init))
  }

  @Test("are those of the run's beginning where a stall's is not known")
  func withoutAWallClock() throws {
    let known = report(boot: 1, started: 1_000_000_000, wall: Self.wall)
    let origin = report(boot: 2, started: 3_000_000_000, wall: 0) {
      ($0.origin.begun, $0.origin.begunMonotonic) = (Self.wall, 1_000_000_000)
    }
    let older = report(boot: 3, started: 3_000_000_000, wall: 0, begun: Self.wall / 1_000_000_000 + 1)
    let (times, _) = try trace([known, origin, older])
    #expect(times == [0, 2_000, 2_000_000, 2_002_000, 1_000_000, 1_002_000].map { Self.microseconds + $0 })
  }

  @Test("of runs whose machine's start is not known are not compared")
  func unknownStarts() throws {
    let reports = [
      report(boot: 0, started: 1_000_000_000, wall: Self.wall, begun: 5),
      report(boot: 0, started: 1_000_000_000, wall: Self.wall + 1_000_000, begun: 6),
    ]
    #expect(
      try trace(reports).1 == "CLOCK_REALTIME" && trace([reports[0], reports[0]]).1 == "CLOCK_MONOTONIC")
  }

  /// Containers of one image may have a host name, a process number and a second of their start in common.
  @Test("differ, and so do Sentry's events of containers with one host name")
  func events() throws {
    func id(_ change: (inout StallRun) -> Void) throws -> String {
      let report = report(boot: 1, started: 5, wall: Self.wall) { run in
        (run.origin.host, run.origin.container) = ("web", "one")
        (run.identity.pidNamespace, run.identity.startTicks) = (4_026_531_836, 77)
        change(&run)
      }
      let line = StallExport.sentry.data(of: [report]).split(separator: 10)[0]
      let header = try JSONSerialization.jsonObject(with: Data(line)) as? [String: String]
      return try #require(header?["event_id"])
    }
    let ids = try [
      id { _ in }, id { $0.origin.container = "two" }, id { $0.identity.boot[0] = 9 },
      id { $0.identity.pidNamespace = 1 }, id { $0.identity.startTicks = 78 }, id { $0.origin.host = "db" },
    ]
    #expect(Set(ids).count == ids.count)
    // Wherever the file is, and whatever became of the process.
    #expect(try id { ($0.path, $0.ending) = ("/other", .unknown) } == ids[0])
  }
}
