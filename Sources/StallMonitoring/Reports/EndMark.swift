import LinuxSystem
import RunLoopCore

/// The place in a report file where the process records its end: by `exit`, or by which signal.
///
/// Ends without a handler leave no mark: SIGKILL, `_exit`, an `exec`. The only file that may use `CLinuxEnds.h`.
final class EndMark {
  private let descriptor: Int32
  private let place: Int32
  private let process = getpid()

  private static let lock = Guarded(false)

  /// Nil when there is no room for another one.
  ///
  /// - Parameter file: remains owned by the caller.
  init?(file: Int32) {
    let copy = fcntl(file, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { return nil }
    let place = Self.lock.withLock { isPrepared in
      if !isPrepared { linux_end_prepare() }
      isPrepared = true
      return linux_end_add(copy, Int64(ReportLayout.endOffset))
    }
    guard place >= 0 else {
      close(copy)
      return nil
    }
    descriptor = copy
    self.place = place
  }

  deinit {
    Self.lock.withLock { _ in if process == getpid() { linux_end_remove(place) } }
    close(descriptor)
  }

  /// Installs handlers for signals that end a process by default and for crash signals, whose previous handlers are still called.
  ///
  /// A forked child inherits the handlers; there they only call the previous ones.
  static func noticeSignals() {
    // A namespace's first process ignores signals with a default action; a handler would change that.
    let ends: [Int32] = [
      SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGVTALRM, SIGXCPU,
    ]
    let crashes = [SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]
    lock.withLock { isPrepared in
      guard isPrepared else { return }
      for signal in crashes + (getpid() == 1 ? [] : ends) { linux_end_notice(signal) }
    }
  }

  /// The thread that crashes; 0: none. Its stack then belongs to the crash handler.
  static var crashingThread: Int32 { linux_end_crashing() }

  /// Forgets a crash that the process survived.
  static func forgetCrash() { linux_end_forget_crash() }

  // MARK: Reading

  /// How the process ended: the first word of the mark.
  enum Way {
    static let exit = UInt64(LINUX_END_EXIT)
    static let signal = UInt64(LINUX_END_SIGNAL)
    static let crash = UInt64(LINUX_END_CRASH)
    // Determined by another process.
    static let replaced: UInt64 = 16
    static let outOfMemory: UInt64 = 17
    static let unseen: UInt64 = 18
    static let machineRestarted: UInt64 = 19
  }
}
