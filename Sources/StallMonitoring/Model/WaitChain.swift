/// A chain of waiting threads: from a stalled thread to one that waits for no other, or back into the chain.
public struct WaitChain: Sendable, Equatable {
  /// The object of a wait for another thread or process.
  public enum Object: String, Sendable {
    /// A mutex of the C library.
    case pthreadMutex
    /// Swift's `Mutex`.
    case mutex
    /// A read-write lock of the C library.
    case readWriteLock
    /// The end of a thread.
    case join
    /// Data or room in a pipe.
    case pipe
    /// Data or room in a socket whose other end is on this machine.
    case socket
    /// The end of a child process.
    case childProcess
    /// A lock of a file.
    case file
  }

  /// A thread of the chain, and its wait for the next one.
  public struct Link: Sendable, Equatable {
    /// 0: the process of the stall.
    public var process: Int32 = 0
    /// The thread, by its number in the kernel.
    public var thread: Int32
    /// Its name as the kernel has it; empty when not known.
    public var threadName = ""
    /// Nil at the end of the chain: the thread does not wait, or not for a known thread.
    public var object: Object?
    /// A lock's address, a pipe's or socket's number in the kernel, a child's number.
    public var place: UInt64 = 0
    /// Whether it waits for room in a pipe or socket, not for data.
    public var isToWrite = false
    /// Whether the wait has a time limit.
    public var hasTimeLimit = false
    /// Number of readers that hold the lock; the threads are not known.
    public var readers = 0
    /// Number of processes besides the next link's that could end the wait.
    public var otherProcesses = 0
    /// The system call that it is in; empty when it runs. Without a known call, a word: "stopped" where a signal or a tracer has stopped
    /// it, "ended" where it has ended, "a wait" where it waits, and "unknown" where the kernel's files about it can not be read.
    public var call = ""
    /// Empty for the first link, whose stacks are the stall's, and for a lock's holder whose stack the diagnosis has.
    public var stack = StackSample()
    /// For a thread of another process, the names of the functions on its stack, leaf first.
    public var functions: [String] = []

    static let (stopped, ended, waiting, unread) = ("stopped", "ended", "a wait", "unknown")

    /// Its activity in a word, and the system call that it is in, if that is known.
    var activity: (word: String, systemCall: String) {
      switch call {
      case "": ("running", "")
      case Self.stopped, Self.ended, Self.unread: (call, "")
      case Self.waiting: ("waiting", "")
      default: ("waiting", call)
      }
    }

    /// A thread of the stall's process that waits for nothing known.
    public init(thread: Int32) { self.thread = thread }
  }

  /// The links from the stalled thread on, each waiting for the next.
  public var links: [Link]
  /// The link that the last one waits for: from there on the chain is a circle. Nil when it has an end.
  public var circle: Int?
  /// Whether no thread of the circle can continue before another of its threads does: each of its waits was found twice, and
  /// none of its threads ran in between.
  public var isDeadlock = false
  /// When it was first found like this, in the monitor's time.
  public var since: UInt64 = 0
  /// When it was last found like this, in the monitor's time.
  public var seen: UInt64 = 0

  /// A chain of these links. `circle` is an index in them.
  public init(links: [Link], circle: Int? = nil) {
    self.links = links
    self.circle = circle
  }

  /// The threads and objects of the circle: the same from whichever thread of a deadlock.
  var key: [String] {
    guard let circle, circle < links.count else { return [] }
    return links[circle...].map { "\($0.process) \($0.thread) \($0.object?.rawValue ?? "") \($0.place)" }
      .sorted()
  }

  /// Whether each of its links is at the same place in another chain.
  func isBeginning(of other: WaitChain) -> Bool {
    links.count <= other.links.count
      && zip(links, other.links).allSatisfy {
        $0.process == $1.process && $0.thread == $1.thread
          && ($0.object == nil || $0.object == $1.object && $0.place == $1.place)
      }
  }
}

/// Threads with the same stack, when the stacks of all threads were taken.
public struct ThreadStack: Sendable, Equatable {
  /// The threads, by their numbers in the kernel.
  public var threads: [Int32]
  /// The first thread's name.
  public var name: String
  /// The stack that all of them have.
  public var stack: StackSample

  /// One stack of several threads, with the first one's name.
  public init(threads: [Int32], name: String, stack: StackSample) {
    self.threads = threads
    self.name = name
    self.stack = stack
  }
}
