import BenchmarkKit
import LinuxSystem

/// The usual setup of a machine for measuring latency: `--realtime`, `--timer-slack`, `--dma-latency` and `--cpus`.
struct LatencySettings {
  /// The lowest real-time priority: before every ordinary thread, and behind those of the kernel.
  static let priority: Int32 = 1

  var isRealtime = false
  /// Nanoseconds.
  var timerSlack: UInt64?
  /// Microseconds that an idle processor may need to wake up.
  var wakeLatency: Int?
  /// The processors that are used; empty: all that the process may use.
  var processors: [Int] = []

  var isDefault: Bool { !isRealtime && timerSlack == nil && wakeLatency == nil && processors.isEmpty }

  struct Refused: Error, CustomStringConvertible {
    let description: String

    init(_ option: String, _ what: String, _ advice: String) {
      description = "\(option): \(what): \(Errno.last); \(advice)"
    }
  }

  /// Applies them to the calling thread, and so to all that it makes, and to the process.
  func apply() throws(Refused) {
    if !processors.isEmpty,
      !Processors.pin(to: processors) || Processors.allowed.sorted() != processors.sorted()
    {
      let names = processors.map(String.init).joined(separator: ",")
      Errno.last = Errno(EINVAL)
      throw Refused("--cpus", "the process may not use all of \(names)", "see taskset -p \(getpid())")
    }
    if let timerSlack, linux_set_timer_slack(UInt(timerSlack)) != 0 {
      throw Refused("--timer-slack", "the kernel refuses \(timerSlack) ns", "leave it out")
    }
    if let wakeLatency { try holdLatency(wakeLatency) }
    guard isRealtime else { return }
    guard mlockall(MCL_CURRENT | MCL_FUTURE) == 0 else {
      throw Refused("--realtime", "memory can not be locked", "run it as root, or raise ulimit -l")
    }
    guard linux_set_realtime(0, Self.priority) == 0 else {
      throw Refused("--realtime", "SCHED_FIFO is not permitted", "run it as root, or give it CAP_SYS_NICE")
    }
  }

  /// The kernel keeps to it as long as the file is open: until the process ends.
  private func holdLatency(_ microseconds: Int) throws(Refused) {
    let name = "/dev/cpu_dma_latency"
    let file = open(name, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw Refused("--dma-latency", "\(name) can not be opened", "run it as root, on a kernel with CPU_IDLE")
    }
    var value = Int32(clamping: microseconds)
    guard write(file, &value, 4) == 4 else {
      throw Refused("--dma-latency", "\(name) can not be written", "leave it out")
    }
  }

  /// A line for the head of the report; empty for the defaults.
  var line: String {
    var words: [String] = []
    if isRealtime { words.append("SCHED_FIFO \(Self.priority), memory locked") }
    if let timerSlack { words.append("timer slack \(timerSlack) ns") }
    if let wakeLatency { words.append("idle processors wake up within \(wakeLatency) µs") }
    if !processors.isEmpty {
      words.append("processors \(processors.map(String.init).joined(separator: ", "))")
    }
    return words.isEmpty ? "" : "set     \(words.joined(separator: "; "))\n"
  }
}
