import LinuxSystem

/// Detects whether a thread begins a wait for events, by counting the kernel's tracepoints of these system calls.
///
/// While a counter is open, every system call of the machine takes some tens of nanoseconds longer: keep it open only briefly.
/// For one thread.
final class PassCounter {
  private let thread: Int32
  private var events: [(call: Int, descriptor: Int32)] = []
  /// The most system calls that are counted for one thread.
  static let most = 3

  init(_ thread: Int32) { self.thread = thread }

  deinit { for event in events { Self.closeInBackground(event.descriptor) } }

  /// Closes an event on a thread of its own: the kernel waits some tens of milliseconds until no processor is in the tracepoint.
  static func closeInBackground(_ descriptor: Int32) {
    do throws(Errno) { try SystemThread.startDetached { close(descriptor) } } catch { close(descriptor) }
  }

  /// Starts to count these system calls. Returns 0, or the kernel's error.
  func arm(_ calls: [Int]) -> Int32 {
    for call in calls.prefix(Self.most) where !events.contains(where: { $0.call == call }) {
      guard let tracepoint = Self.tracepoint(of: call, .enter) else { return ENOENT }
      let descriptor = linux_pass_count_open(thread, tracepoint)
      guard descriptor >= 0 else { return -descriptor }
      events.append((call, descriptor))
    }
    for event in events where linux_pass_count_arm(event.descriptor) != 0 { return Errno.last.code }
    return 0
  }

  /// Whether the thread has begun one of them since; nil when that can not be read.
  var hasPassed: Bool? {
    for event in events {
      var count: UInt64 = 0
      guard read(event.descriptor, &count, 8) == 8 else { return nil }
      if count > 0 { return true }
    }
    return false
  }

  /// Why calls of a thread can not be counted; empty when they can. Counts nothing.
  static func refusal(of thread: Int32) -> String {
    let call = Int(SYS_poll)
    guard let tracepoint = tracepoint(of: call, .enter) else {
      return "the kernel's tracepoints can not be read below /sys/kernel/tracing"
    }
    let descriptor = linux_pass_count_open(thread, tracepoint)
    guard descriptor < 0 else {
      closeInBackground(descriptor)
      return ""
    }
    return "performance events are refused (\(Errno(-descriptor)))"
  }

  enum Side: String { case enter, exit }

  /// The kernel's number of the tracepoint at the beginning or end of a call; nil where it can not be read.
  static func tracepoint(of call: Int, _ side: Side) -> UInt64? {
    let name = SystemCallTable.name(call)
    for folder in ["/sys/kernel/tracing", "/sys/kernel/debug/tracing"] {
      let line = KernelFile.line("\(folder)/events/syscalls/sys_\(side.rawValue)_\(name)/id")
      if let number = line.flatMap({ UInt64($0) }) { return number }
    }
    return nil
  }
}
