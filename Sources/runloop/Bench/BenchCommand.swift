import BenchmarkKit
import Glibc
import LoopWorkloads

/// `runloop bench`: how long what a loop does takes.
enum BenchCommand {
  static let usage = """
    usage: runloop bench [OPTIONS] [WORKLOAD[:NAME=VALUE,…]…]

    Measures the workloads, or all of them, and prints a table: medians of several rounds, how far the rounds lie apart,
    and for latencies the percentiles of all. Takes about a minute and a half.

      --list            the workloads, what each counts, and its parameters
      --rounds N        rounds of each measurement (7)
      --time SECONDS    for each workload, shared by its variants and their rounds (3)
      --quick           a moment for everything, and no large variants: to see that it works
      --json[=FILE]     the results as JSON, to FILE or in place of the table
      --csv[=FILE]      the same as CSV
      --html FILE       the same as a page with plots
      --compare FILE    ratios to an older run's JSON, with what may be chance told apart
      --once N          N operations of one workload of the core, and nothing else: for a profiler
      --thresholds FILE instructions and system calls of an operation, by valgrind and strace, against those that the file
                        stores: Benchmarks/Thresholds/core.txt; with --rewrite they are stored

      runloop bench timer-churn:pending=1000 pipes:pipes=500,active=10

    Measure a release build (swift run -c release runloop bench) on a machine that has nothing else to do.
    Ends with status 0, 1 when a workload failed, 2 when the call is wrong. Ctrl-C ends it after the round that is under
    way, with what was measured (status 130); a second one at once.
    """

  static func run(_ arguments: [String]) -> Never {
    if arguments == [Startup.argument] { Startup.runChild() }
    if arguments.count == 2, arguments[0] == InputApplication.argument { InputApplication.run(arguments[1]) }
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
    if let count = options.once { runOnce(options.choices[0], count) }
    // Read first: nobody wants to be told after two minutes that the file is not there.
    let old = options.compare.map(BenchFiles.report(from:))
    for file in options.files { BenchFiles.checkWritable(file) }
    let printsTable = options.json != .standardOutput && options.csv != .standardOutput

    Interruption.watch()
    var report = Report(machine: .current)
    if printsTable { BenchFiles.print("\(report.machine.header)\n\(pinning)\n\n") }
    let failures = measure(options, into: &report)

    // Files first: who closes a pipe early has them all the same.
    if let page = options.html { BenchFiles.write(report.html(title: "Mainspring: runloop bench"), to: page) }
    if case .file(let name)? = options.json { BenchFiles.write(report.json, to: name) }
    if case .file(let name)? = options.csv { BenchFiles.write(report.csv, to: name) }
    if printsTable { BenchFiles.print(report.table()) }
    if options.json == .standardOutput { BenchFiles.print(report.json) }
    if options.csv == .standardOutput { BenchFiles.print(report.csv) }
    if let old {
      Tool.write("\n" + Comparison(old: old, new: report).table, to: printsTable ? 1 : 2)
    }
    if Interruption.isRequested {
      Tool.write("runloop: bench: interrupted: \(report.results.count) of \(options.count) measured\n", to: 2)
      exit(128 + SIGINT)
    }
    exit(failures == 0 ? 0 : 1)
  }

  /// One workload, so many operations, on a thread that is pinned as in a measurement.
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
  private static var pinning: String {
    let bench = Bench(rounds: Rounds(1, timePerRound: 1))
    let other = (try? bench.other()).map { "on different ones \($0)" } ?? "there is no other"
    return "pinned  loops to processor \(bench.home); second threads on the same one there, \(other)"
  }

  /// Measures everything that was chosen; what can not be measured here is told on standard error. Gives the number
  /// of workloads that failed.
  private static func measure(_ options: BenchOptions, into report: inout Report) -> Int {
    let progress = Progress()
    var failures = 0
    for choice in options.choices {
      var bench = Bench(
        rounds: Rounds(options.rounds, within: options.seconds / Double(max(1, choice.variants.count))),
        isQuick: options.isQuick, progress: progress)
      for variant in choice.variants where !Interruption.isRequested {
        let subject = Measurement(choice.workload.name, variant, values: []).subject
        bench.subject = subject
        progress.show(subject)
        do {
          let outcome = try choice.workload.measure(bench, variant)
          report.results.append(
            outcome.measurement(choice.workload.name, variant, unit: choice.workload.unit))
        } catch let skipped as Skipped {
          progress.clear()
          Tool.write("skipped: \(subject): \(skipped)\n", to: 2)
        } catch {
          progress.clear()
          // Ctrl-C ends the processes that a workload has started, too.
          if Interruption.isRequested { break }
          Tool.write("runloop: bench: \(subject): \(error)\n", to: 2)
          failures += 1
        }
      }
    }
    progress.clear()
    return failures
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
