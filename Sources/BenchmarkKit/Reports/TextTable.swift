/// Aligned columns of text. What a terminal would obey in a cell is not in the text: see `plainLine`.
public struct TextTable {
  public enum Alignment: Sendable {
    case left, right
  }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  public init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  public mutating func add(_ row: [String]) { rows.append(row.map(\.plainLine)) }

  /// A line of titles and one per row. Columns without any text are left out.
  public var text: String {
    let used = columns.indices.filter { column in rows.contains { column < $0.count && !$0[column].isEmpty } }
    let lines = ([columns.map(\.title)] + rows).map { row in used.map { $0 < row.count ? row[$0] : "" } }
    let widths = used.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      var text = ""
      for (place, cell) in line.enumerated() {
        let padding = String(repeating: " ", count: widths[place] - cell.count)
        text += place > 0 ? "  " : ""
        text += columns[used[place]].alignment == .left ? cell + padding : padding + cell
      }
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }.joined()
  }
}

extension Report {
  /// The results as a table for people, without the machine's header.
  ///
  /// - Parameter baseline: the loop whose medians the others' are divided by, where several are compared.
  public func table(baseline: String? = nil) -> String {
    var table = TextTable([
      ("workload", .left), ("parameters", .left), ("loop", .left), ("median", .right), ("±", .right),
      ("ratio", .right), ("min", .right), ("p90", .right), ("p99", .right), ("p99.9", .right),
      ("max", .right),
    ])
    for result in results {
      let latencies = result.hasLatencies
      func text(_ value: Double) -> String { Quantity.text(value, unit: result.unit) }
      table.add([
        result.workload, result.parameterText, result.loop ?? "", text(result.median),
        Self.spreadText(result),
        ratioText(of: result, to: baseline), text(result.min), latencies ? text(result.p90) : "",
        latencies ? text(result.p99) : "", latencies ? text(result.p999) : "", text(result.max),
      ])
    }
    return table.text
  }

  /// How many times the baseline's median a result's is; nil for the baseline itself, and without one.
  public func ratio(of result: Measurement, to baseline: String?) -> Double? {
    guard let baseline, result.loop != nil, result.loop != baseline,
      let base = results.first(where: { $0.loop == baseline && $0.subject == result.subject }),
      base.median > 0
    else { return nil }
    return result.median / base.median
  }

  func ratioText(of result: Measurement, to baseline: String?) -> String {
    if let ratio = ratio(of: result, to: baseline) { return Quantity.fixed(ratio, 2) }
    return baseline != nil && result.loop == baseline ? "1" : ""
  }

  /// The spread in percent of the median.
  static func spreadText(_ result: Measurement) -> String {
    guard result.rounds > 1, result.median > 0 else { return "" }
    return "\(Quantity.fixed(result.spread / result.median * 100, 1))%"
  }
}
