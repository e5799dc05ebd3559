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
  ///
  /// - Parameter descriptor: the file's, in the waiter.
  static func ofFileLock(waiter: Int32, descriptor: UInt) -> LockOwner? {
    guard let text = KernelFile.contents("/proc/locks"), let file = fileNumber(descriptor, of: waiter),
      let process = fileLockHolder(of: waiter, file: file, locks: String(decoding: text, as: UTF8.self))
    else { return nil }
    guard process == waiter else { return owner(.file, thread: process, process: process) }
    var stack = StackSample()
    stack.reason = "which thread took the lock is not known"
    return LockOwner(kind: .file, thread: 0, threadName: "", stack: stack)
  }

  /// The file's number in its file system.
  private static func fileNumber(_ descriptor: UInt, of process: Int32) -> UInt64? {
    var status = stat()
    guard let number = Int32(exactly: descriptor & 0xffff_ffff),
      stat("/proc/\(process)/fd/\(number)", &status) == 0
    else { return nil }
    return UInt64(status.st_ino)
  }

  /// The holder of the lock that a process waits for, which may be the process itself by another descriptor; nil where it is not
  /// known, as for locks that belong to an open file.
  ///
  /// - Parameters:
  ///   - file: the number of the file: other threads of the process may wait for locks of other files.
  ///   - locks: the text of /proc/locks: "2: FLOCK ADVISORY WRITE 4711 fe:01:131 0 EOF", and with "->" behind the number
  ///     who waits for it.
  static func fileLockHolder(of waiter: Int32, file: UInt64, locks: String) -> Int32? {
    let lines = locks.split(separator: "\n").map { $0.split(separator: " ") }
    func isWaiting(_ line: [Substring]) -> Bool {
      line.count > 6 && line[1] == "->" && line[5] == "\(waiter)" && line[6].hasSuffix(":\(file)")
    }
    guard let waiting = lines.first(where: isWaiting),
      let holding = lines.first(where: { $0.count > 4 && $0[0] == waiting[0] && $0[1] != "->" }),
      let process = Int32(holding[4]), process > 0
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
