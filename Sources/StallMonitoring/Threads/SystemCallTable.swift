import LinuxSystem

/// The system calls that a thread may be found waiting in: their names, and what waiting there means.
enum SystemCallTable {
  enum Meaning {
    case kind(WaitKind)
    /// The first argument is a descriptor, and decides.
    case descriptor
    case futex
  }

  static func name(_ number: Int) -> String {
    if number < 0 { return "" }
    return table[number]?.name ?? "system call \(number)"
  }

  static func meaning(_ number: Int) -> Meaning {
    if number < 0 { return .kind(.pageFault) }
    return table[number]?.meaning ?? .kind(.other)
  }

  /// `poll` and its like without a descriptor to watch.
  static func isEmptyPoll(_ call: ThreadReading.SystemCall) -> Bool {
    guard call.arguments.count > 1 else { return false }
    switch name(call.number) {
    case "poll", "ppoll": return call.arguments[1] == 0
    case "select", "pselect6": return call.arguments[0] == 0
    default: return false
    }
  }

  static func isPoll(_ number: Int) -> Bool { ["poll", "ppoll"].contains(name(number)) }
  static func isConnect(_ number: Int) -> Bool { name(number) == "connect" }
  static func isSelect(_ number: Int) -> Bool { ["select", "pselect6"].contains(name(number)) }

  /// Whether a call, by its name, makes, changes or removes mappings, or gives their pages back (`madvise`).
  static func isForMemory(_ name: String) -> Bool {
    ["mmap", "munmap", "mprotect", "madvise", "brk", "mremap"].contains(name)
  }

  /// `flock`, and `fcntl` where it waits for a lock: of a process, or of an open file.
  static func isFileLock(_ call: ThreadReading.SystemCall) -> Bool {
    switch name(call.number) {
    case "flock": true
    case "fcntl": [UInt(F_SETLKW), 38].contains(call.arguments[1] & 0xffff_ffff)
    default: false
    }
  }

  /// The kind of a file's lock that a call waits for, as /proc/locks has it; nil for other calls.
  static func kindOfFileLock(_ call: ThreadReading.SystemCall) -> String? {
    guard isFileLock(call) else { return nil }
    if name(call.number) == "flock" { return "FLOCK" }
    return call.arguments[1] & 0xffff_ffff == 38 ? "OFDLCK" : "POSIX"
  }

  /// Which argument is the path that a call is about; nil for none.
  static func path(of call: ThreadReading.SystemCall) -> Int? {
    switch name(call.number) {
    case "openat", "openat2", "newfstatat", "statx", "unlinkat", "mkdirat", "readlinkat", "faccessat",
      "renameat2":
      1
    case "open", "creat", "stat", "lstat", "access", "rename", "mkdir", "rmdir", "unlink", "readlink",
      "statfs",
      "truncate", "execve":
      0
    default: nil
    }
  }

  private static let table: [Int: (name: String, meaning: Meaning)] = {
    var table: [Int: (name: String, meaning: Meaning)] = [:]
    func add(_ meaning: Meaning, _ calls: [(Int32, String)]) {
      for (number, name) in calls { table[Int(number)] = (name, meaning) }
    }
    add(.futex, [(SYS_futex, "futex")])
    add(.kind(.sleep), [(SYS_nanosleep, "nanosleep"), (SYS_clock_nanosleep, "clock_nanosleep")])
    add(
      .kind(.wait),
      [
        (SYS_rt_sigtimedwait, "rt_sigtimedwait"), (SYS_rt_sigsuspend, "rt_sigsuspend"), (SYS_semop, "semop"),
        (SYS_semtimedop, "semtimedop"), (SYS_msgrcv, "msgrcv"), (SYS_msgsnd, "msgsnd"),
        (SYS_mq_timedreceive, "mq_timedreceive"), (SYS_mq_timedsend, "mq_timedsend"), (449, "futex_waitv"),
        (SYS_restart_syscall, "restart_syscall"), (SYS_membarrier, "membarrier"),
      ])
    add(
      .kind(.poll),
      [
        (SYS_ppoll, "ppoll"), (SYS_pselect6, "pselect6"), (SYS_epoll_pwait, "epoll_pwait"),
        (441, "epoll_pwait2"), (426, "io_uring_enter"),
      ])
    add(
      .kind(.childProcess),
      [(SYS_wait4, "wait4"), (SYS_waitid, "waitid"), (SYS_clone, "clone"), (435, "clone3")])
    add(
      .kind(.memory),
      [
        (SYS_mmap, "mmap"), (SYS_munmap, "munmap"), (SYS_mprotect, "mprotect"), (SYS_madvise, "madvise"),
        (SYS_brk, "brk"), (SYS_mremap, "mremap"),
      ])
    add(
      .kind(.socket),
      [
        (SYS_connect, "connect"), (SYS_accept, "accept"), (SYS_accept4, "accept4"),
        (SYS_recvfrom, "recvfrom"),
        (SYS_recvmsg, "recvmsg"), (SYS_recvmmsg, "recvmmsg"), (SYS_sendto, "sendto"),
        (SYS_sendmsg, "sendmsg"),
        (SYS_sendmmsg, "sendmmsg"),
      ])
    add(.kind(.lock), [(SYS_flock, "flock")])
    add(
      .descriptor,
      [
        (SYS_read, "read"), (SYS_write, "write"), (SYS_readv, "readv"), (SYS_writev, "writev"),
        (SYS_pread64, "pread64"), (SYS_pwrite64, "pwrite64"), (SYS_preadv, "preadv"),
        (SYS_pwritev, "pwritev"),
        (SYS_preadv2, "preadv2"), (SYS_pwritev2, "pwritev2"), (SYS_fsync, "fsync"),
        (SYS_fdatasync, "fdatasync"),
        (SYS_sync_file_range, "sync_file_range"), (SYS_ftruncate, "ftruncate"), (SYS_fallocate, "fallocate"),
        (SYS_getdents64, "getdents64"), (SYS_sendfile, "sendfile"), (SYS_splice, "splice"),
        (SYS_tee, "tee"), (SYS_vmsplice, "vmsplice"),
        (SYS_copy_file_range, "copy_file_range"), (SYS_close, "close"), (SYS_ioctl, "ioctl"),
        (SYS_fstat, "fstat"),
        (SYS_fcntl, "fcntl"), (SYS_lseek, "lseek"), (SYS_syncfs, "syncfs"),
      ])
    add(
      .kind(.fileIO),
      [
        (SYS_openat, "openat"), (437, "openat2"), (SYS_newfstatat, "newfstatat"), (SYS_statx, "statx"),
        (SYS_unlinkat, "unlinkat"), (SYS_renameat2, "renameat2"), (SYS_mkdirat, "mkdirat"),
        (SYS_linkat, "linkat"),
        (SYS_symlinkat, "symlinkat"), (SYS_readlinkat, "readlinkat"), (SYS_faccessat, "faccessat"),
        (SYS_fchmodat, "fchmodat"), (SYS_fchownat, "fchownat"), (SYS_utimensat, "utimensat"),
        (SYS_sync, "sync"), (SYS_msync, "msync"),
        (SYS_truncate, "truncate"), (SYS_statfs, "statfs"), (SYS_io_getevents, "io_getevents"),
        (SYS_execve, "execve"),
      ])
    for (number, name) in Architecture.own.ownCalls {
      let kind: WaitKind =
        switch name {
        case "pause": .wait
        case "poll", "select", "epoll_wait": .poll
        case "vfork", "fork": .childProcess
        default: .fileIO
        }
      add(.kind(kind), [(number, name)])
    }
    return table
  }()
}
