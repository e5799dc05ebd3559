import Packing

/// Reports in the forms that other tools read.
public enum StallExport: String, CaseIterable, Sendable {
  /// A gzip'd profile for `go tool pprof` and every reader of its format.
  case pprof
  /// JSON for speedscope.app.
  case speedscope
  /// `root;function;function microseconds`, for flame-graph tools.
  case folded
  /// Chrome's trace events, for ui.perfetto.dev and chrome://tracing.
  case chrome
  /// An OpenTelemetry request as JSON, for `/v1/logs`: a record for each stall.
  case otlpLogs = "otlp-logs"
  /// The same for `/v1/metrics`: sums of these stalls.
  case otlpMetrics = "otlp-metrics"
  /// An envelope for Sentry's ingestion: of one stall.
  case sentry
  /// Text for an issue.
  case markdown

  /// A short description.
  public var summary: String {
    switch self {
    case .pprof: "a profile as gzip'd protobuf, for 'go tool pprof'"
    case .speedscope: "a profile for speedscope.app, a stall each"
    case .folded: "folded stacks with microseconds, for flame-graph tools"
    case .chrome: "trace events for ui.perfetto.dev; --with adds them to a Recorder's trace"
    case .otlpLogs: "an OpenTelemetry logs request as JSON, a record each"
    case .otlpMetrics: "an OpenTelemetry metrics request as JSON: counts and durations"
    case .sentry: "a Sentry envelope, of one stall"
    case .markdown: "text for an issue"
    }
  }

  /// Whether it is text of lines, which may be shown in a terminal.
  public var isText: Bool { self == .folded || self == .markdown }

  /// The most stalls that it can hold.
  public var mostStalls: Int { self == .sentry ? 1 : .max }

  /// The first `mostStalls` reports as one file.
  public func data(of reports: [StallReport]) -> [UInt8] {
    switch self {
    case .pprof: Gzip.stored(Pprof.profile(of: reports))
    case .speedscope: Array((Speedscope.file(of: reports).text + "\n").utf8)
    case .folded: Array(Self.folded(reports).utf8)
    case .chrome: Array((TraceEvents.file(of: reports).text + "\n").utf8)
    case .otlpLogs: Array((Telemetry.logs(of: reports).text + "\n").utf8)
    case .otlpMetrics: Array((Telemetry.metrics(of: reports).text + "\n").utf8)
    case .sentry: reports.first.map { Array(SentryEnvelope.text(of: $0).utf8) } ?? []
    case .markdown: Array(reports.map(Markdown.text).joined(separator: "\n---\n\n").utf8)
    }
  }

  /// Folded stacks below the program, the loop and the callout; equal lines are merged.
  private static func folded(_ reports: [StallReport]) -> String {
    var times: [String: UInt64] = [:]
    for report in reports {
      let above = [
        report.program, report.record.loop.isEmpty ? "" : "loop \(report.record.loop)", report.calloutText,
      ]
      let prefix = above.filter { !$0.isEmpty }.map(CallTree.foldedName).joined(separator: ";")
      ExportedStack.each(of: report.tree) { stack in
        let line = ([prefix] + stack.frames.map { CallTree.foldedName($0.shortName) }).joined(separator: ";")
        times[line] = (times[line] ?? 0).saturatingAdding(stack.time)
      }
    }
    return times.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.saturatingAdding(500) / 1000)\n" }
      .joined()
  }
}

/// A stack of a call tree, and the time that was spent in its leaf.
struct ExportedStack {
  /// Outermost first.
  var frames: [CodeFrame] = []
  /// Nanoseconds.
  var time: UInt64 = 0
  var blockedTime: UInt64 = 0
  var count = 0

  /// More than any genuine record has: a forged one may have stacks a thousand times its own size.
  private static let mostStacks = 4_096

  /// Calls the body with each of the tree's stacks, one after the other.
  static func each(of tree: CallTree, _ body: (ExportedStack) -> Void) {
    var stack = ExportedStack()
    var left = mostStacks
    func visit(_ node: CallTree.Node) {
      guard left > 0 else { return }
      stack.frames.append(node.frame)
      defer { stack.frames.removeLast() }
      if node.ownWeight > 0 {
        left -= 1
        let blockedInside = node.children.reduce(UInt64(0)) { $0.saturatingAdding($1.blockedWeight) }
        let countInside = node.children.reduce(0) { $0 + $1.sampleCount }
        stack.time = node.ownWeight
        stack.blockedTime = node.blockedWeight - min(blockedInside, node.blockedWeight)
        stack.count = max(node.sampleCount - countInside, 1)
        body(stack)
      }
      node.children.forEach(visit)
    }
    tree.root.children.forEach(visit)
  }
}
