import BenchmarkKit
import PlainText
import StallMonitoring

/// `runloop stalls merge`
enum MergeCommand {
  static let usage = """
    usage: runloop stalls merge [ID…] [--folded] [--symbols DIR] [--folder PATH] [--json]

    The stalls of the IDs, or all, in groups of similar ones: how often, how long, why and where.

      --folded   their stacks, one a line with its microseconds, for other flame-graph tools
      --json     the groups and one call tree, as JSON
    """

  private struct Group {
    var time: UInt64 = 0
    /// Number of occurrences, including unreported ones.
    var count = 0
    var worst: StallReport?

    /// Keeps of the reports the worst alone: trees are large.
    mutating func add(_ report: StallReport) {
      time = time.saturatingAdding(report.record.duration).saturatingAdding(report.record.suppressedTime)
      count += 1 + report.record.suppressed
      if worst.map({ $0.record.duration < report.record.duration }) ?? true { worst = report }
    }
  }

  static func run(_ arguments: StallArguments) throws -> Int32 {
    var arguments = arguments
    try arguments.parse(flags: ["--folded", "--json"], usage: usage)
    let runs = try arguments.contents()
    let stalls = try arguments.chosen(in: runs)
    if arguments.has("--folded") || arguments.has("--json") {
      let tree = StallReport.tree(of: stalls, search: arguments.symbols)
      if arguments.has("--json") {
        Tool.write(StallReport.json(of: stalls, merged: tree, search: arguments.symbols) + "\n", to: 1)
      } else {
        for line in tree.folded.split(separator: "\n") { Tool.write(line.plainLine + "\n", to: 1) }
      }
      return 0
    }
    var groups: [String: Group] = [:]
    for (record, run) in stalls {
      // By the parts that are equal in all runs and builds, independent of the program's address.
      let report = StallReport(record, of: run, search: arguments.symbols)
      groups["\(report.program) \(report.fingerprintText)", default: Group()].add(report)
    }
    var table = TextTable([
      ("times", .right), ("together", .right), ("longest", .right), ("program", .left), ("loop", .left),
      ("cause", .left), ("callout", .left), ("in", .left), ("e.g.", .left),
    ])
    for group in groups.values.sorted(by: { ($1.time, $0.count) < ($0.time, $1.count) }) {
      guard let worst = group.worst else { continue }
      table.add([
        "\(group.count)", StallReport.time(group.time), worst.time, worst.program, worst.record.loop,
        worst.record.diagnosis.cause.rawValue, worst.calloutText, worst.culprit?.shortName ?? "",
        worst.shortID,
      ])
    }
    Tool.write(table.text, to: 1)
    return 0
  }
}
