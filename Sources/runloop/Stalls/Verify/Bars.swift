import BenchmarkKit
import StallMonitoring

/// The promises of the monitor, held against what was measured.
struct Bars {
  private(set) var lines: [(name: String, isMet: Bool, promise: String, figure: String)] = []

  var areAllMet: Bool { lines.allSatisfy(\.isMet) }

  mutating func add(_ name: String, _ promise: String, _ figure: String, isMet: Bool) {
    lines.append((name, isMet, promise, figure))
  }

  var text: String {
    var table = TextTable([("bar", .left), ("promise", .left), ("measured", .left), ("", .left)])
    for line in lines { table.add([line.name, line.promise, line.figure, line.isMet ? "met" : "MISSED"]) }
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

  /// The smallest time that so many percent do not exceed.
  func percentile(_ percent: Int) -> UInt64 {
    guard !sorted.isEmpty else { return 0 }
    return sorted[Swift.max(0, (sorted.count * percent + 99) / 100 - 1)]
  }
}
