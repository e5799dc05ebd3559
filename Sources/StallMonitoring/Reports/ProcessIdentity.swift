import LinuxSystem

/// The identity of a file's process, distinct from later processes with the same number.
struct ProcessIdentity: Sendable, Equatable {
  var pid: Int32
  /// When it was started, in clock ticks since the machine's start.
  var startTicks: UInt64
  /// The PID namespace that the number is of; 0 when not known.
  var pidNamespace: UInt64
  /// Which run of the machine's kernel.
  var boot: [UInt8]

  enum Life: Sendable {
    case lives
    case gone
    /// Its number is one of another namespace (another container).
    case unknown
  }

  static var current: ProcessIdentity {
    ProcessIdentity(
      pid: getpid(), startTicks: startTicks(of: getpid()) ?? 0, pidNamespace: currentNamespace,
      boot: currentBoot)
  }

  /// Of another process; nil when there is none of that number. The number is one of the calling process's namespace.
  static func of(process: Int32) -> ProcessIdentity? {
    startTicks(of: process).map {
      ProcessIdentity(
        pid: process, startTicks: $0, pidNamespace: currentNamespace, boot: currentBoot)
    }
  }

  var life: Life {
    if boot != Self.currentBoot { return .gone }
    if pidNamespace != Self.currentNamespace { return .unknown }
    guard let ticks = Self.startTicks(of: pid) else { return .gone }
    return ticks == startTicks ? .lives : .gone
  }

  /// Nil when there is no such process, or it is a zombie.
  private static func startTicks(of pid: Int32) -> UInt64? {
    guard let bytes = try? FileBytes.read("/proc/\(pid)/stat", limit: 4096) else { return nil }
    // The name may hold anything; what follows its closing parenthesis does not.
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
    return UInt64(fields[19])
  }

  private static var currentNamespace: UInt64 {
    // "pid:[4026531836]"
    let digits = (KernelFile.link("/proc/self/ns/pid") ?? "").filter(\.isNumber)
    return UInt64(digits) ?? 0
  }

  private static var currentBoot: [UInt8] {
    guard let bytes = try? FileBytes.read("/proc/sys/kernel/random/boot_id", limit: 64) else {
      return Array(repeating: 0, count: 16)
    }
    let digits = String(decoding: bytes, as: UTF8.self).compactMap(\.hexDigitValue)
    guard digits.count == 32 else { return Array(repeating: 0, count: 16) }
    return stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
