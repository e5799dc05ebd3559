import BenchmarkKit
import Glibc
import StallMonitoring

/// What is known of a process's loops from looking at its page again and again.
struct LiveView: ~Copyable {
  private let reader: HeartbeatReader
  private let reports: ReportFolder
  private let isTerminal: Bool
  private var loops: [HeartbeatReader.Loop] = []
  /// By the loop's place: when its sequence or its state was first seen as it is.
  private var since: [Int: (sequence: UInt64, waits: UInt64, time: UInt64)] = [:]
  /// At the last view.
  private var shown: [Int: (sequence: UInt64, waits: UInt64)] = [:]
  private var shownTime: UInt64
  private let begun: UInt64

  init(reader: consuming HeartbeatReader, reports: ReportFolder, isTerminal: Bool) {
    self.reader = reader
    self.reports = reports
    self.isTerminal = isTerminal
    begun = monotonicNow()
    shownTime = begun
  }

  var isAlive: Bool { reader.isAlive }

  mutating func look() {
    loops = reader.loops
    let now = monotonicNow()
    for loop in loops {
      if let known = since[loop.index], known.sequence == loop.sequence, known.waits == loop.waits {
        continue
      }
      since[loop.index] = (loop.sequence, loop.waits, now)
      if shown[loop.index] == nil { shown[loop.index] = (loop.sequence, loop.waits) }
    }
  }

  /// The view as it is now; counts begin anew.
  var text: String {
    mutating get {
      let now = monotonicNow()
      let seconds = max(0.001, Double(now - shownTime) / 1e9)
      var table = TextTable([
        ("loop", .left), ("thread", .right), ("mode", .left), ("callouts/s", .right), ("waits/s", .right),
        ("for", .right), ("does", .left),
      ])
      var lines = ""
      for loop in loops {
        let before = shown[loop.index] ?? (loop.sequence, loop.waits)
        // Two steps of the sequence are one callout.
        let callouts = Double(loop.sequence &- before.sequence) / 2 / seconds
        let waits = Double(loop.waits &- before.waits) / seconds
        let duration = now - (since[loop.index]?.time ?? now)
        let atLeast = since[loop.index].map { $0.time <= begun + 20_000_000 } ?? false
        let time = (atLeast ? "≥ " : "") + StallReport.time(duration)
        let rates = (Quantity.digits(callouts), Quantity.digits(waits))
        table.add([loop.label, "\(loop.thread)", loop.mode, rates.0, rates.1, time, doing(loop)])
        lines +=
          "\(loop.label) thread=\(loop.thread) mode=\(loop.mode) callouts/s=\(rates.0) waits/s=\(rates.1)"
          + " for=\(time.replacing(" ", with: "")) \(doing(loop))\n"
        shown[loop.index] = (loop.sequence, loop.waits)
      }
      shownTime = now
      if loops.isEmpty { lines = "no loop is watched\n" }
      guard isTerminal else { return lines }
      return "\u{1B}[H\u{1B}[2J\(head(now))\n\n\(loops.isEmpty ? lines : table.text)\n\(lastStalls)"
    }
  }

  private func doing(_ loop: HeartbeatReader.Loop) -> String {
    let callout = StallReport.text(loop.callout)
    let outer = loop.outerCallouts.reversed().map { ", in \(StallReport.text($0))" }.joined()
    if !callout.isEmpty { return callout + outer }
    return switch loop.activity {
    case .waiting: "waits" + outer
    case .running: "between callouts" + outer
    case .outside: "does not run"
    case .ended: "its thread has ended"
    }
  }

  private func head(_ now: UInt64) -> String {
    let (looked, threshold) = reader.monitor
    let monitor =
      looked == 0
      ? "no monitor"
      : "threshold \(StallReport.time(threshold)), monitor looked \(StallReport.time(now - min(now, looked))) ago"
    return "\(reader.process)  \(reader.executable)  \(monitor)"
  }

  /// The last stalls of this process that are on record.
  private var lastStalls: String {
    guard let runs = try? reports.contents().runs,
      let run = runs.last(where: { $0.process == reader.process && $0.ending == .running }),
      !run.records.isEmpty
    else { return "no stalls on record\n" }
    return run.records.suffix(8).reversed().map { record in
      let report = StallReport(record, of: run)
      return "\(report.shortID)  \(report.sentence)\n"
    }.joined()
  }
}
