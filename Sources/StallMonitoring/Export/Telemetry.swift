import PlainText

/// OpenTelemetry's requests in the JSON form of OTLP, which writes 64-bit integers as strings.
enum Telemetry {
  private static let scope = JSON.object([("name", .string("mainspring.stalls"))])

  // MARK: Logs

  static func logs(of reports: [StallReport]) -> JSON {
    let resources = byRun(reports).map { reports -> JSON in
      .object([
        ("resource", resource(of: reports[0].run)),
        (
          "scopeLogs",
          .array([.object([("scope", scope), ("logRecords", .array(reports.map(logRecord)))])])
        ),
      ])
    }
    return .object([("resourceLogs", .array(resources))])
  }

  private static func logRecord(_ report: StallReport) -> JSON {
    let record = report.record
    let isKilled = record.kind == .stalledAndKilled
    var attributes: [(String, JSON)] = [
      ("mainspring.stall.id", text(report.id)),
      ("mainspring.stall.fingerprint", text(report.fingerprintText)),
      ("mainspring.stall.kind", text("\(record.kind)")),
      ("mainspring.stall.cause", text(record.diagnosis.cause.rawValue)),
      ("mainspring.stall.duration_ns", number(record.duration)), ("mainspring.loop", text(record.loop)),
      ("mainspring.callout", text(report.calloutText)), ("thread.id", number(record.thread)),
      ("thread.name", text(record.threadName)),
      ("code.stacktrace", text(report.pointStack.map(line).joined(separator: "\n"))),
    ]
    if let culprit = report.tree.culprit {
      attributes.append(("code.function.name", text(culprit.shortName)))
      if !culprit.file.isEmpty {
        attributes.append(("code.file.path", text(culprit.file)))
        attributes.append(("code.line.number", number(culprit.line)))
      }
    }
    return .object([
      ("timeUnixNano", .string("\(max(record.startedNanoseconds, 0))")),
      ("observedTimeUnixNano", .string("\(max(record.lastSeenNanoseconds, 0))")),
      ("severityNumber", .integer(isKilled ? 21 : 13)),
      ("severityText", .string(isKilled ? "FATAL" : "WARN")),
      ("eventName", .string("mainspring.stall")), ("body", text(report.sentence)),
      ("attributes", self.attributes(attributes)),
    ])
  }

  private static func line(_ frame: CodeFrame) -> String {
    frame.shortName + (frame.place.isEmpty ? "" : " (\(frame.place))")
      + (frame.imageName.isEmpty ? "" : " in \(frame.imageName)")
  }

  // MARK: Metrics

  /// Upper bounds of the histogram's classes, in seconds.
  static let bounds: [Double] = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60]

  static func metrics(of reports: [StallReport]) -> JSON {
    let resources = byRun(reports).map { reports -> JSON in
      let groups = Dictionary(grouping: reports) {
        [$0.record.loop, $0.record.diagnosis.cause.rawValue, "\($0.record.callout.kind)"]
      }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      let metrics: [JSON] = [
        .object([
          ("name", .string("mainspring.stalls")),
          ("description", .string("Stalls, those not reported included.")),
          ("unit", .string("{stall}")),
          (
            "sum",
            .object([
              ("aggregationTemporality", .integer(2)), ("isMonotonic", .bool(true)),
              ("dataPoints", .array(groups.map { count($0.value, $0.key) })),
            ])
          ),
        ]),
        .object([
          ("name", .string("mainspring.stall.duration")),
          ("description", .string("Durations of reported stalls.")),
          ("unit", .string("s")),
          (
            "histogram",
            .object([
              ("aggregationTemporality", .integer(2)),
              ("dataPoints", .array(groups.map { histogram($0.value, $0.key) })),
            ])
          ),
        ]),
      ]
      return .object([
        ("resource", resource(of: reports[0].run)),
        ("scopeMetrics", .array([.object([("scope", scope), ("metrics", .array(metrics))])])),
      ])
    }
    return .object([("resourceMetrics", .array(resources))])
  }

  private static func point(_ reports: [StallReport], _ key: [String], _ more: [(String, JSON)]) -> JSON {
    let run = reports[0].run
    let begun = run.origin.begun > 0 ? run.origin.begun : reports.map(\.record.startedNanoseconds).min() ?? 0
    let names = ["mainspring.loop", "mainspring.stall.cause", "mainspring.callout.kind"]
    return .object(
      [
        ("attributes", attributes(zip(names, key.map(text)).map { ($0, $1) })),
        ("startTimeUnixNano", .string("\(max(begun, 0))")),
        ("timeUnixNano", .string("\(max(reports.map(\.record.lastSeenNanoseconds).max() ?? 0, begun, 0))")),
      ] + more)
  }

  private static func count(_ reports: [StallReport], _ key: [String]) -> JSON {
    let count = reports.reduce(0) { $0 + 1 + $1.record.suppressed }
    return point(reports, key, [("asInt", .string("\(count)"))])
  }

  private static func histogram(_ reports: [StallReport], _ key: [String]) -> JSON {
    let seconds = reports.map { Double($0.record.duration) / 1e9 }
    var counts = [Int](repeating: 0, count: bounds.count + 1)
    for value in seconds { counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1 }
    return point(
      reports, key,
      [
        ("count", .string("\(reports.count)")), ("sum", .number(seconds.reduce(0, +))),
        ("bucketCounts", .array(counts.map { .string("\($0)") })),
        ("explicitBounds", .array(bounds.map { .number($0) })), ("min", .number(seconds.min() ?? 0)),
        ("max", .number(seconds.max() ?? 0)),
      ])
  }

  // MARK: Values

  private static func byRun(_ reports: [StallReport]) -> [[StallReport]] {
    Dictionary(grouping: reports, by: \.run.path).sorted { $0.key < $1.key }.map(\.value)
  }

  private static func resource(of run: StallRun) -> JSON {
    let name = run.executable.split(separator: "/").last.map(String.init) ?? "unknown_service"
    var values: [(String, JSON)] = [("service.name", text(name)), ("service.instance.id", text(run.name))]
    for (key, value) in [
      ("service.version", run.origin.version), ("host.name", run.origin.host),
      ("container.id", run.origin.container), ("process.executable.path", run.executable),
      ("process.executable.build_id.gnu", run.origin.buildID.hexadecimal),
    ] where !value.isEmpty { values.append((key, text(value))) }
    values.append(("process.pid", number(run.process)))
    return .object([("attributes", attributes(values))])
  }

  private static func attributes(_ values: [(String, JSON)]) -> JSON {
    .array(values.map { .object([("key", .string($0.0)), ("value", $0.1)]) })
  }

  private static func text(_ value: String) -> JSON { .object([("stringValue", .string(value))]) }
  private static func number(_ value: some BinaryInteger) -> JSON {
    .object([("intValue", .string("\(Int64(clamping: value))"))])
  }
}
