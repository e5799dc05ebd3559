import BenchmarkKit
import StallMonitoring

/// `runloop stalls merge`
enum MergeCommand {
  static let usage = """
    usage: runloop stalls merge [ID…] [--folded] [--folder PATH] [--json]

    The stalls of the IDs, or all, with those that are alike together: how often, how long, why and where.

      --folded   their stacks, one a line with its microseconds, for other flame-graph tools
      --json     the groups and one call tree, as JSON
    """

  private struct Group {
    var reports: [StallReport] = []
    var time: UInt64 { reports.reduce(0) { $0 + $1.record.duration } }
    /// How often it was seen, those that were not reported included.
    var count: Int { reports.reduce(0) { $0 + 1 + $1.record.suppressed } }
  }

  static func run(_ arguments: StallArguments) throws -> Int32 {
    var arguments = arguments
    try arguments.parse(flags: ["--folded", "--json"], usage: usage)
    let runs = try arguments.contents()
    let stalls =
      arguments.words.isEmpty
      ? runs.flatMap { run in run.records.map { (record: $0, run: run) } }
      : try arguments.words.map { try arguments.find($0, in: runs) }
    guard !stalls.isEmpty else {
      Tool.write("no stalls on record in \(arguments.folder.path)\n", to: 1)
      return 1
    }
    if arguments.has("--folded") || arguments.has("--json") {
      let tree = StallReport.tree(of: stalls)
      Tool.write(
        arguments.has("--json") ? StallReport.json(of: stalls, merged: tree) + "\n" : tree.folded, to: 1)
      return 0
    }
    var groups: [String: Group] = [:]
    for (record, run) in stalls {
      let report = StallReport(record, of: run)
      groups["\(run.executable) \(record.loop) \(record.fingerprint)", default: Group()].reports.append(
        report)
    }
    var table = TextTable([
      ("times", .right), ("together", .right), ("longest", .right), ("program", .left), ("loop", .left),
      ("cause", .left), ("callout", .left), ("in", .left), ("e.g.", .left),
    ])
    for group in groups.values.sorted(by: { ($1.time, $0.count) < ($0.time, $1.count) }) {
      guard let worst = group.reports.max(by: { $0.record.duration < $1.record.duration }) else { continue }
      table.add([
        "\(group.count)", StallReport.time(group.time), worst.time, worst.program, worst.record.loop,
        worst.record.diagnosis.cause.rawValue, worst.calloutText, worst.tree.culprit?.shortName ?? "",
        worst.shortID,
      ])
    }
    Tool.write(table.text, to: 1)
    return 0
  }
}
