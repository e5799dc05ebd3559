/// A thread's wait when a sample was taken. It is determined at once, since descriptors are closed
/// and locks change hands.
struct WaitNote {
  var time: UInt64
  /// Nil: it ran.
  var call: Int?
  var kind: WaitKind
  /// Whether it was ready to run at the first look, regardless of later ones.
  var wasReady = false
  var waitChannel = ""
  /// The file, socket or pipe; empty when none.
  var descriptor = ""
  /// That a socket is to be connected to; empty when none.
  var address = ""
  var owner: LockOwner?
  /// The chain of waits from there on; nil when it waits for no known thread.
  var chain: WaitChain?
  /// Its weight: the time that it represents, or the same for all.
  var weight = 1.0
}

extension WaitNote {
  /// Whether a thread with this call may be stopped rather than blocked: outside of a call it looks like a wait for a page.
  static func mayBeStopped(_ call: ThreadReading.SystemCall, in channel: String) -> Bool {
    call.number < 0 || ["ptrace_stop", "do_signal_stop"].contains { channel.hasPrefix($0) }
  }
}

/// What a blocked thread waits for.
enum WaitKind: Hashable {
  case running
  /// Ready to run.
  case queued
  case lock
  /// The end of another thread.
  case join
  case wait
  case sleep
  case fileIO
  case socket
  case pipe
  case childProcess
  case poll
  case memory
  /// Blocked outside a system call: a page has to come.
  case pageFault
  /// By a debugger or another tracer.
  case stopped
  case other

  var cause: Cause {
    switch self {
    case .running: .processor
    case .queued: .starved
    case .lock: .lock
    case .wait, .join: .wait
    case .sleep: .sleep
    case .fileIO: .fileIO
    case .socket: .socket
    case .pipe: .pipe
    case .childProcess: .childProcess
    case .poll: .poll
    case .memory: .kernel
    case .pageFault: .majorFaults
    case .stopped: .stopped
    case .other: .unknown
    }
  }
}
