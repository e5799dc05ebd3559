import LinuxSystem

/// Locks that are held by a process other than the watched one.
enum ForeignHolder {
  /// The holder of a lock in shared memory; nil when no other process is known to hold it.
  ///
  /// - Parameter waiter: the process that waits for it.
  static func ofLock(
    _ call: ThreadReading.SystemCall, memory: ProcessMemory, waiter: Int32 = getpid()
  ) -> LockOwner? {
    // Private futexes have waiters in this process only.
    guard call.arguments.count >= 3, Int32(truncatingIfNeeded: call.arguments[1]) & FUTEX_PRIVATE_FLAG == 0,
      let holder = FutexWait.holder(
        arguments: call.arguments, memory: memory, isThread: { process(of: $0) != nil }),
      // A joined thread belongs to this process.
      holder.kind != .join, holder.thread != 0, let process = process(of: holder.thread), process != waiter
    else { return nil }
    return owner(holder.kind, thread: holder.thread, process: process)
  }

  /// The holder of a file's lock that a thread of a process waits for.
  static func ofFileLock(waiter: Int32 = getpid()) -> LockOwner? {
    guard let text = KernelFile.contents("/proc/locks"),
      let process = fileLockHolder(of: waiter, locks: String(decoding: text, as: UTF8.self))
    else { return nil }
    return owner(.file, thread: process, process: process)
  }

  /// The holder of the lock that a process waits for; nil where it is not known, as for locks that belong to an open file.
  ///
  /// - Parameter locks: the text of /proc/locks: "2: FLOCK ADVISORY WRITE 4711 fe:01:131 0 EOF", and with "->" behind the number
  ///   who waits for it.
  static func fileLockHolder(of waiter: Int32, locks: String) -> Int32? {
    let lines = locks.split(separator: "\n").map { $0.split(separator: " ") }
    guard let waiting = lines.first(where: { $0.count > 5 && $0[1] == "->" && $0[5] == "\(waiter)" }),
      let holding = lines.first(where: { $0.count > 4 && $0[0] == waiting[0] && $0[1] != "->" }),
      let process = Int32(holding[4]), process > 0, process != waiter
    else { return nil }
    return process
  }

  private static func owner(_ kind: LockOwner.Kind, thread: Int32, process: Int32) -> LockOwner {
    var stack = StackSample()
    stack.reason = "it is a thread of another process"
    var owner = LockOwner(
      kind: kind, thread: thread, threadName: KernelFile.line("/proc/\(thread)/comm") ?? "", stack: stack)
    owner.process = process
    return owner
  }

  /// The process of a thread of any process; nil when there is none.
  private static func process(of thread: Int32) -> Int32? {
    guard let text = KernelFile.contents("/proc/\(thread)/status") else { return nil }
    for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: "Tgid:".utf8) {
      return Int32(String(decoding: line.dropFirst(5), as: UTF8.self).filter(\.isNumber))
    }
    return nil
  }
}
