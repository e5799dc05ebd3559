import PlainText

extension PairedComparison {
  /// Counts of one operation that do not differ between processes, beside the times of a row.
  public struct Counts: Sendable, Equatable {
    /// The counted quantity, and the counts of the two programs; nil: could not be counted.
    public var figures: [(name: String, first: Double?, second: Double?)]

    /// Counts in the order of their columns.
    public init(_ figures: [(name: String, first: Double?, second: Double?)]) { self.figures = figures }

    public static func == (one: Counts, other: Counts) -> Bool {
      one.figures.elementsEqual(other.figures) { $0 == $1 }
    }
  }

  /// A table for people.
  ///
  /// - Parameters:
  ///   - names: the names of the two programs.
  ///   - counts: by a row's `subject`.
  ///   - terminal: where it is shown, if that is a terminal.
  public func table(
    _ names: (String, String), counts: [String: Counts] = [:], on terminal: Terminal? = nil
  ) -> String {
    let kinds = counts.values.first?.figures.map(\.name) ?? []
    var table = TextTable(
      [
        ("workload", .left), ("parameters", .left), ("loop", .left), (names.0, .right), (names.1, .right),
        ("difference", .right), ("95 % interval", .right), ("p", .right), ("verdict", .left),
      ] + kinds.map { ($0, .right) })
    for row in rows {
      let like = Measurement(row.workload, row.parameters, values: [])
      func figure(_ values: [Double]) -> String { Quantity.text(Statistics.median(values), unit: row.unit) }
      let look: TextTable.Style =
        switch row.verdict {
        case .same: .faint
        case .faster: .good
        case .slower: .bad
        }
      table.add(
        [
          row.workload, like.parameterText, row.loop ?? "", figure(row.first), figure(row.second),
          Self.percentText(row.ratio),
          "\(Self.percentText(row.interval.lowerBound)) … \(Self.percentText(row.interval.upperBound))",
          row.adjusted < 0.0001 ? "<0.0001" : Quantity.fixed(row.adjusted, 4),
          Self.word(row.verdict, unit: row.unit),
        ] + (counts[row.subject]?.figures.map(Self.text) ?? []),
        styles: [5: look, 6: .faint, 7: .faint, 8: look])
    }
    for row in without {
      let like = Measurement(row.workload, row.parameters, values: [])
      table.add([row.workload, like.parameterText], note: row.note, styles: [0: .faint, 1: .faint])
    }
    guard !rows.isEmpty || !without.isEmpty else { return "the two programs have no workload in common\n" }
    return table.text(inColour: terminal?.hasColours ?? false)
  }

  /// The basis of the verdicts.
  public var method: String {
    let text = """
      \(processes) processes of each program, in turn, each new; a process's value is its median. p: how likely a difference as \
      large is by chance, by a permutation test of the ranks (Mann and Whitney), with all \(rows.count) rows taken into account \
      (Benjamini and Hochberg). Different: p is at most \(Self.errorRate) and the difference at least \
      \(Quantity.digits(Self.leastDifference * 100)) %. The interval is of the row alone.
      """
    return Report.wrapped(text, to: 120).joined(separator: "\n") + "\n"
  }

  static func word(_ verdict: Verdict, unit: String) -> String {
    switch verdict {
    case .same: "same"
    case .faster: unit == "ns" ? "faster" : "less"
    case .slower: unit == "ns" ? "slower" : "more"
    }
  }

  static func percentText(_ ratio: Double) -> String {
    let text = Quantity.fixed((ratio - 1) * 100, 1)
    return ratio >= 1 && text != "0.0" ? "+\(text)%" : "\(text)%"
  }

  private static func text(_ figure: (name: String, first: Double?, second: Double?)) -> String {
    guard let first = figure.first, let second = figure.second else { return "" }
    let texts = (Quantity.fixed(first, 2), Quantity.fixed(second, 2))
    return texts.0 == texts.1 ? texts.0 : "\(texts.0) → \(texts.1)"
  }

  // MARK: JSON

  /// A line for each row.
  public var json: String {
    func list(_ values: [Double]) -> JSON { .array(values.map { .figure($0) }) }
    let lines = rows.map { row in
      "    "
        + JSON.object(
          [("workload", .string(row.workload))] + (row.loop.map { [("loop", .string($0))] } ?? [])
            + [
              ("parameters", JSON(row.parameters)), ("unit", .string(row.unit)),
              ("first", list(row.first)), ("second", list(row.second)),
              ("ratio", .figure(row.ratio)),
              ("interval", list([row.interval.lowerBound, row.interval.upperBound])),
              ("probability", .figure(row.probability)), ("adjusted", .figure(row.adjusted)),
              ("verdict", .string(row.verdict.rawValue)),
            ]
        ).fileText
    }
    let without = without.map { "    \($0.jsonValue.fileText)" }
    return """
      {
        "comparison": 1,
        "processes": \(processes),
        "errorRate": \(JSON.figure(Self.errorRate).fileText),
        "rows": [
      \(lines.joined(separator: ",\n"))
        ],
        "unmeasured": [
      \(without.joined(separator: ",\n"))
        ]
      }

      """
  }
}
