/// Why a callout took so long.
public enum Cause: String, Sendable, CaseIterable {
  /// It computed: most of the time on a processor, in the program's own code.
  case processor
  /// It was on a processor, more than half of that in the kernel; or it waited there for memory.
  case kernel
  /// It touched memory for the first time: 20,000 page faults a second or more that needed no disk.
  case minorFaults
  /// It waited for pages from a disk, or needed 200 of them a second or more.
  case majorFaults
  /// Another thread or process held a lock.
  case lock
  /// It waited for another thread to act: a semaphore, condition, group or queue.
  case wait
  /// It slept for a time that it chose.
  case sleep
  /// It waited for a file or a file system.
  case fileIO
  /// It waited for a socket: data, room, or a connection.
  case socket
  /// It waited for data in a pipe, or room.
  case pipe
  /// It waited for a child process to end.
  case childProcess
  /// It waited for descriptors by `poll`, `select` or `epoll_wait`, inside the callout.
  case poll
  /// The thread could run and got no processor.
  case starved
  /// A signal, a debugger or another tracer had stopped the thread; a tracer is named.
  case stopped
  /// Not found out; the report says what could not be read.
  case unknown
}

/// Shares of the time of a stall, 0 to 1.
public struct TimeShares: Sendable, Equatable {
  /// On a processor.
  public var processor = 0.0
  /// Of `processor`, in the kernel.
  public var kernel = 0.0
  /// Ready to run, without a processor.
  public var queue = 0.0
  /// Waiting in the kernel: the rest of the time.
  public var blocked = 0.0

  /// All shares 0.
  public init() {}
}

/// The holder of a lock, or the thread whose end is waited for.
public struct LockOwner: Sendable, Equatable {
  /// The object of a wait.
  public enum Kind: String, Sendable {
    /// A mutex of the C library.
    case pthreadMutex
    /// Swift's `Mutex`.
    case mutex
    /// A read-write lock of the C library.
    case readWriteLock
    /// Not a lock: the end of a thread, by `pthread_join`.
    case join
    /// A lock of a file, by `flock` or `fcntl`; its holder is a process.
    case file
  }
  /// The kind of lock, or of the end that is waited for.
  public var kind: Kind
  /// 0 when readers hold it, which the lock does not identify; and for a lock of a file that this process holds itself, by another
  /// descriptor.
  public var thread: Int32
  /// How many readers hold a read-write lock; 0 otherwise.
  public var readers = 0
  /// The thread that the holder itself waits for, in the same way; 0 for none.
  public var waitsFor: Int32 = 0
  /// Whether the chain of waits leads back to the stalled thread, so that none of its threads can continue.
  public var isDeadlock = false
  /// The process that holds it, where that is another one; 0 for this one.
  public var process: Int32 = 0
  /// Number of different threads that were seen as its holders.
  public var holders = 1
  /// The holder's name as the kernel has it, at most 15 bytes; empty when not known.
  public var threadName: String
  /// The holder's stack when it was found.
  public var stack: StackSample

  /// A holder of the same process that waits for nothing.
  public init(kind: Kind, thread: Int32, threadName: String, stack: StackSample) {
    self.kind = kind
    self.thread = thread
    self.threadName = threadName
    self.stack = stack
  }
}

/// The result of a stall's readings.
public struct Diagnosis: Sendable, Equatable {
  /// The cause of the largest part of the time.
  public var cause = Cause.unknown
  /// The division of the time.
  public var shares = TimeShares()
  /// Page faults that needed no disk, during the stall.
  public var minorFaults: UInt64 = 0
  /// Page faults that needed a disk, during the stall.
  public var majorFaults: UInt64 = 0
  /// The most frequent system call, by name; empty when none.
  public var systemCall = ""
  /// The kernel function of most of the waits; empty when none.
  public var waitChannel = ""
  /// The file, socket or pipe of that call that was waited for longest, or the tracer that stopped the thread; empty when not known.
  public var descriptor = ""
  /// The address that the socket is to be connected to, "192.0.2.1:443"; empty for other calls, and when not known.
  public var address = ""
  /// How many other descriptors were seen closed, or sockets and addresses connected, in turn; 0 for other calls.
  public var otherDescriptors = 0
  /// The holder of the lock that was waited for, or the thread whose end was; nil when it waited for neither,
  /// or that is not known.
  public var lockOwner: LockOwner?
  /// The chain of waiting threads, as far as it is known; nil when it waits for no other thread.
  public var chain: WaitChain?
  /// The cause of the rest of the time, if that is a quarter or more.
  public var rest: Part?
  /// What kept a starved thread from the processors, as far as it is known.
  public var rivalry: Rivalry?

  /// A diagnosis of unknown cause.
  public init() {}

  /// A part of the time that had another cause.
  public struct Part: Sendable, Equatable {
    /// The part's cause.
    public var cause: Cause
    /// Of the whole time, 0 to 1.
    public var share: Double
    /// The system call, as in the diagnosis.
    public var systemCall = ""
    /// As in the diagnosis; empty when not known.
    public var descriptor = ""
    /// As in the diagnosis; empty when not known.
    public var address = ""
    /// As in the diagnosis.
    public var otherDescriptors = 0

    /// A part of the whole time, 0 to 1, without details.
    public init(cause: Cause, share: Double) {
      self.cause = cause
      self.share = share
    }
  }
}

/// The users of the processors while a thread got none.
public struct Rivalry: Sendable, Equatable {
  /// Processors that the process's control group may use; nil without a limit.
  public var quota: Double?
  /// For how long the group was throttled meanwhile, nanoseconds: on all processors together.
  public var throttledTime: UInt64 = 0
  /// The busiest of this process's other threads; 0 when none used much.
  public var thread: Int32 = 0
  /// Its name as the kernel has it; empty without such a thread.
  public var threadName = ""
  /// The starved thread's nice value: with a higher one it gets less of a processor that other threads of its scheduling group (control group,
  /// session) want, too. It says nothing of threads of other groups, or of real-time threads. Nil when not known, and for a real-time thread.
  public var nice: Int?
  /// That of the busiest other thread; nil without one, and as above.
  public var threadNice: Int?
  /// Processors that this process's other threads used, on average, of those that the thread may run on. Nil when not
  /// known.
  public var ownUse: Double?
  /// The same of other processes.
  public var otherUse: Double?
  /// Both together, where they can not be distinguished: threads of this process may run on these processors and on others.
  public var sharedUse: Double?
  /// Processors that the machine's host gave to others (steal time); nil when not known.
  public var stolenUse: Double?
  /// How many processors the thread may run on.
  public var processors = 1
  /// Their numbers, "0-3,8", where they are not all of the machine's; empty otherwise.
  public var allowed = ""
  /// The machine's load of the last minute; nil when not known.
  public var load: Double?
  /// Share of the time in which some work of the machine, or of the process's control group where only that can be read, waited
  /// for a processor (the kernel's pressure stall information); nil when not known.
  public var pressure: Double?

  /// A rivalry of a thread that may run on one processor, with nothing else known.
  public init() {}

  /// Why the thread got no processor.
  public enum Reason: Sendable {
    /// The quota of the process's control group was used up.
    case quota
    /// Other threads of this process.
    case ownThreads
    /// Other processes.
    case otherProcesses
    /// Threads of this process, other processes, or both: they can not be distinguished.
    case anyWork
    /// The machine's host gave its processors to others.
    case host
    /// None of these used enough of the processors to explain it.
    case unknown
  }

  /// - Parameter lost: for how long the thread could have run and did not, nanoseconds.
  public func reason(lost: UInt64) -> Reason {
    // The quota explains it when the group was throttled for half of that time or more.
    if throttledTime > 0, throttledTime >= lost / 2 { return .quota }
    let (own, other, stolen) = (ownUse ?? 0, otherUse ?? 0, stolenUse ?? 0)
    // The use by others can not be read, but work waited, so the processors were not free. This does not follow for a part of
    // the machine's processors: work may have waited for the others.
    if otherUse == nil, ownUse != nil, allowed.isEmpty, let pressure, pressure >= 0.5 {
      return own >= Double(processors) / 2 ? .ownThreads : .otherProcesses
    }
    let work = sharedUse ?? own + other
    // Others used most of the processors, or the thread would have got one.
    guard work + stolen >= Double(processors) / 2 else { return .unknown }
    if stolen > (sharedUse ?? max(own, other)) { return .host }
    if sharedUse != nil { return .anyWork }
    return own >= other ? .ownThreads : .otherProcesses
  }
}
