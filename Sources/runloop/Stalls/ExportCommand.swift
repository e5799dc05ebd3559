import LinuxSystem
import PlainText
import StallMonitoring

/// `runloop stalls export`
enum ExportCommand {
  static var usage: String {
    let formats = StallExport.allCases.map { format in
      "  \(format.rawValue)\(String(repeating: " ", count: 14 - format.rawValue.count))\(format.summary)"
    }
    return """
      usage: runloop stalls export [ID…] --to FORMAT [--output FILE] [--with TRACE] [--symbols DIR] [--folder PATH]

      The stalls of the IDs, or all, in a format of other tools.

      Formats:

      \(formats.joined(separator: "\n"))

        --output FILE   the output file (standard output)
        --with TRACE    for chrome: a trace by RunLoop.Recorder, to which the stalls are added in the output
        --no-lines      names without files and lines: faster
        --symbols DIR   see 'runloop stalls show --help'
      """
  }

  static func run(_ arguments: StallArguments) throws -> Int32 {
    var arguments = arguments
    try arguments.parse(options: ["--to", "--output", "--with"], flags: ["--no-lines"], usage: usage)
    let names = StallExport.allCases.map(\.rawValue)
    guard let name = arguments.value("--to") else {
      throw WrongCall("what is missing is --to with a format: \(names.joined(separator: ", "))")
    }
    guard let format = StallExport(rawValue: name) else {
      throw WrongCall(
        "unknown format '\(name)'\(Likeness.question(name, names)); there are: \(names.joined(separator: ", "))"
      )
    }
    let runs = try arguments.contents()
    let stalls = try arguments.chosen(in: runs)
    guard stalls.count <= format.mostStalls else {
      throw WrongCall(
        "\(name) holds one stall, and there are \(stalls.count): give one ID, or 'last'")
    }
    // Names and lines may take long: what is wrong with the call is said before.
    let recording = try recording(arguments.value("--with"), format)
    let reports = stalls.map {
      StallReport($0.record, of: $0.run, lines: !arguments.has("--no-lines"), search: arguments.symbols)
    }
    let data = recording.map { TraceEvents.added(to: $0, of: reports) ?? [] } ?? format.data(of: reports)
    guard try write(data, format, to: arguments.value("--output")) else { return 1 }
    for run in runs where stalls.contains(where: { $0.run.path == run.path }) { ReportFolder.markRead(run) }
    return 0
  }

  private static let largestTrace = 256 << 20

  /// The trace to which stalls are added.
  private static func recording(_ trace: String?, _ format: StallExport) throws -> [UInt8]? {
    guard let trace else { return nil }
    guard format == .chrome else {
      throw WrongCall("--with is for chrome only, not for \(format.rawValue)")
    }
    let recording = try FileBytes.read(trace, limit: largestTrace + 1)
    guard recording.count <= largestTrace else {
      throw WrongCall("\(trace) is larger than \(largestTrace >> 20) MiB: export the stalls without it")
    }
    guard TraceEvents.added(to: recording, of: []) != nil else {
      throw WrongCall("\(trace) is no trace by RunLoop.Recorder: it is no JSON array with an event a line")
    }
    return recording
  }

  /// False when standard output could not take it, which is reported.
  private static func write(_ data: [UInt8], _ format: StallExport, to path: String?) throws -> Bool {
    var data = data
    if format.isText {
      let lines = String(decoding: data, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      data = Array(lines.map(\.plainLine).joined(separator: "\n").utf8)
    }
    if let path, path != "-" {
      try OutputFile.write(data, to: path)
      return true
    }
    if !format.isText, format == .pprof, isatty(1) == 1 {
      throw WrongCall("\(format.rawValue) is no text: use --output FILE")
    }
    guard (try? data.withUnsafeBytes { try ByteTransfer.writeAll($0, to: 1) }) != nil else {
      StandardOutput.fail()
      return false
    }
    return true
  }
}
