import BenchmarkKit
import LinuxSystem
import StallMonitoring

/// The processor use of the monitor's threads, and the part of it that is the price of waking alone.
struct MonitorCost {
  private(set) var processorTime: UInt64 = 0
  private(set) var wallTime: UInt64 = 0
  /// How often they waited.
  private(set) var waits: UInt64 = 0

  init() {}

  /// Since the threads began.
  init(of threads: [Int32]) {
    wallTime = monotonicNow()
    for thread in threads {
      processorTime += Self.number(in: "/proc/self/task/\(thread)/schedstat", after: "")
      waits += Self.number(in: "/proc/self/task/\(thread)/status", after: "voluntary_ctxt_switches:")
    }
  }

  func since(_ earlier: MonitorCost) -> MonitorCost {
    var cost = self
    cost.processorTime -= min(earlier.processorTime, cost.processorTime)
    cost.wallTime -= min(earlier.wallTime, cost.wallTime)
    cost.waits -= min(earlier.waits, cost.waits)
    return cost
  }

  /// Per cent of a processor.
  var share: Double { Double(processorTime) / Double(max(1, wallTime)) * 100 }

  /// Of `share`: what as many sleeps cost a thread that does nothing else.
  func shareOfWaking(_ sleep: UInt64) -> Double { Double(waits * sleep) / Double(max(1, wallTime)) * 100 }

  /// Processor time of one sleep of a thread that does nothing else, as long as the monitor's between two looks.
  static func ofOneSleep() -> UInt64 {
    let count: UInt64 = 40
    let start = ProcessorTime.ofThread
    for _ in 0..<count { usleep(12_500) }
    return (ProcessorTime.ofThread - start) / count
  }

  /// The first number of the line that begins so; 0 where there is none.
  private static func number(in path: String, after start: String) -> UInt64 {
    let lines = KernelFile.text(path)?.split(separator: "\n") ?? []
    guard let line = lines.first(where: { $0.hasPrefix(start) }) else { return 0 }
    let digits = line.dropFirst(start.count).drop { $0.isWhitespace }.prefix { $0.isNumber }
    return UInt64(digits) ?? 0
  }
}
