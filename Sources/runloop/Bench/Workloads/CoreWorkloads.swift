import BenchmarkKit
import LoopWorkloads

extension Workload {
  /// A workload of the core, which `compare` times beside other loops: the text of both is in `LoopWorkloads`.
  static func core(_ kind: WorkloadKind) -> Workload {
    Workload(
      name: kind.name, summary: kind.summary, parameters: kind.settings.map(Parameter.init),
      variants: kind.variants, refusal: { kind.refusal($0) },
      clock: { kind.quietClock($0) == .monotonic ? .elapsed : .processor },
      measure: { bench, variant in
        let other = kind.needsTwoProcessors(variant) ? try bench.other() : bench.loopProcessor
        try checkDescriptors(kind, variant)
        var parameters = kind.parameters(variant, cpu: bench.loopProcessor, other: other)
        parameters.clock = kind.quietClock(variant)
        parameters.causes = kind.isLatency ? bench.causes : nil
        return try onThread(bench.loopProcessor) {
          let work = kind.work(parameters)
          try work.prepare()
          defer { work.finish() }
          return try bench.run(kind.isLatency ? latencies(of: work) : throughput(of: work, kind, variant))
        }
      })
  }

  private static func throughput(
    of work: LoopWork, _ kind: WorkloadKind, _ variant: Variant
  ) -> Contestant {
    let unit = kind.unit(variant)
    return Contestant("", operations: unit, limit: max(1, kind.counts(variant).upperBound / unit)) {
      UInt64(max(0, work.run($0 * unit, nil)))
    }
  }

  private static func latencies(of work: LoopWork) -> Contestant {
    Contestant("") { repetitions, latencies in
      var samples = [Int64](repeating: 0, count: repetitions)
      _ = samples.withUnsafeMutableBufferPointer { work.run(repetitions, $0.baseAddress) }
      for sample in samples { latencies.record(UInt64(max(0, sample))) }
    }
  }

  /// Some descriptors are left for everything else.
  private static func checkDescriptors(_ kind: WorkloadKind, _ variant: Variant) throws(Skipped) {
    guard kind == .pipes || kind == .selfPost else { return }
    let pipes = kind.parameters(variant, cpu: 0, other: 0).size
    let limit = Descriptors.raiseLimit()
    guard pipes > 0, 2 * pipes + 100 > limit else { return }
    throw Skipped(
      "the process may open \(limit) descriptors; \(pipes) pipes and the rest need \(2 * pipes + 100)")
  }
}

extension Workload.Parameter {
  init(_ setting: WorkloadKind.Setting) {
    name = setting.name
    kind =
      switch setting.values {
      case .numbers(let range): .integer(range)
      case .words(let words): .choice(words)
      }
  }
}
