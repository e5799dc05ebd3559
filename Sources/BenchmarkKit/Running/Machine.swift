import LinuxSystem

/// Where and when something was measured: what a figure is worth nothing without.
public struct Machine: Sendable, Equatable {
  /// The processor's name, as the kernel has it.
  public var processor: String
  /// The processors that the process may use.
  public var processors: [Int]
  /// The kernel's name and version, and the architecture.
  public var kernel: String
  /// What the kernel reads the time from: "tsc" is quick, anything else is a system call.
  public var clockSource: String
  /// How the processor's frequency is chosen; "none" where that is not the kernel's business, as in most virtual machines.
  public var governor: String
  /// The load averages of 1, 5 and 15 minutes before the measurement.
  public var load: String
  /// The version of the compiler that built the program, as "6.3".
  public var swift: String
  /// "release", or "debug", whose figures mean nothing.
  public var build: String

  /// A machine of given properties, for reports that are read from a file, and for tests.
  public init(
    processor: String, processors: [Int], kernel: String, clockSource: String, governor: String, load: String,
    swift: String, build: String
  ) {
    self.processor = processor
    self.processors = processors
    self.kernel = kernel
    self.clockSource = clockSource
    self.governor = governor
    self.load = load
    self.swift = swift
    self.build = build
  }

  /// This machine, now.
  public static var current: Machine {
    Machine(
      processor: processorName, processors: Processors.allowed, kernel: kernelName,
      clockSource: KernelFile.line("/sys/devices/system/clocksource/clocksource0/current_clocksource")
        ?? "unknown",
      governor: KernelFile.line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") ?? "none",
      load: KernelFile.line("/proc/loadavg").map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        ?? "unknown",
      swift: swiftVersion, build: buildKind)
  }

  /// Some lines for the head of a report.
  public var header: String {
    """
    cpu     \(processor)
            processors \(processors.map(String.init).joined(separator: ", ")); governor \(governor)
    kernel  \(kernel); clock source \(clockSource); load \(load)\(isBusy ? " (BUSY: expect longer waits, and noise)" : "")
    swift   \(swift), \(build) build\(build == "debug" ? ": THESE FIGURES MEAN NOTHING, build with -c release" : "")
    """
  }

  /// Whether other programs kept at least half of the processors busy in the minute before.
  public var isBusy: Bool {
    guard let word = load.split(separator: " ").first, let busy = Double(word) else { return false }
    return busy > Double(processors.count) / 2
  }

  /// What decides on figures and is not as on the other machine, or in the other build: "cpu: A, then B".
  func differences(from old: Machine) -> [String] {
    let parts = [
      ("cpu", old.processor, processor), ("processors", "\(old.processors.count)", "\(processors.count)"),
      ("kernel", old.kernel, kernel), ("clock source", old.clockSource, clockSource),
      ("governor", old.governor, governor), ("swift", old.swift, swift), ("build", old.build, build),
    ]
    return parts.filter { $0.1 != $0.2 }.map { "\($0.0): \($0.1), then \($0.2)" }
  }

  // MARK: Reading it

  private static var processorName: String {
    let info = KernelFile.text("/proc/cpuinfo") ?? ""
    for key in ["model name", "Model", "Hardware"] {
      for line in info.split(separator: "\n") where line.hasPrefix(key) {
        if let colon = line.firstIndex(of: ":") { return trimmed(line[line.index(after: colon)...]) }
      }
    }
    return architecture
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown"
    #endif
  }

  private static var kernelName: String {
    let name = KernelFile.line("/proc/sys/kernel/ostype") ?? "Linux"
    return "\(name) \(KernelFile.line("/proc/sys/kernel/osrelease") ?? "unknown") \(architecture)"
  }

  private static var swiftVersion: String {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }

  private static var buildKind: String {
    var isDebug = false
    // The condition of an assert is looked at in debug builds only.
    assert(
      {
        isDebug = true
        return true
      }())
    return isDebug ? "debug" : "release"
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(
      String(text.drop { $0 == " " || $0 == "\t" }).reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
