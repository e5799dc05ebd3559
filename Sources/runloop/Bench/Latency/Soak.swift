import BenchmarkKit

/// `--soak TIME`: one workload for long, with a line each second.
enum Soak {
  /// The rounds of such a run: of a second each.
  static func rounds(_ nanoseconds: UInt64, _ bench: Bench) -> Rounds {
    var rounds = Rounds(Int(clamping: Swift.max(1, nanoseconds / 1_000_000_000)), timePerRound: 1_000_000_000)
    let worst = Handed<UInt64>(0)
    // Of the first round: the warm-up before it is not counted.
    let start = Handed<UInt64>(0)
    rounds.afterRound = { [causes = bench.causes] _, latencies in
      let now = MonotonicTime.now
      if start.value == 0 { start.value = now - 1_000_000_000 }
      let isWorse = latencies.max > worst.value
      worst.value = Swift.max(worst.value, latencies.max)
      Tool.write(
        line(
          seconds: Double(now - start.value) / 1e9, latencies, worst: worst.value,
          cause: isWorse ? causes?.worst?.diagnosis.main : nil), to: 1)
    }
    return rounds
  }

  /// "   12 s    987 callouts  median 46.5 µs  max 523 µs  worst 3.21 ms: preemption".
  static func line(seconds: Double, _ latencies: Histogram, worst: UInt64, cause: OutlierCause?) -> String {
    func text(_ value: UInt64) -> String { pad(Quantity.text(Double(value), unit: "ns"), 8) }
    return
      "\(pad(Quantity.fixed(seconds, 0), 6)) s \(pad("\(latencies.count)", 7)) callouts  median \(text(latencies.percentile(50)))"
      + "  max \(text(latencies.max))  worst so far \(text(worst))\(cause.map { ": \($0.name)" } ?? "")\n"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - text.count)) + text
  }
}
