import BenchmarkKit
import Glibc
import Peers

/// `compare`: Mainspring's loop beside others.
@main
enum Compare {
  static func main() {
    if CommandLine.arguments.dropFirst().first == PreloadedFoundation.option { PreloadedFoundation.serve() }
    let options = Options(Array(CommandLine.arguments.dropFirst()))
    peer_raise_file_limit()
    let processors = Processors.allowed
    // The first processor gets most of a machine's interrupts.
    let (cpu, other) = (processors.last ?? 0, processors.first ?? 0)
    let rows = Row.all(cpu: cpu, other: other)
    let contenders = Contender.all.filter {
      options.loops.isEmpty || $0.name == Contender.ours.name || options.loops.contains($0.name)
    }
    if let once = options.once {
      run(once, options.count, rows)
    } else if options.countsSystemCalls {
      SystemCalls.count(contenders)
    } else {
      compare(options, rows, contenders, cpu, other)
    }
  }

  private static func compare(
    _ options: Options, _ rows: [Row], _ contenders: [Contender], _ cpu: Int, _ other: Int
  ) {
    let chosen = rows.filter {
      (options.workloads.isEmpty || options.workloads.contains($0.workload))
        && !($0.isLong && options.isQuick)
    }
    let race = Race(
      rows: chosen, contenders: contenders, rounds: options.rounds ?? (options.isQuick ? 2 : 5),
      time: options.isQuick ? 4_000_000 : 60_000_000)
    for file in [options.json, options.html].compactMap({ $0 }) where file != "-" {
      do { try ReportFile(file).check() } catch { Options.fail("\(error)") }
    }
    if options.isRealTime, peer_claim_processors() != 0 {
      Options.fail(
        "--realtime is refused: \(String(cString: strerror(errno))); it needs root, or CAP_SYS_NICE")
    }
    Interruption.watch()
    let machine = Machine.current
    let start = peer_now()
    let result = race.run(Progress())
    let seconds = Double(peer_now() - start) * 1e-9
    let report = Report(machine: machine, results: result.measurements)
    // Files first: who closes a pipe early has them all the same.
    if let file = options.html {
      write(report.html(title: "Event loops compared", baseline: Contender.ours.name), to: file)
    }
    if let file = options.json, file != "-" { write(report.json, to: file) }
    if options.json != "-" { print(report, options, result, contenders, race, cpu, other, seconds) }
    if options.json == "-" { write(report.json, to: "-") }
    if fflush(nil) != 0 {
      _ = ReportFile.write(
        "compare: standard output can not be written: \(String(cString: strerror(errno)))\n", to: 2)
      exit(1)
    }
    if Interruption.isRequested {
      _ = ReportFile.write("compare: interrupted: the figures are of what was measured until then\n", to: 2)
      exit(128 + SIGINT)
    }
  }

  private static func print(
    _ report: Report, _ options: Options, _ result: Race.Result, _ contenders: [Contender], _ race: Race,
    _ cpu: Int, _ other: Int, _ seconds: Double
  ) {
    let versions = contenders.map { $0.version.isEmpty ? $0.name : "\($0.name) \($0.version)" }
    let missing = String(cString: peers_missing())
    Swift.print(
      """
      \(report.machine.header)
      loops   \(versions.joined(separator: ", "))\(missing.isEmpty ? "" : "\n        left out: \(missing)")
      run     \(race.rounds) rounds of \(race.time / 1_000_000) ms in turn, \(Quantity.fixed(seconds, 0)) s in all\(options.isRealTime ? ", at real-time priority" : "")
              the loop on processor \(cpu), other threads on \(cpu == other ? "the same" : "\(other)")

      Time of one operation, less is better. A ratio is to \(Contender.ours.name)'s: of the medians, and of
      the best rounds.

      \(report.comparison(baseline: Contender.ours.name))
      """)
    Swift.print("Bars, by the medians of this run (the system calls of a wake-up: --syscalls):")
    Swift.print(report.table(of: Bar.all, for: Contender.ours.name))
    Swift.print("How it was done, where that is not plain:")
    for line in notes(race) { Swift.print("  \(line)") }
    if !result.missing.isEmpty {
      Swift.print("Not measured:")
      for line in result.missing { Swift.print("  \(line)") }
    }
  }

  /// What the contenders say about their ways.
  private static func notes(_ race: Race) -> [String] {
    var lines: [String] = []
    for contender in race.contenders {
      var seen: Set<String> = []
      for row in race.rows where seen.insert(row.workload).inserted {
        if case .can(let note?, _) = contender[row.index] {
          lines.append("\(contender.name) \(row.workload): \(note)")
        }
      }
    }
    return lines
  }

  /// One loop's first line of a workload, with nothing around it.
  private static func run(_ once: (loop: String, workload: String), _ count: Int?, _ rows: [Row]) {
    guard let contender = Contender.all.first(where: { $0.name == once.loop }),
      let row = rows.first(where: { $0.workload == once.workload })
    else { return }
    guard case .can(_, let make) = contender[row.index] else {
      Options.fail("\(contender.name) cannot do \(row.workload)")
    }
    PinnedThread.run(on: row.parameters.cpu) {
      let workload = make(row.parameters)
      do {
        try workload.prepare()
        let count = count ?? row.counts.lowerBound
        let elapsed = workload.run(count, nil)
        workload.finish()
        Swift.print("\(contender.name) \(row.title): \(Quantity.digits(Double(elapsed) / Double(count))) ns")
      } catch {
        Options.fail("\(error)")
      }
    }
  }

  private static func write(_ text: String, to file: String) {
    guard file != "-" else {
      if !ReportFile.write(text, to: 1) { exit(1) }
      return
    }
    do { try ReportFile(file).write(text) } catch {
      _ = ReportFile.write("compare: \(error)\n", to: 2)
      exit(1)
    }
  }
}
