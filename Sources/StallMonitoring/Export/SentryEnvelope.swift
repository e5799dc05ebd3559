import PlainText

/// An envelope for Sentry with one event for a stall: an "App Hanging" with the most telling stack.
enum SentryEnvelope {
  static func text(of report: StallReport) -> String {
    let event = event(of: report).text
    let header = JSON.object([("event_id", .string(eventID(of: report)))])
    let item = JSON.object([
      ("type", .string("event")), ("content_type", .string("application/json")),
      ("length", .integer(event.utf8.count)),
    ])
    return "\(header.text)\n\(item.text)\n\(event)\n"
  }

  /// An id that depends on the stall only: sent twice, it is one event. Containers may have names, process numbers and times in common.
  private static func eventID(of report: StallReport) -> String {
    let (origin, process) = (report.run.origin, report.run.identity)
    let parts = [
      origin.host, origin.container, process.boot.hexadecimal, "\(process.pidNamespace)",
      "\(process.startTicks)",
      report.id,
    ]
    let words = Array(parts.joined(separator: " ").utf8)
    return ([1, 2] as [UInt64]).map { seed in
      let hash = words.withUnsafeBytes { ReportLayout.checksum($0, seed: seed) }
      return StallReport.text(ofFingerprint: hash)
    }.joined()
  }

  private static func event(of report: StallReport) -> JSON {
    let record = report.record
    let origin = report.run.origin
    let isKilled = record.kind == .stalledAndKilled
    let release = origin.version.isEmpty ? "" : "\(report.program)@\(origin.version)"
    let exception: [(String, JSON)] = [
      ("type", .string(isKilled ? "Fatal App Hang" : "App Hanging")), ("value", .string(report.sentence)),
      ("thread_id", .integer(record.thread)),
      (
        "mechanism",
        .object([("type", .string("AppHang")), ("handled", .bool(!isKilled)), ("synthetic", .bool(true))])
      ),
      ("stacktrace", stack(report.pointStack)),
    ]
    return .object([
      ("event_id", .string(eventID(of: report))),
      ("timestamp", .string(WallTime.exact(record.startedNanoseconds))),
      ("platform", .string("native")), ("level", .string(isKilled ? "fatal" : "warning")),
      ("logger", .string("mainspring.stalls")), ("server_name", .text(origin.host)),
      ("release", .text(release)),
      ("transaction", .text(report.calloutText)),
      ("fingerprint", .array([.string(report.fingerprintText)])),
      ("exception", .object([("values", .array([.object(exception)]))])),
      ("threads", .object([("values", threads(of: report))])),
      ("debug_meta", .object([("images", images(of: report))])),
      (
        "tags",
        .object([
          ("loop", .text(record.loop)), ("cause", .string(record.diagnosis.cause.rawValue)),
          ("kind", .string("\(record.kind)")), ("build", .text(origin.buildID.hexadecimal)),
        ])
      ),
      (
        "extra",
        .object([
          ("id", .string(report.id)), ("duration_ms", .number(Double(record.duration) / 1e6)),
          ("shares", .string(report.sharesText)), ("container", .text(origin.container)),
        ])
      ),
    ])
  }

  private static func threads(of report: StallReport) -> JSON {
    let record = report.record
    var threads: [JSON] = [
      .object([
        ("id", .integer(record.thread)), ("name", .text(record.threadName)), ("crashed", .bool(false)),
        ("current", .bool(true)),
      ])
    ]
    if let owner = record.diagnosis.lockOwner, owner.thread != 0, owner.thread != record.thread,
      owner.process == 0
    {
      threads.append(
        .object([
          ("id", .integer(owner.thread)), ("name", .text(owner.threadName)),
          ("stacktrace", stack(report.ownerStack)),
        ]))
    }
    return .array(threads)
  }

  /// The frames outermost first, in Sentry's order.
  private static func stack(_ frames: [CodeFrame]) -> JSON {
    let values = frames.reversed().map { frame -> JSON in
      .object([
        ("function", .string(frame.shortName)), ("raw_function", .text(frame.rawName)),
        ("package", .text(frame.image)), ("abs_path", .text(frame.file)),
        ("filename", .text(frame.file.split(separator: "/").last.map(String.init) ?? "")),
        ("lineno", frame.line > 0 ? .integer(frame.line) : .null),
        ("instruction_addr", .string(address(frame.address))),
        ("in_app", .bool(!frame.isSystem && !frame.isLoop && !frame.isThunk && !frame.isStart)),
      ])
    }
    return .object([("frames", .array(values))])
  }

  private static func address(_ address: UInt) -> String { "0x" + String(address, radix: 16) }

  private static func images(of report: StallReport) -> JSON {
    let used = Set((report.pointStack + report.ownerStack).map(\.image))
    return .array(
      report.run.modules(of: report.record).filter { used.contains($0.path) && !$0.buildID.isEmpty }.map {
        image in
        .object([
          ("type", .string("elf")), ("code_file", .string(image.path)),
          ("code_id", .string(image.buildID.hexadecimal)), ("debug_id", .string(debugID(image.buildID))),
          ("image_addr", .string(address(image.bias))),
          ("image_size", .natural(UInt64(image.end &- image.bias))),
        ])
      })
  }

  /// The first 16 bytes of a build id as a UUID whose first three parts are little-endian, as symbol servers have it.
  static func debugID(_ buildID: [UInt8]) -> String {
    let bytes = Array((buildID + [UInt8](repeating: 0, count: 16)).prefix(16))
    let order = [3, 2, 1, 0, -1, 5, 4, -1, 7, 6, -1, 8, 9, -1, 10, 11, 12, 13, 14, 15]
    return order.map { $0 < 0 ? "-" : [bytes[$0]].hexadecimal }.joined()
  }
}
