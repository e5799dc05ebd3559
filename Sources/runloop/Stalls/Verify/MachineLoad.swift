import BenchmarkKit
import Glibc

/// What the machine had to do beside a measurement: the load average at its start and at its end.
struct MachineLoad {
  private let start = MachineLoad.now
  private(set) var end: Double?

  mutating func finish() { end = Self.now }

  /// More than half of the processors had other work when it began. The measurement's own is in the end's figure, too.
  var isBusy: Bool {
    let processors = Double(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1))
    return (start ?? 0) > processors / 2 || (end ?? 0) > processors + 1
  }

  /// "8.1 at the start, 4.8 at the end"
  var text: String {
    func figure(_ load: Double?) -> String { load.map { Quantity.fixed($0, 1) } ?? "unknown" }
    return "\(figure(start)) at the start, \(figure(end)) at the end"
  }

  private static var now: Double? {
    guard let file = fopen("/proc/loadavg", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return nil }
    return strtod(line, nil)
  }
}
