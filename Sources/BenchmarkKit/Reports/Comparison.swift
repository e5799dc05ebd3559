import PlainText

/// An older run beside a newer one: what became faster, what slower, and what only looks so.
public struct Comparison: Sendable, Equatable {
  /// Whether the difference of a row is beyond its noise. For figures that are no times, less counts as faster.
  public enum Verdict: String, Sendable {
    /// The new median is lower by more than the noise.
    case faster
    /// The new median is higher by more than the noise.
    case slower
    /// The difference is within the noise, or the old median is 0.
    case same
  }

  /// A measurement that both runs have.
  public struct Row: Sendable, Equatable {
    /// The older run's measurement.
    public var old: Measurement
    /// The newer run's measurement of the same identity and unit.
    public var new: Measurement
    /// The new median for the old one.
    public var ratio: Double
    /// How far the ratio may be from 1 by chance.
    public var noise: Double
    /// Whether `ratio` is farther from 1 than `noise`.
    public var verdict: Verdict
  }

  /// The machine had other work to do in one of the runs, which the rounds' noise does not show wholly.
  public var isDoubtful = false
  /// What of the machine and the build is not the same in both runs, a line each: "cpu: A, then B". Differences may be theirs.
  public var conditions: [String] = []
  /// The rows, in the order of the new run.
  public var rows: [Row] = []
  /// Measurements that only the older run has.
  public var onlyOld: [Measurement] = []
  /// Measurements that only the newer run has.
  public var onlyNew: [Measurement] = []

  /// Less than this is never called a difference: the same program, loaded to other addresses, differs as much.
  public static let leastDifference = 0.03

  /// Compares the measurements that have the same identity and unit in both runs.
  public init(old: Report, new: Report) {
    isDoubtful = old.machine.isBusy || new.machine.isBusy
    conditions = new.machine.differences(from: old.machine)
    for measurement in new.results {
      guard
        let before = old.results.first(where: {
          $0.identity == measurement.identity && $0.unit == measurement.unit
        })
      else {
        onlyNew.append(measurement)
        continue
      }
      rows.append(Self.row(old: before, new: measurement))
    }
    onlyOld = old.results.filter { before in
      !new.results.contains { $0.identity == before.identity && $0.unit == before.unit }
    }
  }

  /// A difference counts when it is larger than three standard deviations of the rounds, both runs' taken together.
  /// The deviations are taken from the median distances from the median, as for a normal distribution.
  private static func row(old: Measurement, new: Measurement) -> Row {
    guard old.median > 0 else {
      return Row(old: old, new: new, ratio: 1, noise: 1, verdict: .same)
    }
    let ratio = new.median / old.median
    let deviations = (
      1.4826 * old.spread / old.median, 1.4826 * new.spread / old.median
    )
    let noise = Swift.max(
      leastDifference, 3 * (deviations.0 * deviations.0 + deviations.1 * deviations.1).squareRoot())
    let verdict: Verdict = ratio > 1 + noise ? .slower : ratio < 1 - noise ? .faster : .same
    return Row(old: old, new: new, ratio: ratio, noise: noise, verdict: verdict)
  }

  /// What one run of each program can not know.
  public static let caveat = """
    One process of each: the noise is that of its rounds. Processes of the same program differ by more (layout, placement, the \
    machine), which one of each can not show, so that this calls some rows different that are not. A verdict: bench --ab.

    """

  /// A table for people.
  public var table: String {
    var table = TextTable([
      ("workload", .left), ("parameters", .left), ("loop", .left), ("old", .right), ("new", .right),
      ("ratio", .right), ("noise", .right), ("verdict", .left),
    ])
    for row in rows {
      let grows = row.new.unit != "ns"
      let verdict =
        switch row.verdict {
        case .same: "same"
        case .faster: grows ? "less?" : "faster?"
        case .slower: grows ? "more?" : "slower?"
        }
      table.add([
        row.new.workload, row.new.parameterText, row.new.loop ?? "",
        Quantity.text(row.old.median, unit: row.old.unit), Quantity.text(row.new.median, unit: row.new.unit),
        Quantity.fixed(row.ratio, 2), "±" + Quantity.fixed(row.noise, 2), verdict,
      ])
    }
    var text = rows.isEmpty ? "the two runs have no workload in common\n" : table.text
    if !onlyNew.isEmpty {
      text += "only in the new run: \(onlyNew.map(\.identity).joined(separator: "; "))\n"
    }
    if !onlyOld.isEmpty {
      text += "only in the old run: \(onlyOld.map(\.identity).joined(separator: "; "))\n"
    }
    if !rows.isEmpty { text += Self.caveat }
    if !rows.isEmpty, !conditions.isEmpty {
      text += "the runs were not made alike, and differences may come from that:\n"
      for condition in conditions { text += "  \(condition.plainLine)\n" }
    }
    if isDoubtful { text += "the machine was busy in one of the runs: differences may be its own\n" }
    return text
  }
}
