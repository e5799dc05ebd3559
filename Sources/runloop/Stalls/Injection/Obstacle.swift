import LinuxSystem

/// Why this machine does not allow what an injector does.
enum Obstacle {
  static func toDebugger() -> String? {
    guard SearchPath.place(of: "gdb") != nil else { return "there is no gdb on the PATH" }
    return has(.trace) || KernelFile.line("/proc/sys/kernel/yama/ptrace_scope") == "0"
      ? nil : "gdb may not attach to a process here"
  }

  static func toFreezer() -> String? {
    HelperProcess.freezerGroup(getpid()) == nil ? "no control group with a freezer can be made here" : nil
  }

  static func toQuota() -> String? {
    HelperProcess.quotaGroup(getpid()) == nil ? "no control group with a quota can be made here" : nil
  }

  static func toClock() -> String? { has(.time) ? nil : "the wall clock may not be set here" }

  static func toStarve() -> String? {
    has(.nice) ? nil : "processes can not be given the highest priority here"
  }

  /// Bits of the kernel's capabilities.
  private enum Right: UInt64 {
    case trace = 19
    case nice = 23
    case time = 25
  }

  private static func has(_ right: Right) -> Bool {
    let status = KernelFile.text("/proc/self/status") ?? ""
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("CapEff:") }),
      let rights = line.split(separator: "\t").last.flatMap({ UInt64($0, radix: 16) })
    else { return false }
    return rights >> right.rawValue & 1 == 1
  }
}
