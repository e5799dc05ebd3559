import PlainText

/// How often comparisons of a program with itself called a row different: each such verdict is false.
public struct FalseVerdicts: Sendable, Equatable {
  /// Comparisons that were added.
  public private(set) var comparisons = 0
  /// Rows with a verdict, of all comparisons together.
  public private(set) var rows = 0
  /// The noise between processes in each comparison.
  public private(set) var noises: [Double] = []
  /// The rows that were called different, and how often.
  public private(set) var called: [(subject: String, count: Int)] = []

  /// No comparisons yet.
  public init() {}

  /// False verdicts: rows that were called different, of all comparisons together.
  public var count: Int { called.reduce(0) { $0 + $1.count } }

  /// The part of all rows, from 0 to 1.
  public var rate: Double { rows == 0 ? 0 : Double(count) / Double(rows) }

  /// Adds a comparison of a program with itself: each row that it calls different is a false verdict.
  public mutating func add(_ comparison: PairedComparison) {
    comparisons += 1
    rows += comparison.rows.count
    noises.append(comparison.noise)
    for row in comparison.different {
      if let place = called.firstIndex(where: { $0.subject == row.subject }) {
        called[place].count += 1
      } else {
        called.append((row.subject, 1))
      }
    }
  }

  /// The result of one comparison.
  public static func line(_ comparison: PairedComparison) -> String {
    let names = comparison.different.map {
      "\($0.subject) \(PairedComparison.percentText($0.ratio))".plainLine
    }
    let text = "\(names.count) of \(comparison.rows.count) rows called different"
    return names.isEmpty ? text : "\(text): \(names.joined(separator: ", "))"
  }

  /// Lines for people. `pairs` is how many processes of each program a comparison ran.
  public func text(pairs: Int) -> String {
    func percent(_ part: Double) -> String { "\(Quantity.fixed(part * 100, 2)) %" }
    var text =
      "\(comparisons) comparisons of \(pairs) processes with \(pairs) others of the same program: "
      + "\(count) false verdicts in \(rows) rows, \(percent(rate))"
    if rows > 0 {
      text += " (with a confidence of 95 % at most \(percent(ErrorRates.upperBound(count, of: rows))))"
    }
    text += "\n"
    for row in called { text += "  \(row.subject.plainLine): \(row.count) of \(comparisons)\n" }
    guard comparisons > 0, rows > 0 else { return text }
    let noise = Statistics.median(noises)
    let wanted = ErrorRates.pairs(
      toFind: 0.05, noise: noise, rows: rows / comparisons, errorRate: PairedComparison.errorRate)
    return text
      + "noise between processes: \(percent(noise)); a difference of 5 % is found in 95 of 100 comparisons with --pairs \(wanted)\n"
  }

  public static func == (one: FalseVerdicts, other: FalseVerdicts) -> Bool {
    one.comparisons == other.comparisons && one.rows == other.rows && one.noises == other.noises
      && one.called.elementsEqual(other.called) { $0 == $1 }
  }
}
