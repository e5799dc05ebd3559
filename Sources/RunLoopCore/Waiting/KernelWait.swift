/// How a loop that waits in the kernel divides its turns between timers, descriptors and wake-ups. The loop's thread only.
///
/// Invariant: none of them can starve the others, however often they are ready.
struct KernelWait {
  /// Whether the last turn's port was the timer port: then descriptors come first.
  var servedTimersLast = false
  /// Consecutive turns of a noted loop that did not ask the kernel for ready descriptors.
  private var skippedLooks = 0

  /// A loop that wakes itself in each turn (`self-post` beside a watched port) need not ask the kernel each time.
  private static let mostSkippedLooks = 8

  /// Whether to ask the kernel for ready descriptors, without waiting. Also when timers are served in this turn: due timers
  /// and wake-ups together must not starve the descriptors.
  @inline(__always)
  mutating func looks(isNoted: Bool) -> Bool {
    if isNoted, skippedLooks < Self.mostSkippedLooks {
      skippedLooks += 1
      return false
    }
    skippedLooks = 0
    return true
  }

  /// The kernel was asked in a sleep.
  @inline(__always)
  mutating func slept() {
    skippedLooks = 0
  }
}

/// Where a loop sleeps, for other threads that change its timers or ports. Guarded by the loop's lock.
struct SleepRecord {
  /// The mode in whose port set the loop sleeps; nil while it is awake.
  var mode: Unmanaged<ModeState>?
  /// Until when at the latest, timers left aside.
  var deadline = Nanoseconds.never

  @inline(__always)
  func isIn(_ other: ModeState) -> Bool {
    mode?.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }
}

/// When a timer's change arms the port of its mode.
struct TimerArming {
  /// Only where CFRunLoop does that; see `SimulatedClock`.
  var isCFRunLoops: Bool {
    didSet { isImmediate = isSimulated || isCFRunLoops }
  }
  /// At once, and also for timers of the batch, as an inner run would see them. Else when an inner run begins, and when the
  /// loop goes to sleep.
  private(set) var isImmediate: Bool
  private let isSimulated: Bool

  init(_ clock: LoopClock) {
    isCFRunLoops = clock.simulation?.armsPortsAsCFRunLoop ?? false
    isImmediate = clock.isSimulated
    isSimulated = clock.isSimulated
  }
}

/// Sources whose switch has changed since the kernel was asked, and the report for the one that is being called. The loop's
/// thread only.
struct DescriptorInterest: ~Copyable {
  private(set) var changed: [Registration] = []
  /// Some port source could not be watched after a fork: see `reinitializeAfterFork`.
  var isIncomplete = false
  /// Taken by the source that is called.
  var reported: UInt32 = 0

  @inline(__always)
  mutating func takeReport() -> UInt32 {
    defer { reported = 0 }
    return reported
  }

  mutating func note(_ registration: Registration) {
    if registration.hasChange { return }
    registration.hasChange = true
    changed.append(registration)
  }

  mutating func forgetChanges() {
    changed.removeAll(keepingCapacity: true)
  }
}

/// What came of telling the kernel a source's interest.
enum InterestOutcome {
  case applied
  /// The kernel has no memory for it now, or a sandbox refuses the call.
  case refused
  /// The descriptor is not there any more.
  case lost(RunLoop.PortError)
}
