import BenchmarkKit

extension Report {
  /// A block for each line of the comparison: the loops from the quickest to the slowest.
  ///
  /// The best round stands beside the median: on a machine that does other things, too, it is what they disturbed
  /// least, and the two ratios agree where the median can be trusted.
  func comparison(baseline: String) -> String {
    var table = TextTable([
      ("", .left), ("median", .right), ("±", .right), ("ratio", .right), ("best", .right), ("ratio", .right),
      ("p99", .right), ("max", .right),
    ])
    var subjects: [String] = []
    for result in results where subjects.last != result.subject { subjects.append(result.subject) }
    for subject in subjects {
      table.add([subject])
      let results = results.filter { $0.subject == subject }
      let base = results.first { $0.loop == baseline }
      for result in results.sorted(by: { $0.median < $1.median }) {
        table.add(row(result, base))
      }
    }
    return table.text
  }

  private func row(_ result: Measurement, _ base: Measurement?) -> [String] {
    func text(_ value: Double) -> String { Quantity.text(value, unit: result.unit) }
    let best = result.values.min() ?? result.min
    let baseBest = base?.values.min() ?? 0
    return [
      "  \(result.loop ?? "")", text(result.median),
      result.median > 0 ? "\(Quantity.fixed(result.spread / result.median * 100, 0))%" : "",
      base.map { $0.median > 0 ? Quantity.fixed(result.median / $0.median, 2) : "" } ?? "", text(best),
      baseBest > 0 ? Quantity.fixed(best / baseBest, 2) : "",
      result.hasLatencies ? result.p99.map(text) ?? "" : "",
      result.hasLatencies ? text(result.max) : "",
    ]
  }
}
