import BenchmarkKit
import Peers

/// A line of the comparison: a workload with its parameters.
struct Row {
  let workload: String
  let index: PeerWorkloadIndex
  let shown: [Measurement.Parameter]
  let parameters: PeerParameters
  /// The fewest operations that are timed at once, and the most.
  let counts: ClosedRange<Int>
  /// Left out of a quick run.
  var isLong = false
  /// Single latencies are what counts.
  var isLatency = false
  /// "ns", or "bytes", of which there are no more the second time: there is no warm-up.
  var unit = "ns"
  /// Which loops are not asked, and why.
  var spared: [String: String] = [:]

  static let workloads = [
    "pingpong", "post", "self-post", "source0", "turn", "timer-churn", "timer-reschedule", "timer-replace",
    "timer-fire", "pipes", "echo", "wake", "startup", "memory",
  ]

  /// All lines, for a loop on one processor and other threads on another.
  static func all(cpu: Int, other: Int) -> [Row] {
    func parameters(_ cpus: Int = 1, size: Int = 1, active: Int = 1) -> PeerParameters {
      PeerParameters(
        cpu: Int32(cpu), other_cpu: Int32(cpus == 1 ? cpu : other), size: Int32(size), active: Int32(active))
    }
    let cpus = cpu == other ? 1...1 : 1...2
    var rows: [Row] = []
    for cpus in cpus {
      rows.append(
        Row(
          workload: "pingpong", index: PEER_PINGPONG, shown: [.init("cpus", cpus)],
          parameters: parameters(cpus),
          counts: 200...1_000_000))
    }
    for producers in [1, 4] {
      rows.append(
        Row(
          workload: "post", index: PEER_POST, shown: [.init("producers", producers)],
          parameters: parameters(2, active: producers), counts: 20_000...500_000))
    }
    rows.append(
      Row(
        workload: "self-post", index: PEER_SELF_POST, shown: [], parameters: parameters(),
        counts: 1000...1_000_000))
    for sources in [1, 10_000] {
      rows.append(
        Row(
          workload: "source0", index: PEER_SOURCE0, shown: [.init("sources", sources)],
          parameters: parameters(size: sources), counts: 20...1_000_000))
    }
    // Not called: with another mask, for something that does not happen in such a turn.
    for (observers, called) in [(0, 0), (1, 1), (6, 1), (6, 0)] {
      var row = Row(
        workload: "turn", index: PEER_TURN,
        shown: [.init("observers", observers), .init("called", called == 1 ? "yes" : "no")],
        parameters: parameters(size: observers, active: called), counts: 100...1_000_000)
      if observers > 0 {
        for contender in Contender.all where !contender.hasObservers {
          row.spared[contender.name] = "no observers"
        }
      }
      rows.append(row)
    }
    for pending in [1000, 100_000, 1_000_000] {
      rows.append(timers("timer-churn", PEER_TIMER_CHURN, pending, parameters(size: pending)))
    }
    for pending in [1000, 100_000, 1_000_000] {
      rows.append(timers("timer-reschedule", PEER_TIMER_RESCHEDULE, pending, parameters(size: pending)))
    }
    for pending in [1000, 100_000, 1_000_000] {
      rows.append(timers("timer-replace", PEER_TIMER_REPLACE, pending, parameters(size: pending)))
    }
    rows.append(
      Row(
        workload: "timer-fire", index: PEER_TIMER_FIRE, shown: [.init("timers", 100_000)],
        parameters: parameters(size: 100_000), counts: 100_000...100_000,
        spared: ["CFRunLoop": "every timer added or fired moves all others: minutes"]))
    rows.append(
      Row(
        workload: "pipes", index: PEER_PIPES, shown: [.init("pipes", 1000), .init("active", 100)],
        parameters: parameters(size: 1000, active: 100), counts: 1000...200_000))
    rows.append(
      Row(
        workload: "echo", index: PEER_ECHO, shown: [.init("connections", 64), .init("bytes", 64)],
        parameters: parameters(2, size: 64, active: 64), counts: 1000...200_000))
    for cpus in cpus {
      rows.append(
        Row(
          workload: "wake", index: PEER_WAKE, shown: [.init("cpus", cpus)], parameters: parameters(cpus),
          counts: 200...2000, isLatency: true))
    }
    rows.append(
      Row(
        workload: "startup", index: PEER_STARTUP, shown: [], parameters: parameters(), counts: 2...20,
        isLatency: true))
    rows.append(
      Row(
        workload: "memory", index: PEER_PROCESS_MEMORY, shown: [.init("of", "process")],
        parameters: parameters(), counts: 1...1, unit: "bytes"))
    rows.append(
      Row(
        workload: "memory", index: PEER_TIMER_MEMORY, shown: [.init("of", "timer")],
        parameters: parameters(size: 10_000), counts: 10_000...10_000, unit: "bytes"))
    return rows
  }

  private static func timers(
    _ workload: String, _ index: PeerWorkloadIndex, _ pending: Int, _ parameters: PeerParameters
  ) -> Row {
    var row = Row(
      workload: workload, index: index, shown: [.init("pending", pending)], parameters: parameters,
      counts: 100...500_000, isLong: pending > 1000)
    if pending > 1000 { row.spared["CFRunLoop"] = "every timer that is added moves all later ones: minutes" }
    if pending > 100_000 { row.spared["GCD"] = "half a gigabyte of timer sources" }
    return row
  }

  var title: String {
    shown.isEmpty ? workload : "\(workload) \(shown.map(\.description).joined(separator: " "))"
  }
}
