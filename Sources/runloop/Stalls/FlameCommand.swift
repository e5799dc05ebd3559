import BenchmarkKit
import LinuxSystem
import StallMonitoring

/// `runloop stalls flame`
enum FlameCommand {
  static let usage = """
    usage: runloop stalls flame ID|--all [--output FILE] [--symbols DIR] [--folder PATH]

    A flame graph of one stall, or of all on record, as a self-contained page: zoom by a click, search with /.

      --symbols DIR   see 'runloop stalls show --help'
      --output FILE   the output file (stall-ID.html, or stalls.html); - for standard output
    """

  static func run(_ arguments: StallArguments) throws -> Int32 {
    var arguments = arguments
    try arguments.parse(options: ["--output"], flags: ["--all"], usage: usage)
    if let output = arguments.value("--output"), output != "-" {
      try OutputFile.checkDifferent([output], "the page and its name")
    }
    let runs = try arguments.contents()
    let page: String
    let name: String
    let shown: [StallRun]
    if arguments.has("--all") {
      _ = try arguments.words(0...0, "--all or one ID")
      page = StallReport.flamePage(
        of: try arguments.all(in: runs), title: "Stalls of \(arguments.folder.path)",
        search: arguments.symbols)
      shown = runs
      name = "stalls.html"
    } else {
      let id = try arguments.words(1...1, "one ID, as 'runloop stalls list' prints it, or --all")[0]
      let (record, run) = try arguments.find(id, in: runs)
      let report = StallReport(record, of: run, lines: true, search: arguments.symbols)
      shown = [run]
      page = report.flamePage
      name = "stall-\(report.shortID).html"
    }
    let output = arguments.value("--output") ?? name
    if output == "-" {
      guard Tool.write(page, to: 1) else { return 1 }
    } else if arguments.value("--output") != nil {
      try ReportFile(output).write(page)
    } else {
      // A predictable name, perhaps in a world-writable folder: a link there is replaced and not followed.
      try FileBytes.replace(output, with: Array(page.utf8))
    }
    // Only what has arrived is read.
    shown.forEach(ReportFolder.markRead)
    if output != "-" { Tool.write("\(output)\n", to: 1) }
    return 0
  }
}
