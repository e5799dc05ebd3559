import LinuxSystem

/// Why this machine does not allow what an injector does.
enum Obstacle {
  static func toDebugger() -> String? {
    guard SearchPath.place(of: "gdb") != nil else { return "there is no gdb on the PATH" }
    return has(.trace) || word("/proc/sys/kernel/yama/ptrace_scope") == "0"
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
    guard let file = fopen("/proc/self/status", "re") else { return false }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, 512, file) != nil {
      guard strncmp(line, "CapEff:", 7) == 0 else { continue }
      line.removeFirst(7)
      return strtoull(line, nil, 16) >> right.rawValue & 1 == 1
    }
    return false
  }

  private static func word(_ path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var line = [UInt8](repeating: 0, count: 64)
    let count = fread(&line, 1, 64, file)
    return String(decoding: line[..<count].prefix { $0 > 0x20 }, as: UTF8.self)
  }
}
