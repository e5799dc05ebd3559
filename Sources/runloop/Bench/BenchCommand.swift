import BenchmarkKit
import Glibc

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

      runloop bench timer-churn:pending=1000 pipes:pipes=500,active=10

    Measure a release build (swift run -c release runloop bench) on a machine that has nothing else to do.
    Ends with status 0, 1 when a workload failed, 2 when the call is wrong.
    """

  static func run(_ arguments: [String]) -> Never {
    if arguments == [Startup.argument] { Startup.runChild() }
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
    // Read first: nobody wants to be told after two minutes that the file is not there.
    let old = options.compare.map(report(from:))
    let outputs = [options.json, options.csv, options.html.map { .file($0) }]
    for case .file(let name)? in outputs { checkWritable(name) }
    let printsTable = options.json != .standardOutput && options.csv != .standardOutput

    var report = Report(machine: .current)
    if printsTable { Tool.write("\(report.machine.header)\n\(pinning)\n\n", to: 1) }
    let failures = measure(options, into: &report)

    if printsTable { Tool.write(report.table(), to: 1) }
    put(report.json, options.json)
    put(report.csv, options.csv)
    put(report.html(title: "Mainspring: runloop bench"), options.html.map { .file($0) })
    if let old {
      Tool.write("\n" + Comparison(old: old, new: report).table, to: printsTable ? 1 : 2)
    }
    exit(failures == 0 ? 0 : 1)
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
      for variant in choice.variants {
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

  // MARK: Files

  private static func report(from name: String) -> Report {
    guard let file = fopen(name, "re") else {
      Tool.fail("bench: \(name) can not be read: \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    do { return try Report(json: String(decoding: bytes, as: UTF8.self)) } catch {
      Tool.fail("bench: \(name) is no report of runloop bench --json: \(error)")
    }
  }

  /// Ends the program before it measures when a result could not be written.
  private static func checkWritable(_ name: String) {
    let descriptor = open(name, O_WRONLY | O_CREAT, 0o666)
    guard descriptor >= 0 else {
      Tool.fail("bench: \(name) can not be written: \(String(cString: strerror(errno)))")
    }
    close(descriptor)
  }

  private static func put(_ text: @autoclosure () -> String, _ target: BenchOptions.Target?) {
    switch target {
    case nil: break
    case .standardOutput?: Tool.write(text(), to: 1)
    case .file(let name)?:
      let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
      guard descriptor >= 0 else {
        Tool.fail("bench: \(name) can not be written: \(String(cString: strerror(errno)))")
      }
      Tool.write(text(), to: descriptor)
      close(descriptor)
    }
  }
}
