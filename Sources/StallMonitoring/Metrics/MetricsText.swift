/// Writes metrics line by line: the OpenMetrics form, or the Prometheus form that came before it.
struct MetricsText {
  enum MetricType: String {
    case counter, gauge, histogram
  }

  private let format: StallMetrics.Format
  private var text = ""
  private var name = ""

  init(_ format: StallMetrics.Format) { self.format = format }

  /// Begins a metric family: its name, type and help.
  mutating func family(_ name: String, _ kind: MetricType, unit: String = "", _ help: String) {
    self.name = name
    // In the older format a counter's family has the name of its only line.
    let title = format == .prometheus && kind == .counter ? name + "_total" : name
    text += "# TYPE \(title) \(kind.rawValue)\n"
    if format == .openMetrics, !unit.isEmpty { text += "# UNIT \(title) \(unit)\n" }
    text += "# HELP \(title) \(Self.escaped(help))\n"
  }

  mutating func counter(_ labels: [(String, String)], _ value: UInt64) {
    line("_total", labels, String(value))
  }
  mutating func counter(_ labels: [(String, String)], seconds: UInt64) {
    line("_total", labels, Self.seconds(seconds))
  }
  mutating func gauge(_ labels: [(String, String)], _ value: UInt64) { line("", labels, String(value)) }
  mutating func gauge(_ labels: [(String, String)], seconds: UInt64) {
    line("", labels, Self.seconds(seconds))
  }

  mutating func histogram(_ histogram: TimeHistogram, _ limits: [UInt64], _ labels: [(String, String)]) {
    for (limit, count) in zip(limits, histogram.counts(below: limits)) {
      line("_bucket", labels + [("le", Self.seconds(limit))], String(count))
    }
    line("_bucket", labels + [("le", "+Inf")], String(histogram.count))
    line("_sum", labels, Self.seconds(histogram.sum))
    line("_count", labels, String(histogram.count))
  }

  var finished: String { text + (format == .openMetrics ? "# EOF\n" : "") }

  private mutating func line(_ suffix: String, _ labels: [(String, String)], _ value: String) {
    text += name + suffix
    if !labels.isEmpty {
      text += "{" + labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",") + "}"
    }
    text += " \(value)\n"
  }

  private static func escaped(_ value: String) -> String {
    var escaped = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Nanoseconds as seconds, exactly: "0.05", "1.0".
  private static func seconds(_ time: UInt64) -> String {
    var fraction = String(time % 1_000_000_000)
    fraction = String(repeating: "0", count: 9 - fraction.count) + fraction
    while fraction.count > 1, fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(time / 1_000_000_000).\(fraction)"
  }
}
