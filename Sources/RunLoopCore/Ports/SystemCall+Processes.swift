import LinuxSystem

/// Signals, processes and files: the system calls of their sources.
extension SystemCall {
  // MARK: Signals

  static func signalDescriptor(_ signals: sigset_t) throws(SystemError) -> Int32 {
    var signals = signals
    return try checked("signalfd") { signalfd(-1, &signals, CInt(SFD_NONBLOCK | SFD_CLOEXEC)) }
  }

  /// The next signal, or nil when another reader took it.
  static func takeSignal(_ descriptor: Int32) -> RunLoop.SignalSource.Signal? {
    var info = signalfd_siginfo()
    guard read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size
    else { return nil }
    return .init(
      number: Int32(info.ssi_signo), sender: Int32(bitPattern: info.ssi_pid), senderUser: info.ssi_uid,
      value: info.ssi_int, code: info.ssi_code)
  }

  /// Blocks the signals in the calling thread, or unblocks them; whether `signal` was blocked.
  @discardableResult
  static func changeSignalMask(by signals: sigset_t, blocks: Bool, asking signal: Int32 = 1) -> Bool {
    var signals = signals
    var before = sigset_t()
    pthread_sigmask(blocks ? SIG_BLOCK : SIG_UNBLOCK, &signals, &before)
    return sigismember(&before, signal) == 1
  }

  // MARK: Processes

  static func processDescriptor(_ process: Int32) throws(SystemError) -> Int32 {
    try checked("pidfd_open") { linux_pidfd_open(process) }
  }

  static func signal(process descriptor: Int32, _ number: Int32) -> Bool {
    linux_pidfd_send_signal(descriptor, number) == 0
  }

  /// Reaps the child and returns how it ended; nil while it runs. `waits`: until it has ended.
  static func reap(process descriptor: Int32, waits: Bool) -> RunLoop.ChildSource.Status? {
    var info = siginfo_t()
    do {
      _ = try checked("waitid") { linux_wait_for_process(descriptor, &info, waits ? 1 : 0) }
    } catch {
      return .unknown
    }
    var status: Int32 = 0
    switch linux_child_status(&info, &status) {
    case 0: return nil
    case 1: return .exited(status)
    case 2: return .killed(signal: status, dumpedCore: false)
    default: return .killed(signal: status, dumpedCore: true)
    }
  }

  // MARK: Files

  static func fileWatchDescriptor() throws(SystemError) -> Int32 {
    try checked("inotify_init1") { inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) }
  }

  static func watchFile(_ path: [UInt8], _ mask: UInt32, in descriptor: Int32) throws(SystemError) -> Int32 {
    // The path would be cut off at the NUL, and name another file.
    if path.contains(0) { throw SystemError(call: "inotify_add_watch", code: ENOENT) }
    let path = path.map { CChar(bitPattern: $0) } + [0]
    return try checked("inotify_add_watch") { inotify_add_watch(descriptor, path, mask) }
  }

  static func unwatchFile(_ watch: Int32, in descriptor: Int32) {
    _ = inotify_rm_watch(descriptor, watch)
  }

  /// Number of bytes read; 0 when there are none now.
  static func readSome(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    (try? checked("read") { read(descriptor, buffer.baseAddress, buffer.count) }) ?? 0
  }
}
