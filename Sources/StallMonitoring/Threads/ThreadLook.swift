/// What one look at a thread of another process shows.
struct ThreadLook: Equatable {
  enum Doing: Equatable {
    /// Running or ready.
    case running
    case waiting(EventWait)
    /// Blocked, but not in a wait for events.
    case blocked(Block)
    /// A signal or a debugger has stopped it.
    case stopped

    var isWait: Bool { if case .waiting = self { true } else { false } }
  }

  /// Read before anything else of the look.
  var time: UInt64
  var doing: Doing
  /// Number of voluntary switches: one for each wait that blocked.
  var switches: UInt64
  /// Time on a processor and in the queue for one, nanoseconds. While it runs it lags by a tick of the kernel.
  var worked: UInt64
  /// Of a wait for events, where they are known: for which descriptors it is.
  var descriptors: [Int32] = []

  /// The epoll or ring that it waits at.
  var set: Int32? {
    if case .waiting(let wait) = doing, wait.kind == .set { descriptors.first } else { nil }
  }
}

/// A wait for events: what it waits for, and where the call is.
struct EventWait: Hashable {
  enum Target: Hashable {
    /// A set in the kernel: epoll, io_uring, asynchronous input and output.
    case set
    /// Several descriptors: `poll`, `select`.
    case many
    /// One descriptor: a loop with one source, or an answer that some code waits for.
    case one
  }

  var kind: Target
  /// The instruction behind the call; 0 when not known.
  var returnAddress: UInt
  /// Its number; -1 when not known.
  var call = -1
}

/// A wait that is not for events.
struct Block: Hashable {
  /// The system call, -1 for none; nil when not known.
  var call: Int?
  var isFutex = false
  /// A futex that has an owner, or another lock.
  var isLock = false
  var stackPointer: UInt = 0
}

extension EventWait {
  /// The wait for events that a system call is; nil when it is none.
  init?(_ call: ThreadReading.SystemCall) {
    guard !SystemCallTable.isEmptyPoll(call) else { return nil }
    switch SystemCallTable.name(call.number) {
    case "epoll_wait", "epoll_pwait", "epoll_pwait2", "io_getevents", "io_uring_enter", "system call 333":
      kind = .set
    case "poll", "ppoll": kind = call.arguments.count > 1 && call.arguments[1] == 1 ? .one : .many
    case "select", "pselect6": kind = .many
    default: return nil
    }
    returnAddress = call.programCounter
    self.call = call.number
  }

  /// By the kernel's function, where the call is not to be read; nil when it is no wait for events.
  init?(channel: String) {
    returnAddress = 0
    switch channel.prefix(while: { $0 != "." }) {
    case "ep_poll", "do_epoll_wait", "read_events", "io_cqring_wait": kind = .set
    case "do_sys_poll", "do_poll", "poll_schedule_timeout", "do_select": kind = .many
    // Hidden: unknown activity does not count as work.
    case "", "0": kind = .many
    default: return nil
    }
  }
}
