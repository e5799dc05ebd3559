/// The system's data about a thread at one moment. Times are nanoseconds.
public struct ThreadReading: Sendable, Equatable {
  /// The thread's state as the kernel shows it.
  public enum State: UInt8, Sendable {
    /// Running, or ready and waiting for a processor.
    case running
    /// Blocked in a system call that can be interrupted.
    case sleeping
    /// Blocked uninterruptibly: on a disk, mostly.
    case uninterruptible
    /// Stopped by a signal.
    case stopped
    /// Stopped by a debugger.
    case traced
    /// The thread has ended, whether or not it was joined.
    case ended
    /// It could not be read.
    case unknown

    /// By a signal or a debugger.
    var isStopped: Bool { self == .stopped || self == .traced }
  }

  /// A system call that the thread is in.
  public struct SystemCall: Sendable, Equatable {
    /// -1: blocked outside a call, as by a page fault.
    public var number: Int
    /// The six arguments, as the registers had them; empty outside a call.
    public var arguments: [UInt]
    /// The thread's stack pointer in user space.
    public var stackPointer: UInt
    /// The address in user space at which the thread continues.
    public var programCounter: UInt
  }

  /// When it was read, in the monitor's time.
  public var time: UInt64 = 0
  /// What the thread was doing.
  public var state = State.unknown
  /// Time on a processor, user and kernel together; exact.
  public var processorTime: UInt64 = 0
  /// The part of it in the kernel, by clock ticks; nil when not available.
  public var kernelTime: UInt64?
  /// Time in which it was ready without a processor.
  public var queueTime: UInt64 = 0
  /// For how long the process's control groups were throttled; 0 without a quota.
  public var throttledTime: UInt64 = 0
  /// Page faults that needed no disk, since the thread began.
  public var minorFaults: UInt64 = 0
  /// Page faults that needed a disk, since the thread began.
  public var majorFaults: UInt64 = 0
  /// Nil while it runs, or when not available.
  public var systemCall: SystemCall?
  /// The kernel function it waits in, or the empty string.
  public var waitChannel = ""
  /// Data that could not be read ("syscall: permission denied"); empty when all was.
  public var missing: [String] = []

  /// A reading with everything 0 or unknown.
  public init() {}
}
