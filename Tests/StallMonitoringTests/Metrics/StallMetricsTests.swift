import Synchronization
import TestHarness
import Testing

@testable import StallMonitoring

@Suite("Metrics of stalls", .hangLimit)
struct StallMetricsTests {
  private final class Clock: Sendable {
    let time = Mutex<UInt64>(0)
  }

  private func stall(_ milliseconds: UInt64, at end: UInt64 = 100_000_000_000) -> StallRecord {
    var record = StallRecord()
    record.kind = .stall
    record.loop = "main"
    record.lastSeen = end
    record.started = end - milliseconds * 1_000_000
    record.diagnosis.cause = .lock
    record.hasEnded = true
    return record
  }

  private func end(_ record: StallRecord, in metrics: StallMetrics) {
    metrics.stallBegan(record)
    metrics.stallEnded(record)
  }

  @Test("count each hang in one class, and its time when it is a hang by Apple's measure")
  func classes() throws {
    let metrics = StallMetrics(clock: { 100_000_000_000 })
    for milliseconds in [40, 60, 99, 100, 249, 250, 499, 500, 60_000] as [UInt64] {
      end(stall(milliseconds), in: metrics)
    }
    let lines = try MetricsParser.parse(metrics.text())
    #expect(lines["mainspring_hangs_total{class=\"50ms\",loop=\"main\"}"] == 2)
    #expect(lines["mainspring_hangs_total{class=\"100ms\",loop=\"main\"}"] == 2)
    #expect(lines["mainspring_hangs_total{class=\"250ms\",loop=\"main\"}"] == 2)
    #expect(lines["mainspring_hangs_total{class=\"500ms\",loop=\"main\"}"] == 2)
    #expect(lines["mainspring_hang_seconds_total{loop=\"main\"}"] == 61.249)
    #expect(lines["mainspring_hang_seconds_per_hour{loop=\"main\"}"] == 61.249)
    #expect(lines["mainspring_stall_causes_total{cause=\"lock\",loop=\"main\"}"] == 9)
    #expect(lines["mainspring_stalls_going_on{loop=\"main\"}"] == 0)
  }

  @Test("have histograms of bursts and of lateness for loops that had some")
  func emptyHistograms() throws {
    let metrics = StallMetrics(clock: { 100_000_000_000 })
    metrics.loopWasSeen("a", calloutTime: 5, kind: .timer, burstTime: nil, wakeLateness: nil)
    metrics.loopWasSeen("b", calloutTime: nil, kind: .timer, burstTime: 5, wakeLateness: 5)
    let lines = try MetricsParser.parse(metrics.text())
    for name in ["mainspring_burst_seconds", "mainspring_wake_lateness_seconds"] {
      let counts = lines.keys.filter { $0.hasPrefix("\(name)_count") }
      #expect(counts == ["\(name)_count{loop=\"b\"}"])
    }
  }

  @Test(
    "count as hangs what kept a loop from its work, and not remarks about the process or many short callouts")
  func kinds() throws {
    for kind in RecordKind.allCases {
      let metrics = StallMetrics(clock: { 100_000_000_000 })
      var record = stall(300)
      record.kind = kind
      end(record, in: metrics)
      let lines = try MetricsParser.parse(metrics.text())
      let isHang = ![.busyBurst, .processorHigh, .memoryHigh].contains(kind)
      #expect(lines["mainspring_hangs_total{class=\"250ms\",loop=\"main\"}"] == (isHang ? 1 : 0), "\(kind)")
      #expect(lines["mainspring_hang_seconds_total{loop=\"main\"}"] == (isHang ? 0.3 : 0))
      #expect(lines["mainspring_findings_total{kind=\"\(kind)\",loop=\"main\"}"] == 1)
    }
  }

  @Test("have the number of stalls in progress, by loop, and the outcome of their samples")
  func goingOn() throws {
    let metrics = StallMetrics(clock: { 100_000_000_000 })
    func value(_ name: String) throws -> Double? { try MetricsParser.parse(metrics.text())[name] }
    let goingOn = "mainspring_stalls_going_on{loop=\"main\"}"
    var record = stall(300)
    metrics.stallBegan(record)
    metrics.stallBegan(record)
    #expect(try value(goingOn) == 2)
    record.samples = [StackSample(), StackSample(), StackSample()]
    record.samples[1].addresses = [1]
    record.droppedSamples = 4
    record.suppressed = 5
    record.verdict = .dailyLimit
    metrics.stallEnded(record)
    #expect(try value(goingOn) == 1)
    metrics.stallEnded(record)
    // One that had begun before it was counted.
    metrics.stallEnded(record)
    #expect(try value(goingOn) == 0 && value("mainspring_samples_total") == 9)
    #expect(
      try value("mainspring_samples_without_stack_total") == 6
        && value("mainspring_samples_dropped_total") == 12)
    #expect(try value("mainspring_stalls_suppressed_total") == 15)
    #expect(try value("mainspring_verdicts_total{verdict=\"daily limit\"}") == 3)
  }

  @Test("forget hangs of more than an hour ago in the hour's figure, and keep them in the total")
  func hour() throws {
    let clock = Clock()
    let metrics = StallMetrics(clock: { clock.time.withLock { $0 } })
    let hour: UInt64 = 3_600_000_000_000
    end(stall(1000, at: hour), in: metrics)
    end(stall(2000, at: hour + hour / 2), in: metrics)
    func perHour(at time: UInt64) throws -> Double? {
      clock.time.withLock { $0 = time }
      return try MetricsParser.parse(metrics.text())["mainspring_hang_seconds_per_hour{loop=\"main\"}"]
    }
    #expect(try perHour(at: hour + hour / 2) == 3)
    #expect(try perHour(at: 2 * hour + hour / 60) == 2)
    #expect(try perHour(at: 9 * hour) == 0)
    #expect(try MetricsParser.parse(metrics.text())["mainspring_hang_seconds_total{loop=\"main\"}"] == 3)
  }

  @Test("have histograms by loop and kind of callout, and a text that follows the rules in both forms")
  func histograms() throws {
    let metrics = StallMetrics()
    for name in ["main", "quote \" back \\ line \n", "größe"] {
      for kind in CalloutKind.allCases {
        for milliseconds in [1, 30, 300, 100_000] as [UInt64] {
          metrics.loopWasSeen(
            name, calloutTime: milliseconds * 1_000_000, kind: kind, burstTime: 5, wakeLateness: 7)
        }
      }
    }
    metrics.loopWasSeen("main", calloutTime: nil, kind: .none, burstTime: nil, wakeLateness: nil)
    metrics.processFroze(at: 1, for: 2_500_000_000, why: "stopped")
    end(stall(60), in: metrics)
    for format in [StallMetrics.Format.openMetrics, .prometheus] {
      let lines = try MetricsParser.parse(metrics.text(format), format)
      #expect(lines["mainspring_callout_seconds_bucket{kind=\"timer\",le=\"0.05\",loop=\"main\"}"] == 2)
      #expect(lines["mainspring_callout_seconds_count{kind=\"timer\",loop=\"main\"}"] == 4)
      #expect(lines["mainspring_callout_seconds_sum{kind=\"timer\",loop=\"main\"}"] == 100.331)
      #expect(lines["mainspring_wake_lateness_seconds_count{loop=\"main\"}"] == 32)
      #expect(lines["mainspring_freezes_total"] == 1)
      #expect(lines["mainspring_frozen_seconds_total"] == 2.5)
    }
    #expect(try MetricsParser.parse(StallMetrics().text()).count > 5)
  }

  @Test("have room for a number of loops, and count the others together")
  func manyLoops() throws {
    let metrics = StallMetrics()
    for number in 0..<500 {
      metrics.loopWasSeen(
        "loop \(number)", calloutTime: nil, kind: .timer, burstTime: 5, wakeLateness: nil)
    }
    let lines = try MetricsParser.parse(metrics.text())
    #expect(lines["mainspring_burst_seconds_count{loop=\"others\"}"] == 436)
    #expect(lines["mainspring_loops_left_out_total"] == 436)
  }

  @Test("are put into a collector's folder at once, or say why not")
  func file() throws {
    let folder = try TemporaryFolder()
    let metrics = StallMetrics()
    let path = folder.path + "/mainspring.prom"
    for _ in 0..<3 { try metrics.write(to: path) }
    #expect(try FileBytes.names(in: folder.path) == ["mainspring.prom"])
    let written = String(decoding: try FileBytes.read(path, limit: 1 << 20), as: UTF8.self)
    #expect(written == metrics.text(.prometheus))
    #expect(throws: StallMonitorError.unwritable(path: "/proc/x.prom", reason: "No such file or directory")) {
      try metrics.write(to: "/proc/x.prom")
    }
  }
}
