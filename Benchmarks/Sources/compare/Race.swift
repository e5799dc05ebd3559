import BenchmarkKit
import Peers

/// All contenders in all lines, taking turns round by round, so that whatever the machine does besides meets all
/// alike.
struct Race {
  let rows: [Row]
  let contenders: [Contender]
  let rounds: Int
  /// What is timed at once shall take so many nanoseconds.
  let time: Int64

  struct Result {
    var measurements: [Measurement] = []
    /// What was not measured, and why, and of which loops.
    private var leftOut: [(what: String, why: String, loops: [String])] = []

    mutating func leaveOut(_ loop: String, _ what: String, _ why: String) {
      guard let index = leftOut.firstIndex(where: { $0.what == what && $0.why == why }) else {
        return leftOut.append((what, why, [loop]))
      }
      if !leftOut[index].loops.contains(loop) { leftOut[index].loops.append(loop) }
    }

    /// In lines.
    var missing: [String] {
      leftOut.map { "\($0.what): \($0.loops.joined(separator: ", ")): \($0.why)" }
    }
  }

  func run(_ progress: Progress) -> Result {
    var result = Result()
    for row in rows where !Interruption.isRequested { run(row, &result, progress) }
    progress.clear()
    return result
  }

  /// One contender in one line.
  private struct Lane {
    let name: String
    let make: @Sendable (WorkloadParameters) -> LoopWork
    /// How many operations take the time that is wanted.
    var count = 0
    var values: [Double] = []
    var latencies = Histogram()
    var failure: String?
  }

  private func run(_ row: Row, _ result: inout Result, _ progress: Progress) {
    var lanes: [Lane] = []
    for contender in contenders {
      switch contender[row.index] {
      case .cannot(let why): result.leaveOut(contender.name, row.workload, why)
      case .can(_, let make):
        if let why = row.spared[contender.name] {
          result.leaveOut(contender.name, row.title, why)
        } else {
          lanes.append(Lane(name: contender.name, make: make))
        }
      }
    }
    for round in 0..<rounds {
      for place in lanes.indices {
        let index = (place + round) % lanes.count
        // The first round of an interrupted workload is still done by all.
        guard lanes[index].failure == nil, round == 0 || !Interruption.isRequested else { continue }
        progress.show("\(row.title): \(lanes[index].name), round \(round + 1) of \(rounds)")
        let lane = Box(lanes[index])
        let time = time
        PinnedThread.run(on: row.parameters.cpu) { Self.run(row, &lane.value, time) }
        lanes[index] = lane.value
      }
    }
    for lane in lanes {
      if let failure = lane.failure {
        result.leaveOut(lane.name, row.title, failure)
      } else {
        result.measurements.append(
          Measurement(
            row.workload, row.shown, unit: row.unit, loop: lane.name, values: lane.values,
            latencies: row.isLatency ? lane.latencies : nil))
      }
    }
  }

  /// One round of one lane, on the thread that is pinned for it.
  private static func run(_ row: Row, _ lane: inout Lane, _ time: Int64) {
    let workload = lane.make(row.parameters)
    do {
      try workload.prepare()
    } catch {
      lane.failure = "\(error)"
      return
    }
    defer { workload.finish() }
    if row.unit != "ns" {
      lane.count = row.counts.upperBound
    } else if lane.count == 0 {
      lane.count = calibrate(row, workload, time)
    } else {
      // What is cold, a first call and memory that was never touched, is not what is asked.
      _ = workload.run(min(lane.count, row.multiple(lane.count / 8)), nil)
    }
    let count = lane.count
    if row.isLatency {
      var samples = [Int64](repeating: 0, count: count)
      _ = samples.withUnsafeMutableBufferPointer { workload.run(count, $0.baseAddress) }
      var latencies = Histogram()
      for sample in samples { latencies.record(UInt64(max(sample, 0))) }
      lane.values.append(Double(latencies.percentile(50)))
      lane.latencies.merge(latencies)
    } else {
      lane.values.append(Double(workload.run(count, nil)) / Double(count))
    }
  }

  /// Finds how many operations take the time, by doing more and more of them: the warm-up of the first round.
  private static func calibrate(_ row: Row, _ workload: LoopWork, _ time: Int64) -> Int {
    var count = row.counts.lowerBound
    while true {
      let start = peer_now()
      _ = workload.run(count, nil)
      let elapsed = max(peer_now() - start, 1)
      if elapsed >= time / 4 || count == row.counts.upperBound {
        let wanted = Double(count) * Double(time) / Double(elapsed)
        return row.multiple(Int(wanted))
      }
      let growth = min(8, max(2, Double(time) / Double(elapsed)))
      count = row.multiple(Int(Double(count) * growth))
    }
  }
}
