import BenchmarkKit
import PlainText
import StallMonitoring

/// `runloop stalls collect`
enum CollectCommand {
  static let usage = """
    usage: runloop stalls collect PATH… [--output FILE] [--page FILE] [--symbols DIR] [--json]

    Combines reports of many machines and builds: the rates of similar stalls by build and by host, and the change by the newest
    build of each program: "new", "gone", "worse" or "better". A PATH is a folder of reports, with its subfolders, or a
    file that was collected before. A report in several of them is counted once.

      --output FILE   the collection, a line of JSON for each run and each stall; its name should end with .jsonl
      --page FILE     the rates as a self-contained page, with plots
      --json          the rates as JSON
      --symbols DIR   see 'runloop stalls show --help'

    A rate is per watched hour, where the runs' files contain the time, otherwise per run. Machines whose
    reports lack their name are named after the folder.

    Ends with status 0, and 1 when there are no stalls.
    """

  /// Rows of the table.
  private static let mostRows = 40

  static func run(_ arguments: StallArguments) throws -> Int32 {
    var arguments = arguments
    try arguments.parse(options: ["--output", "--page"], flags: ["--json"], usage: usage)
    let paths = try arguments.words(1...10_000, "one folder, or several")
    if arguments.value("--folder") != nil {
      throw WrongCall("collect takes folders as words, without --folder")
    }
    let outputs = ["--output", "--page"].compactMap { arguments.value($0) }
    try OutputFile.checkDifferent(outputs, "the collection and the page")
    var collection = StallCollection(search: arguments.symbols)
    for path in paths { try collection.add(path) }
    // On one line each: names of files of other machines may have line ends.
    for failure in collection.failures { Tool.write("runloop: stalls: \(failure)".plainLine + "\n", to: 2) }
    if collection.unreadable > collection.failures.count {
      Tool.write("runloop: stalls: and \(collection.unreadable - collection.failures.count) more\n", to: 2)
    }
    if let output = arguments.value("--output") {
      try OutputFile.write(Array(collection.lines.utf8), to: output)
    }
    let rates = StallRates(collection)
    if let page = arguments.value("--page") {
      try OutputFile.write(Array(RatesPage.html(of: rates, title: "Stalls").utf8), to: page)
    }
    if arguments.has("--json") {
      Tool.write(rates.json + "\n", to: 1)
    } else {
      Tool.write(text(of: rates, collection), to: 1)
    }
    return collection.stalls.isEmpty ? 1 : 0
  }

  private static func text(of rates: StallRates, _ collection: StallCollection) -> String {
    var text =
      "\(collection.stalls.count) reports of \(collection.runs.count) runs on \(rates.hostCount) hosts\n\n"
    var builds = TextTable([
      ("program", .left), ("build", .left), ("runs", .right), ("hours", .right), ("stalls", .right),
      ("rate", .right),
    ])
    for program in rates.builds {
      for (name, exposure) in program.builds {
        builds.add([
          program.program, name.isEmpty ? "unknown" : name, "\(exposure.runs)",
          Quantity.fixed(exposure.hours, 1),
          "\(exposure.stalls)", exposure.text,
        ])
      }
    }
    text += builds.text
    guard !rates.rows.isEmpty else { return text }
    var table = TextTable([
      ("newest build", .left), ("stalls", .right), ("rate", .right), ("before", .right), ("now", .right),
      ("longest", .right), ("hosts", .right), ("program", .left), ("cause", .left), ("callout", .left),
      ("in", .left),
      ("fingerprint", .left),
    ])
    for row in rates.rows.prefix(mostRows) {
      let before = row.builds.dropLast().map(\.exposure)
      table.add([
        row.change == .unknown ? "" : row.change.rawValue, "\(row.total.stalls)", row.total.text,
        before.isEmpty ? "" : "\(before.reduce(UInt64(0)) { $0.saturatingAdding($1.stalls) })",
        before.isEmpty ? "" : "\(row.builds.last?.exposure.stalls ?? 0)",
        StallReport.time(row.example.duration),
        "\(row.hosts.count)", row.program, row.example.cause, row.example.callout,
        row.example.path.last ?? "",
        row.fingerprint,
      ])
    }
    text += "\n" + table.text
    if rates.rows.count > mostRows {
      text += "and \(rates.rows.count - mostRows) more: see --json or --page\n"
    }
    return text
  }
}
