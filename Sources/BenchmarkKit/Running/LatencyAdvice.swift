import LinuxSystem

/// What on this machine makes waits longer or uneven, and what to change.
public struct LatencyAdvice: Sendable, Equatable {
  /// Nil where the kernel does not report it.
  public var governor: String?
  /// The processors that the kernel keeps ordinary programs off, as in "2-3".
  public var isolated: String?
  /// The quota of the process's control group: microseconds of processor time, and of the period.
  public var quota: String?
  /// Whether the processor reports a hypervisor.
  public var isVirtual = false
  /// What the kernel reads the time from, as `tsc`; nil where it does not say.
  public var clockSource: String?
  /// The processors that share the loop's core, without its own.
  public var siblings: [Int] = []
  /// The longest exit from an idle state, in microseconds, and its name.
  public var deepestIdle: (name: String, exit: Int)?
  /// The processor of the loop.
  public var processor: Int
  /// Whether the loop's thread is to have real-time priority: then `realtimeLimit` matters.
  public var isRealtime = false
  /// How many of a second's microseconds threads of real-time priority may have; nil: all.
  public var realtimeLimit: Int?
  /// Whether other programs keep the processors busy.
  public var isBusy = false

  /// Nothing known but the loop's processor; `current(…)` reads the rest from the system.
  public init(processor: Int) { self.processor = processor }

  public static func == (one: Self, other: Self) -> Bool { one.lines == other.lines }

  /// A line for each thing that could be better.
  public var lines: [String] {
    var lines: [String] = []
    if let governor, governor != "performance" {
      lines.append(
        "governor \(governor): processor \(processor) changes its frequency; cpupower frequency-set -g performance"
      )
    }
    if !Self.contains(isolated ?? "", processor) {
      lines.append(
        "processor \(processor) is not isolated; boot with isolcpus=\(processor) nohz_full=\(processor)")
    }
    if let quota {
      lines.append(
        "the control group has a quota (\(quota) µs): it stops threads until a period ends; raise cpu.max")
    }
    if isVirtual {
      lines.append(
        "this is a virtual machine: its host takes processors away (steal); measure on a host of your own")
    }
    if let clockSource, clockSource != "tsc", clockSource != "kvm-clock", clockSource != "arch_sys_counter" {
      lines.append(
        "clock source \(clockSource): reading the time is a system call; boot with clocksource=tsc")
    }
    if !siblings.isEmpty {
      let names = siblings.map(String.init).joined(separator: ", ")
      lines.append(
        "processor \(processor) shares its core with \(names); leave those idle, or switch SMT off")
    }
    if let deepestIdle, deepestIdle.exit > 20 {
      lines.append(
        "an idle processor needs up to \(deepestIdle.exit) µs to wake up (\(deepestIdle.name)); --dma-latency 0"
      )
    }
    if isBusy { lines.append("other programs keep the processors busy; end them, or use --realtime") }
    if isRealtime, let realtimeLimit {
      lines.append(
        "threads of real-time priority pause for \(1_000_000 - realtimeLimit) µs of each second that they fill"
          + " (sched_rt_runtime_us)")
    }
    return lines
  }

  /// Whether a list such as "0,2-3" names a processor.
  static func contains(_ list: String, _ processor: Int) -> Bool {
    numbers(list)?.contains(processor) ?? false
  }

  /// The numbers of a list such as "0,2-3", in its order; nil for anything else.
  public static func numbers(_ list: String) -> [Int]? {
    var numbers: [Int] = []
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], (0...1023).contains(first),
        (first...Swift.max(first, 1023)).contains(last)
      else { return nil }
      for number in first...last where !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }
}

extension LatencyAdvice {
  /// Of this machine, now.
  public static func current(processor: Int, isRealtime: Bool, isBusy: Bool) -> LatencyAdvice {
    var advice = LatencyAdvice(processor: processor)
    let folder = "/sys/devices/system/cpu/cpu\(processor)"
    advice.governor = KernelFile.line(folder + "/cpufreq/scaling_governor")
    advice.isolated = KernelFile.line("/sys/devices/system/cpu/isolated")
    advice.quota = QuotaFile()?.quota
    advice.isVirtual =
      KernelFile.text("/proc/cpuinfo")?.split(separator: "\n").first { $0.hasPrefix("flags") }?
      .split(separator: " ").contains("hypervisor") ?? false
    advice.clockSource = KernelFile.line("/sys/devices/system/clocksource/clocksource0/current_clocksource")
    advice.siblings =
      KernelFile.line(folder + "/topology/thread_siblings_list").flatMap(numbers)?.filter { $0 != processor }
      ?? []
    for state in 0..<16 {
      let place = "\(folder)/cpuidle/state\(state)"
      guard let text = KernelFile.line(place + "/latency"), let exit = Int(text) else { break }
      if KernelFile.line(place + "/disable") == "0", exit > advice.deepestIdle?.exit ?? -1 {
        advice.deepestIdle = (KernelFile.line(place + "/name") ?? "state \(state)", exit)
      }
    }
    advice.isRealtime = isRealtime
    if let limit = KernelFile.line("/proc/sys/kernel/sched_rt_runtime_us").flatMap({ Int($0) }), limit >= 0 {
      advice.realtimeLimit = limit
    }
    advice.isBusy = isBusy
    return advice
  }
}
