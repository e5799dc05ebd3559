import BenchmarkKit
import LinuxSystem
import RunLoopCore

/// `--cyclictest`: `timer-lateness` and the program cyclictest of rt-tests, round by round in turn on the same processor.
struct Cyclictest {
  /// Medians that are no further apart agree.
  static let tolerance = 0.2
  static let workload = "timer-lateness:beside=idle"

  /// Nil where it is not installed.
  init?() {
    if SearchPath.place(of: "cyclictest") == nil { return nil }
  }

  /// Its latencies beside the loop's own.
  func contestant(_ bench: Bench, _ settings: LatencySettings) -> Contestant {
    Contestant("cyclictest") { repetitions, latencies in
      for latency in try run(repetitions, bench, settings) { latencies.record(latency) }
    }
  }

  private func run(_ repetitions: Int, _ bench: Bench, _ settings: LatencySettings) throws -> [UInt64] {
    var words = [
      "cyclictest", "--nsecs", "--verbose", "--interval=1000", "--loops=\(repetitions)", "--threads=1",
      "--affinity=\(bench.loopProcessor)",
    ]
    words +=
      settings.isRealtime ? ["--policy=fifo", "--priority=\(LatencySettings.priority)", "--mlockall"] : []
    words += settings.wakeLatency.map { ["--latency=\($0)"] } ?? ["--default-system"]
    let command = try bench.unpinned { try Command(words) }
    let values = Self.values(command.output)
    guard command.status == 0, values.count >= repetitions / 2 else {
      throw Failure(
        description:
          "cyclictest ended with status \(command.status) and \(values.count) values; run it by hand: \(words.joined(separator: " "))"
      )
    }
    return values
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// The last number of each line of three: thread, cycle, nanoseconds.
  static func values(_ output: String) -> [UInt64] {
    output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ":").map { $0.drop { $0 == " " } }
      guard parts.count == 3, UInt64(parts[0]) != nil, UInt64(parts[1]) != nil else { return nil }
      return UInt64(parts[2])
    }
  }

  /// The comparison of the two medians; where they differ, with settings that would make agreement likelier.
  static func verdict(_ loop: Measurement, _ other: Measurement, _ settings: LatencySettings) -> String {
    let ratio = other.median > 0 ? loop.median / other.median : 0
    let agrees = abs(ratio - 1) <= tolerance
    return
      "timer-lateness and cyclictest in turn: medians \(Quantity.text(loop.median, unit: "ns")) and"
      + " \(Quantity.text(other.median, unit: "ns")), ratio \(Quantity.fixed(ratio, 2)): "
      + (agrees ? "they agree within 20%\n" : "they do not agree within 20%\(advice(settings))\n")
  }

  private static func advice(_ settings: LatencySettings) -> String {
    if !settings.isRealtime {
      return "; ordinary threads' nanosleep has timer slack, a loop's timers have none: --realtime"
    }
    if settings.wakeLatency == nil {
      return "; after a processor's idle state the caches are cold, also for the loop's turn: --dma-latency 0"
    }
    return ""
  }
}

extension Cyclictest {
  /// Both on one page, and in one table. Gives the number of workloads that failed.
  static func measure(_ options: BenchOptions, into report: inout Report) -> Int {
    guard let cyclictest = Cyclictest() else {
      Tool.fail("bench: --cyclictest: there is no program cyclictest in PATH: apt install rt-tests")
    }
    var bench = Bench(rounds: Rounds(options.rounds, within: options.seconds), isQuick: options.isQuick)
    bench.causes = CauseWatch()
    bench.rounds.afterWarmUp = { [causes = bench.causes] in causes?.reset() }
    let variant = options.choices[0].variants[0]
    let name = Measurement("timer-lateness", variant, values: []).subject
    do {
      let outcomes = try bench.onNewLoop { loop in
        try bench.rounds.run(
          [Workload.lateness(loop, bench), cyclictest.contestant(bench, options.settings)], subject: name,
          progress: Progress())
      }
      for (outcome, loop) in zip(outcomes, ["mainspring", "cyclictest"]) {
        report.results.append(outcome.measurement("timer-lateness", variant, loop: loop))
      }
      report.results[0].causes = bench.causes?.table
      Tool.write(verdict(report.results[0], report.results[1], options.settings), to: 1)
      return 0
    } catch {
      Tool.write("runloop: bench: \(name): \(error)\n", to: 2)
      return 1
    }
  }
}

extension BenchOptions {
  /// What follows in the head of the report: the settings, and once what would make latencies shorter.
  func head(_ machine: Machine) -> String {
    guard choices.contains(where: { Self.explained.contains($0.workload.name) }) else { return settings.line }
    let processors = Processors.allowed
    let advice = LatencyAdvice.current(
      processor: processors[processors.count - 1], isRealtime: settings.isRealtime, isBusy: machine.isBusy)
    return settings.line + advice.lines.map { "advice  \($0)\n" }.joined()
  }
}

extension Bench {
  /// Calls a body with the calling thread on any processor that may be used: programs that it starts run where it does.
  func unpinned<Value>(_ body: () throws -> Value) rethrows -> Value {
    let before = Processors.allowed
    Processors.pin(to: processors)
    defer { Processors.pin(to: before) }
    return try body()
  }
}
