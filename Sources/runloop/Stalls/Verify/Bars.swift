import BenchmarkKit
import StallMonitoring

/// The promises of the monitor, compared with the measurements.
struct Bars {
  enum Verdict: String { case met, missed = "MISSED", inconclusive }
  /// What other work may not take from it: `room`, that everything can run when it has to; `quiet`, that it runs at once.
  enum Need { case nothing, room, quiet }

  private(set) var lines: [(name: String, verdict: Verdict, promise: String, figure: String)] = []
  /// What else the machine had to do.
  private let load: MachineLoad

  init(_ load: MachineLoad) { self.load = load }

  var isAnyMissed: Bool { lines.contains { $0.verdict == .missed } }
  var areAllMet: Bool { lines.allSatisfy { $0.verdict == .met } }

  /// - Parameter need: without it the bar can be missed, whatever the monitor does.
  mutating func add(
    _ name: String, _ promise: String, _ figure: String, isMet: Bool, needs need: Need = .nothing
  ) {
    let isDisturbed =
      switch need {
      case .nothing: false
      case .room: load.isTooHigh
      case .quiet: load.isBusy
      }
    if isMet || !isDisturbed {
      lines.append((name, isMet ? .met : .missed, promise, figure))
    } else {
      lines.append((name, .inconclusive, promise, "\(figure), under a load of \(load.text)"))
    }
  }

  var text: String {
    var table = TextTable([("bar", .left), ("promise", .left), ("measured", .left), ("", .left)])
    for line in lines { table.add([line.name, line.promise, line.figure, line.verdict.rawValue]) }
    return table.text
  }
}

/// Sorted times, and what part of them is below.
struct Times {
  private let sorted: [UInt64]

  init(_ times: [UInt64]) { sorted = times.sorted() }

  var isEmpty: Bool { sorted.isEmpty }
  var max: UInt64 { sorted.last ?? 0 }
  var median: UInt64 { percentile(50) }

  /// The percentile of the times.
  func percentile(_ percent: Int) -> UInt64 {
    guard !sorted.isEmpty else { return 0 }
    return sorted[Swift.max(0, (sorted.count * percent + 99) / 100 - 1)]
  }
}
