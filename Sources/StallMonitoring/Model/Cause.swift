/// Why a callout took so long.
public enum Cause: String, Sendable, CaseIterable {
  case processor
  case kernel
  case minorFaults
  case majorFaults
  case lock
  /// A semaphore, condition, group or queue: somebody else has to act.
  case wait
  case sleep
  case fileIO
  case socket
  case pipe
  case childProcess
  case poll
  /// The thread could run and got no processor.
  case starved
  case unknown
}

/// Shares of the time of a stall, 0 to 1.
public struct TimeShares: Sendable, Equatable {
  public var processor = 0.0
  /// Of `processor`, in the kernel.
  public var kernel = 0.0
  public var queue = 0.0
  public var blocked = 0.0

  public init() {}
}

/// Who holds the lock that a thread waits for.
public struct LockOwner: Sendable, Equatable {
  public enum Kind: String, Sendable {
    case pthreadMutex
    case mutex
    case readWriteLock
  }
  public var kind: Kind
  public var thread: Int32
  public var threadName: String
  public var stack: StackSample

  public init(kind: Kind, thread: Int32, threadName: String, stack: StackSample) {
    self.kind = kind
    self.thread = thread
    self.threadName = threadName
    self.stack = stack
  }
}

/// What the readings of a stall come to.
public struct Diagnosis: Sendable, Equatable {
  public var cause = Cause.unknown
  public var shares = TimeShares()
  public var minorFaults: UInt64 = 0
  public var majorFaults: UInt64 = 0
  /// The system call that was seen most, by name; empty when none.
  public var systemCall = ""
  public var waitChannel = ""
  /// The file, socket or pipe of that call; empty when not known.
  public var descriptor = ""
  public var lockOwner: LockOwner?

  public init() {}
}
