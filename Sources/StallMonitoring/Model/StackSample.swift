/// A thread's stack at one moment.
public struct StackSample: Sendable, Equatable {
  /// How the stack was taken.
  public enum Means: UInt8, Sendable {
    /// It was not taken: see `reason`.
    case none
    /// Read from /proc while the thread was blocked, without disturbing it.
    case procfs
    /// Copied by a signal handler on the thread.
    case signal
    /// Copied by the kernel's performance events.
    case performanceEvents
    /// Copied by another process, which stopped the thread for it.
    case trace
  }

  /// The time of the sample, in the monitor's time.
  public var time: UInt64 = 0
  /// Leaf first; all except the first are return addresses.
  public var addresses: [UInt] = []
  /// Whether unwinding reached the thread's start.
  public var isComplete = false
  /// How it was taken.
  public var means = Means.none
  /// Why there is no stack, or not all of it; empty otherwise.
  public var reason = ""

  /// What the thread was doing; nil when not known.
  public var found: Cause?

  /// A sample without a stack.
  public init() {}
}
