import LinuxSystem

/// The sources of what is known of files' locks: the kernel's, unless a test has others.
struct FileLocks {
  /// The text of /proc/locks; nil when it can not be read.
  var list: () -> String? = { KernelFile.contents("/proc/locks").map { String(decoding: $0, as: UTF8.self) } }
  /// A descriptor's file as the list has it, and whether its file system shows a process the device and the number that the list has.
  var file: (_ descriptor: UInt, _ process: Int32) -> (text: String, isExact: Bool)? = {
    ForeignHolder.file($0, of: $1)
  }
}

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

  /// The holder of a file's lock that a thread of a process waits for, in this call.
  ///
  /// - Parameter stillWaits: whether the thread has been in the call without a break: evaluated after the list has been read, and only where
  ///   the list does not have the file.
  static func ofFileLock(
    waiter: Int32, _ call: ThreadReading.SystemCall, _ source: FileLocks = FileLocks(), stillWaits: () -> Bool
  ) -> LockOwner? {
    guard let kind = SystemCallTable.kindOfFileLock(call), let locks = source.list(),
      let file = source.file(call.arguments[0], waiter),
      let process = fileLockHolder(
        of: waiter, file: file.text, isExact: file.isExact, isWaiting: stillWaits(), kind: kind, locks: locks)
    else { return nil }
    guard process == waiter else { return owner(.file, thread: process, process: process) }
    var stack = StackSample()
    stack.reason = "which thread took the lock is not known"
    return LockOwner(kind: .file, thread: 0, threadName: "", stack: stack)
  }

  /// A file, and whether the list has it so.
  static func file(_ descriptor: UInt, of process: Int32) -> (text: String, isExact: Bool)? {
    var status = stat()
    var system = statfs()
    guard let number = Int32(exactly: descriptor & 0xffff_ffff) else { return nil }
    let path = "/proc/\(process)/fd/\(number)"
    guard stat(path, &status) == 0, statfs(path, &system) == 0 else { return nil }
    let others: [UInt32] = [0x794c_7630, 0x9123_683e]  // OVERLAYFS_SUPER_MAGIC, BTRFS_SUPER_MAGIC
    return (
      file(UInt64(status.st_ino), on: UInt64(status.st_dev)),
      !others.contains(UInt32(truncatingIfNeeded: system.f_type))
    )
  }

  /// A file as /proc/locks has it: "fe:01:131", its device and its number there.
  static func file(_ number: UInt64, on device: UInt64) -> String {
    let major = device >> 8 & 0xfff | device >> 32 & 0xffff_f000
    let minor = device & 0xff | device >> 12 & 0xffff_ff00
    func text(_ part: UInt64) -> String { (part < 16 ? "0" : "") + String(part, radix: 16) }
    return "\(text(major)):\(text(minor)):\(number)"
  }

  /// The holder of the lock that a process waits for, which may be the process itself by another descriptor; nil where it is not
  /// known, as for locks that belong to an open file.
  ///
  /// - Parameters:
  ///   - file: as the list has it: other threads of the process may wait for locks of other files.
  ///   - isExact: whether its file system shows a process the device and the number that the list has.
  ///   - isWaiting: whether the wait lasted until the list had been read; otherwise a wait for another file is another thread's. Not
  ///     evaluated where the list has the file, or would have it.
  ///   - kind: of the lock, as the list has it.
  ///   - locks: the text of /proc/locks: "2: FLOCK ADVISORY WRITE 4711 fe:01:131 0 EOF", and with "->" behind the number
  ///     a process that waits for it.
  static func fileLockHolder(
    of waiter: Int32, file: String, isExact: Bool = false, isWaiting: @autoclosure () -> Bool = true,
    kind: String, locks: String
  ) -> Int32? {
    let lines = locks.split(separator: "\n").map { $0.split(separator: " ") }
    let waits = lines.filter { $0.count > 6 && $0[1] == "->" && $0[2] == kind && $0[5] == "\(waiter)" }
    guard let waiting = wait(for: file, isExact, in: waits, isWaiting),
      let holding = lines.first(where: { $0.count > 4 && $0[0] == waiting[0] && $0[1] != "->" }),
      let process = Int32(holding[4]), process > 0
    else { return nil }
    return process
  }

  /// Of a process's waits, that for a file. Some file systems show a process another device than the list has (btrfs), or another number
  /// (overlayfs): then the number alone decides, and if none matches, the process's only wait.
  private static func wait(
    for file: String, _ isExact: Bool, in waits: [[Substring]], _ isWaiting: () -> Bool
  ) -> [Substring]? {
    if let same = waits.first(where: { $0[6] == file }) { return same }
    // The lock was granted meanwhile.
    if isExact || !isWaiting() { return nil }
    let number = file.drop { $0 != ":" }.dropFirst().drop { $0 != ":" }
    let alike = waits.filter { $0[6].hasSuffix(number) }
    let meant = alike.isEmpty ? waits : alike
    return Set(meant.map { $0[6] }).count == 1 ? meant.first : nil
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
