import BenchmarkKit
import LinuxSystem

/// The machine's load beside a measurement: the load average at its start and at its end.
struct MachineLoad {
  private let start: Double?
  private(set) var end: Double?
  private let processors: Double

  init() { self.init(start: Self.now, processors: sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  init(start: Double?, end: Double? = nil, processors: Int) {
    (self.start, self.end, self.processors) = (start, end, Double(max(processors, 1)))
  }

  mutating func finish() { end = Self.now }

  /// More than half of the processors had other work when it began. The measurement's own is in the end's figure, too.
  var isBusy: Bool { (start ?? 0) > processors / 2 || (end ?? 0) > processors + 1 }

  /// More work than processors, so that the loop, the threads that it waits for and the monitor were kept from running now and then.
  var isTooHigh: Bool { (start ?? 0) > processors || (end ?? 0) > processors * 2 }

  /// "8.1 at the start, 4.8 at the end"
  var text: String {
    func figure(_ load: Double?) -> String { load.map { Quantity.fixed($0, 1) } ?? "unknown" }
    return "\(figure(start)) at the start, \(figure(end)) at the end"
  }

  private static var now: Double? {
    KernelFile.line("/proc/loadavg").flatMap { $0.split(separator: " ").first }.flatMap { Double($0) }
  }
}
