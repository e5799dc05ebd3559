import LinuxSystem
import RunLoopCore

/// The place in a report file where the process writes how it ends: by `exit`, or by which signal.
///
/// What no handler sees leaves nothing there: SIGKILL, `_exit`, an `exec`. The only file that may use `CLinuxEnds.h`.
final class EndMark {
  private let descriptor: Int32
  private let place: Int32
  private let process = getpid()

  private static let lock = Guarded(false)

  /// Nil when there is no room for another one.
  ///
  /// - Parameter file: stays its owner's.
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

  /// Signals that end a process by default, and those of crashes, whose handlers are called as before.
  ///
  /// A forked child inherits the handlers; in it they do nothing but what was there before them.
  static func noticeSignals() {
    // What ends by default is ignored in a namespace's first process; a handler would change that.
    let ends: [Int32] = [
      SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGVTALRM, SIGXCPU,
    ]
    let crashes = [SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]
    lock.withLock { isPrepared in
      guard isPrepared else { return }
      for signal in crashes + (getpid() == 1 ? [] : ends) { linux_end_notice(signal) }
    }
  }

  /// The thread that crashes; 0: none. Its stack is its crash handler's by then.
  static var crashingThread: Int32 { linux_end_crashing() }

  /// The process survived the crash.
  static func forgetCrash() { linux_end_forget_crash() }

  // MARK: Reading

  /// How the process ended: the first word of the mark.
  enum Way {
    static let exit = UInt64(LINUX_END_EXIT)
    static let signal = UInt64(LINUX_END_SIGNAL)
    static let crash = UInt64(LINUX_END_CRASH)
    // Found out by others.
    static let replaced: UInt64 = 16
    static let outOfMemory: UInt64 = 17
    static let unseen: UInt64 = 18
    static let machineRestarted: UInt64 = 19
  }
}
