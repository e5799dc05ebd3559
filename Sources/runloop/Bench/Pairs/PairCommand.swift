import BenchmarkKit
import LinuxSystem
import LoopWorkloads

/// `runloop bench --ab` and `--aa`: two programs in turn, each process new, and whether they differ.
enum PairCommand {
  static let failedStatus: Int32 = 3

  static func run(_ options: BenchOptions, _ pairs: PairOptions) -> Never {
    let status: Int32
    do throws(BenchProgram.Failure) {
      switch pairs.task {
      case .against(let other):
        let first = try BenchProgram.named(other)
        // What it was built in is removed with it.
        defer { withExtendedLifetime(first) {} }
        status = try compare(first, try .own(), options, pairs)
      case .itself(let comparisons):
        status = try countFalseVerdicts(comparisons, options, pairs)
      }
    } catch {
      if error.isOfTheCall { Tool.fail("bench: --ab: \(error)") }
      Tool.write("runloop: bench: \(error)\n", to: 2)
      exit(1)
    }
    exit(status)
  }

  // MARK: Two programs

  private static func compare(
    _ first: BenchProgram, _ second: BenchProgram, _ options: BenchOptions, _ pairs: PairOptions
  ) throws(BenchProgram.Failure) -> Int32 {
    Interruption.watch()
    if options.json != .standardOutput {
      BenchFiles.print(
        "\(Machine.current.header)\n\(BenchCommand.pinning)\nA       \(first.name)\nB       \(second.name)\n\n"
      )
    }
    let reports = try measure(first, second, options, pairs, title: "")
    let comparison = PairedComparison(reports.0, reports.1)
    let counts = pairs.counts ? PairCounts.counts(of: comparison.rows, first.path, options) : [:]
    if case .file(let name)? = options.json { BenchFiles.write(comparison.json, to: name) }
    if options.json == .standardOutput {
      BenchFiles.print(comparison.json)
    } else {
      BenchFiles.print(comparison.table(("A", "B"), counts: counts, on: Terminal(1)))
      BenchFiles.print("\n" + comparison.method)
    }
    if Interruption.isRequested {
      Tool.write(
        "runloop: bench: interrupted: \(comparison.processes) of \(pairs.pairs) pairs measured\n", to: 2)
      return 128 + SIGINT
    }
    guard let percent = pairs.slowerBy else { return 0 }
    let slower = comparison.slower(byPercent: percent)
    guard !slower.isEmpty else { return 0 }
    let names = slower.map { "\($0.subject) (+\(Quantity.fixed($0.percent, 1)) %)" }
    Tool.write("runloop: bench: slower: \(names.joined(separator: ", "))\n", to: 2)
    return failedStatus
  }

  /// The processes' reports, which run in turn.
  private static func measure(
    _ first: BenchProgram, _ second: BenchProgram, _ options: BenchOptions, _ pairs: PairOptions,
    title: String
  ) throws(BenchProgram.Failure) -> ([Report], [Report]) {
    let progress = Progress()
    defer { progress.clear() }
    let arguments = pairs.arguments(options)
    let start = MonotonicTime.now
    var reports: ([Report], [Report]) = ([], [])
    for place in 0..<2 * pairs.pairs where !Interruption.isRequested {
      let isFirst = PairedComparison.firstRuns(at: place)
      var text = "\(title)process \(place + 1) of \(2 * pairs.pairs)"
      if place > 0 {
        let rest = (MonotonicTime.now - start) / UInt64(place) * UInt64(2 * pairs.pairs - place)
        text += ", \(Quantity.text(Double(rest), unit: "ns")) left"
      }
      progress.show(text)
      let report = try (isFirst ? first : second).report(arguments)
      // Ctrl-C ended that process, too.
      if Interruption.isRequested { break }
      if isFirst { reports.0.append(report) } else { reports.1.append(report) }
    }
    return reports
  }

  // MARK: One program beside itself

  private static func countFalseVerdicts(
    _ comparisons: Int, _ options: BenchOptions, _ pairs: PairOptions
  ) throws(BenchProgram.Failure) -> Int32 {
    Interruption.watch()
    BenchFiles.print("\(Machine.current.header)\n\(BenchCommand.pinning)\n\n")
    let program = try BenchProgram.own()
    var rates = FalseVerdicts()
    for number in 1...comparisons {
      let title = "comparison \(number) of \(comparisons): "
      let reports = try measure(program, program, options, pairs, title: title)
      if Interruption.isRequested { break }
      let comparison = PairedComparison(reports.0, reports.1)
      rates.add(comparison)
      BenchFiles.print("\(title)\(FalseVerdicts.line(comparison))\n")
    }
    BenchFiles.print("\n\(rates.text(pairs: pairs.pairs))")
    guard Interruption.isRequested else { return 0 }
    Tool.write(
      "runloop: bench: interrupted: \(rates.comparisons) of \(comparisons) comparisons made\n", to: 2)
    return 128 + SIGINT
  }
}
