extension StallReport {
  /// The stall's flame graph as a page of its own.
  public var flamePage: String {
    var facts: [(name: String, value: String)] = [
      ("Program", "\(program), process \(run.process)"),
      ("Begun", WallTime.plain(record.startedWall.seconds) + " UTC"),
      ("Duration", Self.time(record.duration)),
      ("Cause", record.diagnosis.cause.rawValue),
      ("Share of time", sharesText),
      ("Samples", "\(record.samples.count)"),
    ]
    if let owner = record.diagnosis.lockOwner, owner.thread != 0 {
      facts.append(
        (owner.kind == .join ? "Waited for" : "Lock held by", "thread \(owner.thread) \(owner.threadName)"))
    }
    return FlamePage.html(title: "Stall \(id)", sentence: sentence, facts: facts, tree: tree)
  }

  /// "93 % blocked, 5 % on a processor, 2 % waiting for one"
  public var sharesText: String {
    let shares = record.diagnosis.shares
    let parts = [
      (shares.blocked, "blocked"), (shares.processor, "on a processor"), (shares.queue, "waiting for one"),
    ]
    let texts = parts.sorted { $0.0 > $1.0 }
      .map { (share, name) in (Int((min(max(share, 0), 1) * 100).rounded()), name) }
      .filter { $0.0 > 0 }.map { "\($0.0) % \($0.1)" }
    return texts.isEmpty ? "not known" : texts.joined(separator: ", ")
  }

  /// One flame graph of many stalls: by program, loop and callout, then their stacks.
  public static func flamePage(
    of reports: [(record: StallRecord, run: StallRun)], title: String,
    search: SymbolSearch = SymbolSearch()
  ) -> String {
    let tree = tree(of: reports, search: search)
    let duration = reports.reduce(UInt64(0)) { $0.saturatingAdding($1.record.duration) }
    let count = reports.count
    return FlamePage.html(
      title: title,
      sentence: "\(count) \(count == 1 ? "stall" : "stalls") of \(time(duration)) together.",
      facts: [
        ("Programs", "\(Set(reports.map(\.run.executable)).count)"),
        ("Processes", "\(Set(reports.map(\.run.name)).count)"),
        ("Longest", time(reports.map(\.record.duration).max() ?? 0)),
      ], tree: tree)
  }

  /// The call tree of many stalls: by program, loop and callout, then their stacks.
  public static func tree(
    of reports: [(record: StallRecord, run: StallRun)], search: SymbolSearch = SymbolSearch()
  ) -> CallTree {
    var tree = CallTree(title: "all stalls")
    var names: [String: SymbolNames] = [:]
    for (record, run) in reports {
      let known = names[run.path] ?? SymbolNames(images: run.modules, search: search)
      names[run.path] = known
      let report = StallReport(briefly: record, of: run, named: known)
      let above = [report.program, record.loop.isEmpty ? "" : "loop \(record.loop)", report.calloutText]
      tree.add(record.decoded, named: known, below: above.filter { !$0.isEmpty })
    }
    tree.sort()
    return tree
  }
}
