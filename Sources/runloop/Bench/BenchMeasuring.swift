import BenchmarkKit
import LinuxSystem
import LoopWorkloads

extension BenchCommand {
  /// Measures everything that was chosen. What is not measured is a row with the reason. Gives the number of rows for which the
  /// program is at fault, and the story of the outlier at which `--break-at` stopped.
  static func measure(
    _ options: BenchOptions, into report: inout Report
  ) -> (failures: Int, story: String?) {
    let progress = Progress()
    var story: String?
    for choice in options.choices {
      var bench = Bench(
        rounds: Rounds(options.rounds, within: options.seconds / Double(max(1, choice.variants.count))),
        isQuick: options.isQuick, progress: progress)
      for variant in choice.variants where !Interruption.isRequested {
        bench.subject = Measurement(choice.workload.name, variant, values: []).subject
        bench.causes = options.watch(of: choice.workload)
        if let time = options.soak { bench.rounds = Soak.rounds(time, bench) }
        progress.show(bench.subject)
        do {
          let outcome = try choice.workload.measure(bench, variant)
          var result = outcome.measurement(choice.workload.name, variant, unit: choice.workload.unit)
          result.clock = choice.workload.clock(variant)
          report.results.append(result)
          story = bench.causes?.outlier?.story(bench.subject)
        } catch {
          // Ctrl-C ends the processes that a workload has started, too.
          if Interruption.isRequested { break }
          report.unmeasured.append(
            Unmeasured(
              choice.workload.name, variant, reason: "\(error)", isFailure: !isOfTheMachine(error),
              place: report.results.count))
        }
      }
    }
    progress.clear()
    let failures = report.unmeasured.filter(\.isFailure)
    for row in failures { Tool.write("runloop: bench: \(row.subject): \(row.reason)\n", to: 2) }
    return (failures.count, story)
  }

  /// Whether the machine is what keeps a workload from being measured: what it lacks, forbids, or does besides. Anything else is a
  /// mistake of the program.
  static func isOfTheMachine(_ error: any Error) -> Bool {
    switch error {
    case is Skipped, is Disturbed, is Unprepared: true
    case let failure as Descriptors.Failure:
      [
        EMFILE, ENFILE, ENOMEM, ENOBUFS, EAGAIN, EPERM, EACCES, ENOSYS, ENOSPC, EROFS, ENETUNREACH, ENETDOWN,
        EADDRNOTAVAIL, EAFNOSUPPORT,
      ].contains(failure.error.code)
    default: false
    }
  }
}
