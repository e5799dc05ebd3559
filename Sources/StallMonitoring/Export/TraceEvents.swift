import PlainText

/// Chrome's trace events: a row of stalls for each run, in the time of `RunLoop.Recorder`'s traces where that is one (`TraceClock`).
///
/// Stalls are asynchronous slices: their times are exact only to a look of the monitor, so they would overlap the callouts that
/// a recording has on the thread's own row.
package enum TraceEvents {
  static func file(of reports: [StallReport]) -> JSON {
    let clock = TraceClock(of: reports, besideRecording: false)
    return .object([
      ("traceEvents", .array(events(of: reports, clock))), ("displayTimeUnit", .string("ms")),
      ("metadata", .object([("clock", .string(clock.isShared ? "CLOCK_REALTIME" : "CLOCK_MONOTONIC"))])),
    ])
  }

  private static func events(of reports: [StallReport], _ clock: TraceClock) -> [JSON] {
    var rows = TraceRows(of: reports.map(\.run))
    var named: Set<Int> = []
    var events: [JSON] = []
    for report in reports {
      let row = rows.process(of: report.run)
      if named.insert(row).inserted {
        events.append(
          .object([
            ("ph", .string("M")), ("name", .string("process_name")), ("pid", .integer(row)),
            ("tid", .integer(0)), ("args", .object([("name", .string(rows.name(of: report)))])),
          ]))
      }
      events += slice(of: report, row, rows.thread(report.record.thread, of: report.run), clock)
    }
    return events
  }

  private static func slice(
    of report: StallReport, _ process: Int, _ thread: Int, _ clock: TraceClock
  ) -> [JSON] {
    let record = report.record
    // Slices of one ID are one slice, in whatever row they are.
    let id = process == report.run.process ? report.id : "\(report.id) in \(process)"
    let label =
      report.calloutText.isEmpty ? record.kind == .busyBurst ? "burst" : "stall" : report.calloutText
    func event(_ phase: String, at time: UInt64, _ more: [(String, JSON)] = []) -> JSON {
      .object(
        [
          ("ph", .string(phase)), ("cat", .string("stall")), ("name", .string("stall: \(label)")),
          ("id", .string(id)), ("pid", .integer(process)), ("tid", .integer(thread)),
          ("ts", .literal(microseconds(clock.time(time, of: report)))),
        ] + more)
    }
    let arguments: [(String, JSON)] = [
      ("sentence", .string(report.sentence)), ("cause", .string(record.diagnosis.cause.rawValue)),
      ("loop", .string(record.loop)), ("fingerprint", .string(report.fingerprintText)),
      ("in", .text(report.tree.culprit?.shortName ?? "")),
    ]
    let end = max(record.lastSeen, record.started)
    return [
      event("b", at: record.started, [("args", .object(arguments))]),
      event(
        "n", at: min(max(record.found, record.started), end), [("args", .object([("found", .bool(true))]))]),
      event("e", at: end),
    ]
  }

  /// Microseconds, with nanoseconds as decimals.
  private static func microseconds(_ nanoseconds: Int64) -> String {
    let size = nanoseconds.magnitude
    let digits = String(size % 1_000)
    return (nanoseconds < 0 ? "-" : "")
      + "\(size / 1_000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }

  /// A recording, an array that may lack its end, with the events of the reports appended. Nil when it is no such array.
  package static func added(to recording: [UInt8], of reports: [StallReport]) -> [UInt8]? {
    func isSpace(_ byte: UInt8) -> Bool {
      byte == 0 || byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
    var text = recording[...]
    guard let first = text.firstIndex(where: { !isSpace($0) }), text[first] == UInt8(ascii: "[") else {
      return nil
    }
    // A recording that was not closed may end in the middle of its last line.
    while let last = text.last, isSpace(last) { text.removeLast() }
    if text.last == UInt8(ascii: "]") { text.removeLast() }
    while let last = text.last, isSpace(last) || last == UInt8(ascii: ",") { text.removeLast() }
    if text.last != UInt8(ascii: "}"), text.count > first + 1 {
      guard let line = text.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
      text = text[..<line]
      while let last = text.last, isSpace(last) || last == UInt8(ascii: ",") { text.removeLast() }
    }
    let separator = text.last == UInt8(ascii: "[") ? "\n" : ",\n"
    let clock = TraceClock(of: reports, besideRecording: true)
    let lines = events(of: reports, clock).map(\.text).joined(separator: ",\n")
    return Array(text) + Array(((lines.isEmpty ? "" : separator) + lines + "\n]\n").utf8)
  }
}
