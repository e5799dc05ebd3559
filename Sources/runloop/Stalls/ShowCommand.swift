import StallMonitoring

/// `runloop stalls show`
enum ShowCommand {
  static let usage = """
    usage: runloop stalls show ID [--frames] [--no-lines] [--symbols DIR] [--folder PATH] [--json]

    One stall: a sentence about what happened, then the evidence. Inlined functions, files and lines are read from the
    program's file, when it is still the same build and has debug information.

      --symbols DIR  a folder that has the program's file of that build, or its debug information, anywhere in it
      --frames     the frames of the loop and of the system, too
      --no-lines   the symbols' names only: faster
      --json       all of it, as JSON
    """

  static func run(_ arguments: StallArguments) throws -> Int32 {
    var arguments = arguments
    try arguments.parse(flags: ["--frames", "--no-lines", "--json"], usage: usage)
    let id = try arguments.words(1...1, "one ID, as 'runloop stalls list' prints it, or 'last'")[0]
    let (record, run) = try arguments.find(id, in: try arguments.contents())
    let report = StallReport(
      record, of: run, lines: !arguments.has("--no-lines"), search: arguments.symbols)
    let text =
      arguments.has("--json")
      ? report.json + "\n" : StallText.full(report, allFrames: arguments.has("--frames"))
    guard Tool.write(text, to: 1) else { return 1 }
    ReportFolder.markRead(run)
    return 0
  }
}
