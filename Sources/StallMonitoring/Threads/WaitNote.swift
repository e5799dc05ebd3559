/// What a thread was seen waiting for when a sample was taken. It has to be found out at once: descriptors are closed
/// and locks change hands.
struct WaitNote {
  var time: UInt64
  /// Nil: it ran.
  var call: Int?
  var kind: WaitKind
  /// It was ready to run at the first look, whatever it did at those that followed.
  var wasReady = false
  var waitChannel = ""
  /// The file, socket or pipe; empty when none.
  var descriptor = ""
  var owner: LockOwner?
  /// Who waits for whom from there on; nil when no other thread is known to be waited for.
  var chain: WaitChain?
  /// What it counts: the time that it stands for, or as much as any other.
  var weight = 1.0
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
    case .other: .unknown
    }
  }
}
