import LoopWorkloads
import RunLoopCore
import TestHarness
import Testing

@testable import BenchmarkKit
@testable import runloop

/// The parts of `runloop bench`, in this process.
@Suite("Parts of runloop bench", .hangLimit)
struct BenchPartTests {
  private static func bench(_ rounds: Int = 1, milliseconds: UInt64 = 3) -> Bench {
    Bench(rounds: Rounds(rounds, timePerRound: milliseconds * 1_000_000), isQuick: true)
  }

  @Test("keep loops on the last processor, and a second thread there or on the first one")
  func places() throws {
    let (bench, processors) = (Self.bench(), Processors.allowed)
    #expect(bench.loopProcessor == processors.last)
    #expect(try bench.second([.init("cpus", .text("same"))]) == processors.last)
    if processors.count > 1 {
      #expect(try bench.second([.init("cpus", .text("different"))]) == processors[0])
    } else {
      #expect(throws: Skipped.self) { try bench.second([.init("cpus", .text("different"))]) }
    }
    #expect(try bench.onNewLoop { _ in Processors.allowed } == [bench.loopProcessor])
  }

  @Test("count causes of what was measured, and not of the warm-up")
  func causes() throws {
    // So long that the limit ends the warm-up, on any machine.
    var bench = Self.bench(3, milliseconds: 1_000)
    let watch = CauseWatch(isPinned: false, recordsSwitches: false)
    bench.causes = watch
    let outcome = try bench.run(
      Contestant("", limit: 20) { repetitions, latencies in
        for _ in 0..<repetitions {
          let now = MonotonicTime.now
          latencies.record(10_000)
          watch.called(now, intended: now - 10_000)
        }
      })
    #expect(outcome.latencies?.count == 60 && outcome.causes?.count == 60)
  }

  @Test(
    "put every latency that a row has down to causes, and no other time",
    arguments: ["wake:cpus=1", "timer-lateness:beside=idle", "touch-latency:by=post,cpus=same"])
  func watched(_ word: String) throws {
    var bench = Self.bench()
    bench.causes = CauseWatch(recordsSwitches: false)
    let choice = try BenchOptions.choice(word)
    let outcome = try choice.workload.measure(bench, choice.variants[0])
    let latencies = try #require(outcome.latencies)
    let causes = try #require(outcome.causes)
    #expect(causes.count == latencies.count)
    #expect(causes.filled().last?.bounds.contains(latencies.max) == true, "\(latencies.max)")
  }

  @Test("count a loop that is late for a while as late for every date of that while")
  func omission() throws {
    var latencies = Histogram()
    try Self.bench().onNewLoop { loop in
      loop.add(
        RunLoop.Timer(after: .milliseconds(10)) { _ in
          let end = MonotonicTime.now + 60_000_000
          while MonotonicTime.now < end {}
        })
      _ = try Workload.lateness(loop, Self.bench()).body(100, &latencies)
    }
    let late = latencies.steps.reduce(0) { $1.values.lowerBound > 5_000_000 ? $0 + $1.count : $0 }
    // A date comes each millisecond, on average.
    #expect(latencies.count == 100 && late >= 30, "\(late)")
  }

  @Test("do as many operations as a figure is divided by")
  func operations() throws {
    // So long that a round has many times as many operations as there are timers.
    let bench = Self.bench(milliseconds: 30)
    let choice = try BenchOptions.choice("timer-fire:timers=100")
    let figure = try choice.workload.measure(bench, choice.variants[0]).values[0]
    let time = try onThread(bench.loopProcessor) {
      var parameters = WorkloadKind.timerFire.parameters(
        choice.variants[0], cpu: bench.loopProcessor, other: bench.loopProcessor)
      parameters.clock = .thread
      let work = WorkloadKind.timerFire.work(parameters)
      try work.prepare()
      defer { work.finish() }
      return Double(work.run(2_000, nil)) / 2_000
    }
    #expect(figure > time / 20 && figure < time * 20, "\(figure) ns, \(time) ns")
  }

  @Test("say of each row which clock it is measured by")
  func clocks() throws {
    let elapsed = ["wake", "timer-lateness", "touch-latency", "input", "tool-startup"]
    for workload in Workload.all {
      for variant in workload.variants {
        let isOfTwo = ["pingpong", "post"].contains(workload.name) && variant.contains(.init("cpus", 2))
        let clock: BenchmarkKit.Measurement.Clock? =
          workload.name == "memory" ? nil : isOfTwo || elapsed.contains(workload.name) ? .elapsed : .processor
        #expect(workload.clock(variant) == clock, "\(workload.name) \(variant)")
      }
    }
    var report = Report(machine: .current)
    let options = try BenchOptions([
      "--rounds", "1", "--time", "0.005", "wake:cpus=1", "turn:observers=0,called=no",
    ])
    #expect(BenchCommand.measure(options, into: &report).failures == 0)
    #expect(report.results.map(\.clock) == [.elapsed, .processor])
  }

  // MARK: What is asked for

  @Test("take times with their units, and a quick run's variants of a thousand at most")
  func words() throws {
    for (text, nanoseconds) in [
      ("1ns", 1), ("500us", 500_000), ("1.5ms", 1_500_000), ("10s", 10_000_000_000),
    ] {
      #expect(try BenchOptions.duration("--soak", text) == UInt64(nanoseconds))
    }
    let quick = try BenchOptions(["--quick"]).choices.flatMap { choice in
      choice.variants.map { Measurement(choice.workload.name, $0, values: []).subject }
    }
    #expect(quick.contains("timer-churn pending=1000 between=16 where=outside"))
    #expect(quick.contains("timer-once timers=1000") && !quick.contains { $0.contains("0000") })
    let named = try BenchOptions(["--quick", "timer-once"]).choices[0].variants
    #expect(named == [[.init("timers", 1_000)], [.init("timers", 100_000)]])
  }

  @Test("give each process of a pair few rounds, little time, and the workloads of the call")
  func pairs() throws {
    func arguments(_ words: [String]) throws -> [String]? {
      let options = try BenchOptions(words)
      return options.pairs?.arguments(options)
    }
    let row = "turn:observers=0,called=no"
    #expect(
      try arguments(["--ab", "x", row, "wake"])
        == ["bench", "--json", "--rounds", "3", "--time", "0.5", row, "wake"])
    #expect(
      try arguments(["--aa", "--rounds", "9", "--time", "2", row])
        == ["bench", "--json", "--rounds", "9", "--time", "2.0", row])
    #expect(
      try arguments(["--ab=x", "--quick", "--rounds", "1"])
        == ["bench", "--json", "--rounds", "1", "--time", "0.02", "--quick"])
    let options = try #require(BenchOptions(["--ab", "x", "--fail-on", "slower:2.5", row]).pairs)
    #expect(options.pairs == 16 && options.slowerBy == 2.5)
    #expect(try BenchOptions(["--ab", "x", "--fail-on=slower", row]).pairs?.slowerBy == 0)
  }
}

/// `--soak` and `--cyclictest`, by their lines.
@Suite("Lines of long runs", .hangLimit)
struct LongRunPartTests {
  private static func histogram(_ values: [UInt64]) -> Histogram {
    var histogram = Histogram()
    for value in values { histogram.record(value) }
    return histogram
  }

  private static let bench = Bench(rounds: Rounds(1, timePerRound: 1))

  @Test("A soak has a round for each second, and a line with the median of that second")
  func soak() {
    let rounds = Soak.rounds(10_500_000_000, Self.bench)
    #expect(rounds.count == 10 && rounds.timePerRound == 1_000_000_000)
    #expect(Soak.rounds(1, Self.bench).count == 1)
    let line = Soak.line(
      seconds: 12.4, Self.histogram((1...100).map { $0 * 1_000 }), worst: 3_210_000, cause: .preemption)
    #expect(
      line
        == "    12 s     100 callouts  median  50.0 µs  max   100 µs  worst so far  3.21 ms: preemption\n",
      "\(line)")
  }

  /// Standard output is the process's: in one of its own.
  @Test("A soak's worst so far stays the worst of all its seconds")
  func worst() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let rounds = Soak.rounds(3_000_000_000, LongRunPartTests.bench)
      for values: [UInt64] in [[5_000], [9_000, 1_000], [2_000]] {
        rounds.afterRound?("", LongRunPartTests.histogram(values))
      }
    }
    let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let worst = text.split(separator: "\n").filter { $0.contains("worst so far") }.map { $0.suffix(7) }
    #expect(worst == ["5.00 µs", "9.00 µs", "9.00 µs"], "\(text)")
  }

  @Test("Of cyclictest's lines of three numbers the last one is the latency")
  func cyclictest() {
    let text =
      "# /dev/cpu_dma_latency set to 0us\nMax CPUs = 2\n       0:       1:       9512\n 0: 2: 48\n1:x:3\n"
    #expect(Cyclictest.values(text) == [9_512, 48])
  }

  @Test("Medians that are no further than a fifth apart agree; else there is advice for what was missing")
  func verdicts() {
    func verdict(_ loop: Double, _ other: Double, _ settings: LatencySettings = .init()) -> String {
      Cyclictest.verdict(
        Measurement("a", values: [loop]), Measurement("a", values: [other]), settings)
    }
    for loop in [80_000.0, 120_000] { #expect(verdict(loop, 100_000).hasSuffix("they agree within 20%\n")) }
    for loop in [79_000.0, 121_000, 10_000] {
      #expect(verdict(loop, 100_000).contains("they do not agree within 20%; "), "\(loop)")
      #expect(verdict(loop, 100_000).hasSuffix("--realtime\n"))
    }
    #expect(verdict(120_000, 100_000).contains("medians 120 µs and 100 µs, ratio 1.20: "))
    var settings = LatencySettings()
    settings.isRealtime = true
    #expect(verdict(1, 9, settings).hasSuffix("--dma-latency 0\n"))
    settings.wakeLatency = 0
    #expect(verdict(1, 9, settings).hasSuffix("they do not agree within 20%\n"))
  }
}
