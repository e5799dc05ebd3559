import BenchmarkKit
import PlainText
import StallMonitoring

/// `runloop stalls list`
enum ListCommand {
  static let usage = """
    usage: runloop stalls list [--runs] [--folder PATH] [--json]

    The stalls on record, oldest first.

      --runs   the runs of programs instead: how each ended, and its loops' last callouts

    Ends with status 0, and 1 when there are none.
    """

  static func run(_ arguments: StallArguments) throws -> Int32 {
    var arguments = arguments
    try arguments.parse(flags: ["--runs", "--json"], usage: usage)
    _ = try arguments.words(0...0, "no words")
    let runs = try arguments.contents()
    if arguments.has("--runs") {
      guard !arguments.has("--json") else { throw WrongCall("--runs has no JSON; leave --json out") }
      return list(runs, in: arguments.folder)
    }
    let stalls = runs.flatMap { run in run.records.map { (record: $0, run: run) } }
      .sorted { StallArguments.order($0) < StallArguments.order($1) }
    if arguments.has("--json") {
      Tool.write(StallReport.json(of: stalls) + "\n", to: 1)
      return stalls.isEmpty ? 1 : 0
    }
    guard !stalls.isEmpty else {
      Tool.write("no stalls on record in \(arguments.folder.path)\n", to: 1)
      return 1
    }
    var table = TextTable([
      ("id", .left), ("begun (UTC)", .left), ("program", .left), ("loop", .left), ("time", .right),
      ("cause", .left), ("callout", .left), ("", .left),
    ])
    var names: [String: SymbolNames] = [:]
    for (record, run) in stalls {
      let known = names[run.path] ?? SymbolNames(images: run.modules, search: arguments.symbols)
      names[run.path] = known
      let report = StallReport(briefly: record, of: run, named: known)
      table.add([
        report.shortID, report.begun, report.program, record.loop, report.time,
        record.diagnosis.cause.rawValue,
        report.calloutText, state(report),
      ])
    }
    Tool.write(table.text, to: 1)
    return 0
  }

  private static func state(_ report: StallReport) -> String {
    if report.goesOn { return "goes on" }
    if !report.record.hasEnded, let end = report.run.end, !end.isKill { return end.summary }
    return switch report.record.kind {
    case .stalledAndKilled: "killed in it"
    case .mainThreadStall, .stall: ""
    case .stallUnderLoad: "under load"
    case .launchStall: "at the start"
    case .stallWithManyThreads: "many threads"
    case .busyBurst: "busy burst"
    case .starved: "starved"
    case .processorHigh: "much processor time"
    case .memoryHigh: "much memory"
    }
  }

  private static func list(_ runs: [StallRun], in folder: ReportFolder) -> Int32 {
    guard !runs.isEmpty else {
      Tool.write("no runs on record in \(folder.path)\n", to: 1)
      return 1
    }
    var table = TextTable([
      ("run", .left), ("program", .left), ("stalls", .right), ("dropped", .right), ("torn", .right),
      ("end", .left),
      ("last", .left),
    ])
    for run in runs {
      let last = run.lastCallouts.map { last in
        let callout = StallReport.text(last.callout)
        return "\(last.callout.loop): \(last.wasWaiting || callout.isEmpty ? "waiting" : callout)"
      }
      table.add([
        run.name, run.executable.split(separator: "/").last.map(String.init) ?? "", "\(run.records.count)",
        run.dropped > 0 ? "\(run.dropped)" : "", run.torn > 0 ? "\(run.torn)" : "", ending(run),
        last.joined(separator: "; "),
      ])
    }
    Tool.write(table.text, to: 1)
    for run in runs {
      for remark in run.remarks { Tool.write("\(run.name): \(remark)".plainLine + "\n", to: 1) }
    }
    return 0
  }

  private static func ending(_ run: StallRun) -> String {
    switch run.ending {
    case .running: "runs"
    case .closed: "ended properly"
    case .ended:
      (run.records.contains { $0.kind == .stalledAndKilled } ? "killed in a stall: " : "")
        + (run.end?.summary ?? "ended without closing")
    case .unknown: "not known: another container's"
    }
  }
}
