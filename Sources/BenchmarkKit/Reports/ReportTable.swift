extension Report {
  /// The results as a table for people, without the machine's header.
  ///
  /// - Parameters:
  ///   - baseline: the loop whose medians the others' are divided by, where several are compared.
  ///   - terminal: where it is shown, if that is a terminal: with colours, and bars where there is room.
  public func table(baseline: String? = nil, on terminal: Terminal? = nil) -> String {
    guard let terminal else { return textTable(baseline, withBars: false).text }
    let table = textTable(baseline, withBars: true)
    // The line of titles is as wide as the columns; notes are wider, and may be cut off.
    let width = table.text.prefix { $0 != "\n" }.count
    let shown = width <= terminal.columns ? table : textTable(baseline, withBars: false)
    return shown.text(inColour: terminal.hasColours)
  }

  private func textTable(_ baseline: String?, withBars: Bool) -> TextTable {
    var table = TextTable([
      ("workload", .left), ("parameters", .left), ("loop", .left), ("time", .left), ("median", .right),
      ("±", .right), ("", .left), ("ratio", .right), ("min", .right), ("p90", .right), ("p99", .right),
      ("p99.9", .right), ("max", .right), ("samples", .right),
    ])
    for row in rows {
      switch row {
      case .measured(let result):
        func text(_ value: Double) -> String { Quantity.text(value, unit: result.unit) }
        let latencies = result.hasLatencies
        table.add(
          [
            result.workload, result.parameterText, result.loop ?? "", result.clock?.word ?? "",
            text(result.median), Self.spreadText(result), withBars ? bar(of: result) : "",
            ratioText(of: result, to: baseline), text(result.min),
          ] + result.tail.map { latencies ? $0.value.map(text) ?? "" : "" } + [
            text(result.max), latencies ? String(result.samples) : "",
          ], styles: [3: .faint, 5: .faint, 6: .bar])
      case .unmeasured(let row):
        let parameters = Measurement(row.workload, row.parameters, values: []).parameterText
        table.add([row.workload, parameters], note: row.note, styles: [0: .faint, 1: .faint])
      }
    }
    return table
  }

  /// The median beside the others of its workload: the longest bar is the largest of them.
  private func bar(of result: Measurement) -> String {
    let others = results.filter { $0.workload == result.workload && $0.unit == result.unit }
    guard others.count > 1, let largest = others.map(\.median).max(), largest > 0 else { return "" }
    return Self.bar(result.median / largest)
  }

  /// A bar of eight columns at most, in eighths of a column.
  static func bar(_ part: Double) -> String {
    let eighths = max(1, Int((min(max(part, 0), 1) * 64).rounded()))
    let ends = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + ends[eighths % 8]
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
