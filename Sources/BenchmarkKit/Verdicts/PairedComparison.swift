import LinuxSystem

/// Two programs, each run several times in processes of their own, and for each row whether they differ.
///
/// A value is a process's: its median. So the noise that decides is that between processes (memory's layout, placement, what
/// else the machine does), which the rounds of one process do not show.
public struct PairedComparison: Sendable, Equatable {
  /// The verdict on a row's difference. For figures that are no times, less counts as faster.
  public enum Verdict: String, Sendable {
    /// The second program's figure is lower.
    case faster
    /// The second program's figure is higher.
    case slower
    /// The difference may be by chance, or is less than `leastDifference`.
    case same
  }

  /// One measurement, as enough processes of both programs made it.
  public struct Row: Sendable, Equatable {
    /// The workload's name, without its parameters.
    public var workload: String
    /// The variant of the workload.
    public var parameters: [Measurement.Parameter]
    /// The event loop that was measured; nil where only one is.
    public var loop: String?
    /// The unit of the figures: "ns" for each operation, or "bytes".
    public var unit: String
    /// The first program's values, one for each of its processes, in their order.
    public var first: [Double]
    /// The second program's values, one for each of its processes, in their order.
    public var second: [Double]
    /// The second program's figure for the first one's.
    public var ratio: Double
    /// Where the ratio lies, with a confidence of 95 %, of this row alone.
    public var interval: ClosedRange<Double>
    /// How likely such a difference is by chance, in this row alone.
    public var probability: Double
    /// The same with all rows taken into account (Benjamini and Hochberg).
    public var adjusted: Double
    /// Whether `adjusted` and `ratio` make it a difference.
    public var verdict: Verdict

    /// Its part of both figures: "5.2" is five percent more.
    public var percent: Double { (ratio - 1) * 100 }
    /// Workload, parameters and loop on one line, as `Measurement.identity`.
    public var subject: String { Measurement(workload, parameters, loop: loop, values: []).identity }
  }

  /// In comparisons of equal programs any row is called different at most so often; of the rows that are called different, at most
  /// this part are by chance.
  public static let errorRate = 0.01
  /// Less than this is not called a difference: the same code, linked in another order, differs as much.
  public static let leastDifference = 0.01
  /// A row that was measured by fewer processes of either program has no verdict.
  public static let fewestProcesses = 4

  /// The rows with a verdict, in the order of the reports.
  public var rows: [Row] = []
  /// Rows with too few values for a verdict, with the reason if a program gave one.
  public var without: [Unmeasured] = []
  /// The processes that were asked, of each program.
  public var processes: Int

  /// The reports of the processes of two programs.
  public init(_ first: [Report], _ second: [Report]) {
    processes = Swift.min(first.count, second.count)
    let medians = (first.map(Self.medians), second.map(Self.medians))
    var seen: Set<String> = []
    for report in second + first {
      for row in report.rows {
        let like =
          switch row {
          case .measured(let result): result
          case .unmeasured(let row):
            // Another process may have measured it, in a unit of its own.
            (second + first).lazy.flatMap(\.results).first { $0.subject == row.subject }
              ?? Measurement(row.workload, row.parameters, values: [])
          }
        let key = Self.key(like)
        guard seen.insert(key).inserted else { continue }
        let values = (medians.0.compactMap { $0[key] }, medians.1.compactMap { $0[key] })
        if Swift.min(values.0.count, values.1.count) >= Self.fewestProcesses {
          rows.append(Self.row(like, values.0, values.1))
        } else {
          leaveOut(like, Swift.min(values.0.count, values.1.count), first + second)
        }
      }
    }
    let adjusted = ErrorRates.adjusted(rows.map(\.probability))
    for index in rows.indices {
      rows[index].adjusted = adjusted[index]
      rows[index].verdict = Self.verdict(rows[index].ratio, adjusted[index])
    }
  }

  /// Whether the first program is the one that runs at a place in the order of processes: A B B A, and again.
  ///
  /// So a machine that becomes slower all the time meets both alike.
  public static func firstRuns(at place: Int) -> Bool { place % 4 == 0 || place % 4 == 3 }

  static func verdict(_ ratio: Double, _ adjusted: Double) -> Verdict {
    guard adjusted <= errorRate, abs(ratio - 1) >= leastDifference else { return .same }
    return ratio > 1 ? .slower : .faster
  }

  private static func key(_ result: Measurement) -> String { "\(result.identity)\n\(result.unit)" }

  private static func medians(_ report: Report) -> [String: Double] {
    Dictionary(report.results.map { (key($0), $0.median) }, uniquingKeysWith: { first, _ in first })
  }

  private static func row(_ like: Measurement, _ first: [Double], _ second: [Double]) -> Row {
    // Ratios are differences of logarithms; a figure of 0 has none.
    let logarithms = (first.map { log(Swift.max($0, 1e-9)) }, second.map { log(Swift.max($0, 1e-9)) })
    let shift = RankTest.shift(from: logarithms.0, to: logarithms.1)
    let interval = RankTest.interval(from: logarithms.0, to: logarithms.1, confidence: 0.95)
    let bounds = interval ?? shift...shift
    return Row(
      workload: like.workload, parameters: like.parameters, loop: like.loop, unit: like.unit, first: first,
      second: second, ratio: exp(shift), interval: exp(bounds.lowerBound)...exp(bounds.upperBound),
      probability: RankTest.probability(first, second), adjusted: 1, verdict: .same)
  }

  private mutating func leaveOut(_ like: Measurement, _ count: Int, _ reports: [Report]) {
    let reason = reports.lazy.flatMap(\.unmeasured).first { $0.subject == like.subject }?.reason
    without.append(
      Unmeasured(
        like.workload, like.parameters,
        reason: count == processes
          ? "at least \(Self.fewestProcesses) processes of each program are needed"
          : "in \(count) of \(processes) processes only\(reason.map { ": \($0)" } ?? "")",
        place: rows.count))
  }

  /// The noise between processes of one program, as a part of the figure: the median of the rows'.
  public var noise: Double {
    Statistics.median(
      rows.flatMap { row in
        [row.first, row.second].compactMap { values in
          let median = Statistics.median(values)
          return median > 0 ? 1.4826 * Statistics.medianAbsoluteDeviation(values) / median : nil
        }
      })
  }

  /// The rows in which the second program is slower by this percentage or more.
  public func slower(byPercent percent: Double) -> [Row] {
    rows.filter { $0.verdict == .slower && $0.percent >= percent }
  }

  /// The rows that are called different.
  public var different: [Row] { rows.filter { $0.verdict != .same } }
}
