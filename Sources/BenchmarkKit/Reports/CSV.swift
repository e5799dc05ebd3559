import PlainText

extension Report {
  /// The results as CSV (RFC 4180), with a line of titles; numbers in the result's unit, unrounded. A percentile with fewer than
  /// ten samples beyond it is empty.
  public var csv: String {
    let titles = [
      "workload", "parameters", "loop", "unit", "median", "spread", "min", "max", "p50", "p90", "p99", "p999",
      "rounds", "samples", "clock", "note",
    ]
    let rows = rows.map { row in
      switch row {
      case .measured(let result):
        [result.workload, result.parameterText, result.loop ?? "", result.unit]
          + [
            result.median, result.spread, result.min, result.max, result.p50, result.p90, result.p99,
            result.p999,
          ].map { $0.map { JSON.figure($0).fileText } ?? "" }
          + [String(result.rounds), String(result.samples), result.clock?.rawValue ?? "", ""]
      case .unmeasured(let row):
        [row.workload, Measurement(row.workload, row.parameters, values: []).parameterText]
          + Array(repeating: "", count: 13) + [row.note]
      }
    }
    return ([titles] + rows).map { $0.map(Self.quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  /// In quotes where the text would be taken for more than one field.
  static func quoted(_ field: String) -> String {
    guard field.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }) else {
      return field
    }
    let doubled = field.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    return "\"\(doubled)\""
  }
}
