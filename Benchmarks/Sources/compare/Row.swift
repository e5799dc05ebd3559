import BenchmarkKit
import Peers

/// A line of the comparison: a workload with its parameters.
struct Row {
  let workload: String
  let index: PeerWorkloadIndex
  let shown: [Measurement.Parameter]
  let parameters: WorkloadParameters
  /// The fewest operations that are timed at once, and the most.
  let counts: ClosedRange<Int>
  /// Operations are done in multiples of this.
  var step = 1
  /// Left out of a quick run.
  var isLong = false
  /// Single latencies are what counts.
  var isLatency = false
  /// "ns", or "bytes", of which there are no more the second time: there is no warm-up.
  var unit = "ns"
  /// Which loops are not asked, and why.
  var spared: [String: String] = [:]

  static let workloads = WorkloadKind.allCases.map(\.name) + ["echo", "startup", "memory"]

  /// All lines, for a loop on one processor and other threads on another.
  static func all(cpu: Int, other: Int) -> [Row] {
    var rows: [Row] = []
    for kind in WorkloadKind.allCases {
      for variant in kind.variants where cpu != other || !kind.needsTwoProcessors(variant) {
        rows.append(Row(kind, variant, kind.parameters(variant, cpu: cpu, other: other)))
      }
    }
    return rows + others(cpu: cpu, other: other)
  }

  /// What `runloop bench` has not.
  private static func others(cpu: Int, other: Int) -> [Row] {
    let alone = WorkloadParameters(cpu: cpu, otherCPU: cpu)
    var served = WorkloadParameters(cpu: cpu, otherCPU: other)
    (served.size, served.active) = (64, 64)
    var many = alone
    many.size = 10_000
    return [
      Row(
        workload: "echo", index: PEER_ECHO, shown: [.init("connections", 64), .init("bytes", 64)],
        parameters: served, counts: 1000...200_000),
      Row(
        workload: "startup", index: PEER_STARTUP, shown: [], parameters: alone, counts: 2...20,
        isLatency: true),
      Row(
        workload: "memory", index: PEER_PROCESS_MEMORY, shown: [.init("of", "process")], parameters: alone,
        counts: 1...1, unit: "bytes"),
      Row(
        workload: "memory", index: PEER_TIMER_MEMORY, shown: [.init("of", "timer")], parameters: many,
        counts: 10_000...10_000, unit: "bytes"),
    ]
  }

  /// A count near the given one that may be timed at once.
  func multiple(_ count: Int) -> Int {
    min(max(count / step * step, counts.lowerBound), counts.upperBound)
  }

  var title: String {
    shown.isEmpty ? workload : "\(workload) \(shown.map(\.description).joined(separator: " "))"
  }
}

extension Row {
  /// A line of a workload that `runloop bench` has, too.
  init(_ kind: WorkloadKind, _ variant: WorkloadKind.Variant, _ parameters: WorkloadParameters) {
    self.init(
      workload: kind.name, index: kind.peerIndex, shown: variant, parameters: parameters,
      counts: kind.counts(variant), step: kind.unit(variant), isLatency: kind.isLatency)
    switch kind {
    case .turn where parameters.size > 0:
      for contender in Contender.all where !contender.hasObservers {
        spared[contender.name] = "no observers"
      }
    case .timerChurn, .timerReschedule, .timerNew:
      isLong = parameters.size > 1000
      if isLong { spared["CFRunLoop"] = "every timer that is added moves all later ones: minutes" }
      if parameters.size > 100_000 { spared["GCD"] = "half a gigabyte of timer sources" }
      if parameters.isOutside { spared["GCD"] = "a queue has no inside and outside" }
    case .timerOnce, .timerFire:
      isLong = kind == .timerOnce && parameters.size > 1000
      if parameters.size > 1000 {
        spared["CFRunLoop"] = "every timer added or fired moves all others: minutes"
      }
    default: break
    }
  }
}

extension WorkloadKind {
  /// Where a C loop's table has it.
  var peerIndex: PeerWorkloadIndex {
    switch self {
    case .pingpong: PEER_PINGPONG
    case .wake: PEER_WAKE
    case .post: PEER_POST
    case .selfPost: PEER_SELF_POST
    case .source0: PEER_SOURCE0
    case .turn: PEER_TURN
    case .timerChurn: PEER_TIMER_CHURN
    case .timerReschedule: PEER_TIMER_RESCHEDULE
    case .timerNew: PEER_TIMER_NEW
    case .timerOnce: PEER_TIMER_ONCE
    case .timerFire: PEER_TIMER_FIRE
    case .pipes: PEER_PIPES
    }
  }
}

extension PeerParameters {
  init(_ parameters: WorkloadParameters) {
    self.init(
      cpu: Int32(parameters.cpu), other_cpu: Int32(parameters.otherCPU), size: Int32(parameters.size),
      active: Int32(parameters.active), between: Int32(parameters.between),
      outside: parameters.isOutside ? 1 : 0, burst: Int32(parameters.burst))
  }
}
