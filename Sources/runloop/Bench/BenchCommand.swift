import BenchmarkKit
import LinuxSystem
import LoopWorkloads

/// `runloop bench`: how long what a loop does takes.
enum BenchCommand {
  static let usage = """
    usage: runloop bench [OPTIONS] [WORKLOAD[:NAME=VALUE,…]…]

    Measures the workloads, or all of them, and prints a table: medians of several rounds, the spread of the rounds,
    and for latencies the percentiles of all. Takes about two minutes. A row that can not be measured on this machine
    states why.

      --list            the workloads, what each counts, and its parameters
      --rounds N        rounds of each measurement (7)
      --time SECONDS    for each workload, shared by its variants and their rounds (3)
      --bars            the workloads that have bars, or those of them that are named: which rows reach theirs; status 3 when one
                        does not
      --quick           a short run without the large variants: to see that it works
      --json[=FILE]     the results as JSON, to FILE or in place of the table
      --csv[=FILE]      the same as CSV
      --html FILE       the same as a page with plots
      --hgrm DIR        all latencies of each row, in a file that HdrHistogram's plotters read
      --compare FILE    ratios to an older run's JSON; one run of each is a hint, not a verdict
      --break-at TIME   ends at the first callout later than that (500us, 2ms), and prints what it waited for, event by event
      --soak TIME       one variant for this time (10s, 3600s), with a line each second and the worst so far; Ctrl-C ends it
      --cyclictest      timer-lateness and cyclictest (apt install rt-tests) in turn on the same processor
      --realtime        threads of real-time priority (SCHED_FIFO), and all memory locked
      --timer-slack T   how much the kernel may delay ordinary timers (1ns)
      --dma-latency US  how many microseconds an idle processor may need to wake up, by /dev/cpu_dma_latency
      --cpus LIST       the processors to use (0,2-3); loops run on the last one
      --check-causes N  provokes each cause of late callouts N times, and counts how often it is named
      --once N          only N operations of one workload of the core: for a profiler
      --thresholds FILE instructions and system calls of an operation, by valgrind and strace, against those that the file
                        stores: Benchmarks/Thresholds/core.txt; with --rewrite they are stored

    A verdict, with a known rate of errors:

      --ab OTHER        this program against OTHER, another binary of it or a git revision, which is built first: processes in
                        turn A B B A, each new, A being OTHER; for each row the difference, an interval, and a verdict
      --pairs N         number of processes of each (16)
      --counts          beside the times of the core's workloads, instructions, system calls and allocations of an operation
      --fail-on slower[:PERCENT]
                        status 3 when a row is called slower (by PERCENT or more)
      --aa[=N]          this program against itself, N times (20): how often the verdict is false on this machine

      runloop bench timer-churn:pending=1000 pipes:pipes=500,active=10
      runloop bench --ab HEAD~1 --fail-on slower:3 turn timer-churn

    Measure a release build (swift run -c release runloop bench) on an otherwise idle machine.

    Exit status:
      0    done; a row that could not be measured states so
      1    an error of the program: a workload failed, or a result could not be written; --thresholds: a figure differs;
           --check-causes: a cause was named too rarely
      2    the arguments are wrong
      3    --fail-on: a row is slower; --bars: a row misses its bar
      130  Ctrl-C: ended after the current round, with the results so far; a second one ends it at once
    """

  static func run(_ arguments: [String]) -> Never {
    if arguments == [Startup.argument] { Startup.runChild() }
    if arguments.count == 2 {
      switch arguments[0] {
      case InputApplication.argument: InputApplication.run(arguments[1], drawing: false)
      case InputApplication.drawingArgument: InputApplication.run(arguments[1], drawing: true)
      default: break
      }
    }
    if arguments.count == 2, arguments[0] == CauseCheck.argument { CauseCheck.run(Int(arguments[1]) ?? 1) }
    let options: BenchOptions
    do { options = try BenchOptions(arguments) } catch { Tool.fail("bench: \(error)") }
    if options.wantsHelp {
      print(usage)
      exit(0)
    }
    if options.wantsList {
      print(list, terminator: "")
      exit(0)
    }
    if let file = options.thresholds { ThresholdCommand.run(file, rewrites: options.rewritesThresholds) }
    do { try options.settings.apply() } catch { Tool.fail("bench: \(error)") }
    if let count = options.checksCauses { CauseCheck.runChild(count) }
    if let count = options.once { runOnce(options.choices[0], count) }
    // Read first, so that a missing file is reported before the two minutes of measuring.
    let old = options.compare.map(BenchFiles.report(from:))
    for file in options.files { BenchFiles.checkWritable(file) }
    if let folder = options.hgrm { BenchFiles.makeFolder(folder) }
    if let pairs = options.pairs { PairCommand.run(options, pairs) }
    let printsTable = options.json != .standardOutput && options.csv != .standardOutput

    Interruption.watch()
    var report = Report(machine: .current)
    if printsTable {
      BenchFiles.print(
        "\(report.machine.header)\n\(pinning)\n\(options.head(report.machine))\n\n\(Report.legendText)\n")
    }
    let (failures, story) =
      options.usesCyclictest
      ? (Cyclictest.measure(options, into: &report), nil) : measure(options, into: &report)

    // Files first, so that they are written even if the output's pipe is closed early.
    if let page = options.html { BenchFiles.write(report.html(title: "Mainspring: runloop bench"), to: page) }
    if case .file(let name)? = options.json { BenchFiles.write(report.json, to: name) }
    if case .file(let name)? = options.csv { BenchFiles.write(report.csv, to: name) }
    if let folder = options.hgrm {
      for file in report.percentileDistributions { BenchFiles.write(file.text, to: "\(folder)/\(file.name)") }
    }
    if printsTable { BenchFiles.print(report.table(on: Terminal(1)) + report.causesText.emptyOrAfterLine) }
    if options.json == .standardOutput { BenchFiles.print(report.json) }
    if options.csv == .standardOutput { BenchFiles.print(report.csv) }
    if let old {
      Tool.write("\n" + Comparison(old: old, new: report).table, to: printsTable ? 1 : 2)
    }
    if let story {
      Tool.write("\n" + story, to: printsTable ? 1 : 2)
      exit(failures > 0 ? 1 : 0)
    }
    if Interruption.isRequested, options.soak == nil {
      Tool.write("runloop: bench: interrupted: \(report.results.count) of \(options.count) measured\n", to: 2)
      exit(128 + SIGINT)
    }
    if failures == 0, options.judgesBars, hasMissed(options, report, to: printsTable ? 1 : 2) {
      exit(PairCommand.failedStatus)
    }
    exit(failures == 0 ? 0 : 1)
  }

  /// Prints the bars of the chosen rows, and returns whether one is missed. A row that was not measured misses none.
  private static func hasMissed(_ options: BenchOptions, _ report: Report, to output: Int32) -> Bool {
    let bars = options.choices.flatMap(\.workload.bars)
    Tool.write("\n" + report.table(of: bars), to: output)
    return bars.contains { if case .missed = $0.verdict(report) { true } else { false } }
  }

  /// Runs a number of operations of one workload, on a thread that is pinned as in a measurement.
  private static func runOnce(_ choice: BenchOptions.Choice, _ count: Int) -> Never {
    guard let kind = WorkloadKind(rawValue: choice.workload.name), let variant = choice.variants.first else {
      let names = WorkloadKind.allCases.map(\.name).joined(separator: ", ")
      Tool.fail("bench: --once runs workloads of the core: \(names); not \(choice.workload.name)")
    }
    let processors = Processors.allowed
    let parameters = kind.parameters(
      variant, cpu: processors[processors.count - 1], other: processors[0])
    do {
      try onThread(parameters.cpu) {
        let work = kind.work(parameters)
        try work.prepare()
        _ = work.run(count, nil)
        work.finish()
      }
    } catch {
      Tool.write("runloop: bench: \(choice.workload.name): \(error)\n", to: 2)
      exit(1)
    }
    exit(0)
  }

  // MARK: Measuring

  /// Where threads are kept, as the last line of the table's head.
  static var pinning: String {
    let bench = Bench(rounds: Rounds(1, timePerRound: 1))
    let other = (try? bench.other()).map { "on different ones \($0)" } ?? "there is no other"
    return "pinned  loops to processor \(bench.loopProcessor); second threads on the same one there, \(other)"
  }

  private static var list: String {
    var text = ""
    for workload in Workload.all {
      text += "\(workload.name)\n    \(workload.summary)\n"
      for parameter in workload.parameters {
        let values = workload.variants.compactMap {
          $0.first { $0.name == parameter.name }?.value.description
        }
        var unique: [String] = []
        for value in values where !unique.contains(value) { unique.append(value) }
        text += "    \(parameter.name): \(unique.joined(separator: ", ")) (\(parameter.wanted))\n"
      }
    }
    return text
  }
}

extension String {
  /// The text after an empty line, or nothing.
  fileprivate var emptyOrAfterLine: String { isEmpty ? "" : "\n" + self }
}
