/// Fairness between timers, descriptors and wake-ups in a loop that waits in the kernel. The loop's thread only.
///
/// Invariant: none of them can starve the others, however often they are ready.
struct KernelWait {
  /// Whether the last turn's port was the timer port: then descriptors come first.
  var servedTimersLast = false
  /// Consecutive turns of a noted loop that did not ask the kernel for ready descriptors.
  private var skippedLooks = 0

  /// Limit of `skippedLooks`: a loop that wakes itself in each turn (`self-post` beside a watched port) asks the kernel less often.
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

  /// Notes that the kernel was asked in a sleep.
  @inline(__always)
  mutating func slept() {
    skippedLooks = 0
  }
}

/// The mode and deadline of a sleep, for other threads that change timers or ports. Guarded by the loop's lock.
struct SleepRecord {
  /// The mode in whose port set the loop sleeps; nil while it is awake.
  var mode: Unmanaged<ModeState>?
  /// The latest end of the sleep, without regard to timers.
  var deadline = Nanoseconds.never

  @inline(__always)
  func isIn(_ other: ModeState) -> Bool {
    mode?.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }
}

/// The policy of arming a mode's port when a timer changes.
struct TimerArming {
  /// Whether ports are armed only where CFRunLoop arms them; see `SimulatedClock`.
  var isCFRunLoops: Bool {
    didSet { isImmediate = isSimulated || isCFRunLoops }
  }
  /// Whether ports are armed at once, also for timers of the batch, as an inner run would see them. Otherwise when an inner run
  /// begins, and when the loop goes to sleep.
  private(set) var isImmediate: Bool
  private let isSimulated: Bool

  init(_ clock: LoopClock) {
    isCFRunLoops = clock.simulation?.armsPortsAsCFRunLoop ?? false
    isImmediate = clock.isSimulated
    isSimulated = clock.isSimulated
  }
}

/// Sources whose switch has changed since the kernel was last asked, and the report for the source being called. The loop's
/// thread only.
///
/// Invariant: a registration is among the changes once, and is retained by them.
struct DescriptorInterest: ~Copyable {
  /// The changes, oldest first, linked by `nextChanged`: no array, which would be emptied at each wait.
  private var firstChanged: Unmanaged<Registration>?
  private var lastChanged: Unmanaged<Registration>?
  /// Whether a port source could not be watched after a fork: see `reinitializeAfterFork`.
  var isIncomplete = false
  /// The reported events, taken by the source that is called.
  var reported: UInt32 = 0

  @inline(__always)
  mutating func takeReport() -> UInt32 {
    defer { reported = 0 }
    return reported
  }

  deinit {
    var next = firstChanged
    while let registration = next?.takeRetainedValue() { next = registration.nextChanged }
  }

  @inline(__always)
  var hasChanges: Bool { firstChanged != nil }

  mutating func note(_ registration: Registration) {
    if registration.hasChange { return }
    registration.hasChange = true
    let reference = Unmanaged.passRetained(registration)
    if let lastChanged {
      lastChanged._withUnsafeGuaranteedRef { $0.nextChanged = reference }
    } else {
      firstChanged = reference
    }
    lastChanged = reference
  }

  /// Takes out the oldest change.
  mutating func takeChange() -> Registration? {
    guard let registration = firstChanged?.takeRetainedValue() else { return nil }
    firstChanged = registration.nextChanged
    if firstChanged == nil { lastChanged = nil }
    registration.nextChanged = nil
    registration.hasChange = false
    return registration
  }
}

/// The result of updating a source's interest in the kernel.
enum InterestOutcome {
  case applied
  /// The kernel has no memory for it now, or a sandbox refuses the call.
  case refused
  /// The descriptor is no longer open.
  case lost(RunLoop.PortError)
}
