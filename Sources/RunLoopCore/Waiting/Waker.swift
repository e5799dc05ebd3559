import LinuxSystem
import Synchronization

/// Bits of a waker's word, for threads that want to wake its loop.
enum WakeState {
  /// A run is in progress.
  static let active: UInt32 = 1
  /// Wake-ups are recorded, not dropped. Under simulated time only, where a dropped one must not ring; otherwise the loop
  /// drops them itself.
  static let listening: UInt32 = 2
  /// A wake-up was recorded and not served yet.
  static let noted: UInt32 = 4
  /// The loop sleeps: a thread that records a wake-up must ring.
  static let asleep: UInt32 = 8
  /// The loop sleeps and would serve the main queue.
  static let awaitsMainQueue: UInt32 = 16
  /// The loop sleeps on this word, since it could get no descriptors.
  static let onWord: UInt32 = 32
  /// The loop sleeps in a port set that could not watch the main queue's port.
  static let mainQueueUnwatched: UInt32 = 64
  static let sleep = asleep | awaitsMainQueue | onWord | mainQueueUnwatched
}

/// Ends a loop's sleep, from any thread.
///
/// Invariant: only the step from asleep to asleep and noted rings, so a sleep is rung once; and a wake-up that was recorded
/// before the loop announced its sleep is seen by it, since both are exchanges of one word. Tests/Models/waker.pml checks it.
///
/// Wake-ups are recorded from the start of a run, and of each turn, to the return of the wait. In the rest of the turn they are
/// dropped, since everything is checked again before the next sleep. Other threads record them even then: the loop
/// discards such wake-ups when it listens again, which costs nothing when there are none.
final class Waker {
  let state = Atomic<UInt32>(0)
  /// The descriptor that ends a sleep, or -1 before one was needed.
  let doorbell = Atomic<Int32>(-1)
  /// Owner of `doorbell`.
  @exclusivity(unchecked) private var port: RunLoop.WakePort?
  /// How many threads are ringing, with `closing` once the loop has ended, and `closed` once a thread closes the doorbell.
  private let ringers = Atomic<UInt32>(0)
  private static let closing: UInt32 = 1 << 31
  private static let closed: UInt32 = 1 << 30
  /// When another thread rang last, while any loop is being traced.
  let rangAt = Atomic<UInt64>(0)
  /// The process (see `ForkGeneration`) that has the descriptor.
  @exclusivity(unchecked) var process = ForkGeneration.current
  /// See `RunLoop.Spinning`.
  let spinning = Atomic<UInt8>(RunLoop.Spinning.brief.rawValue)
  private let clock: LoopClock

  // The loop's thread only.

  /// Whether wake-ups are recorded now.
  @exclusivity(unchecked) private(set) var isListening = false
  /// Whether a wake-up by the loop's own thread, or one moved here from the word, is pending.
  @exclusivity(unchecked) private var ownNote = false
  @exclusivity(unchecked) private var policy = SpinPolicy()

  #if DEBUG
    /// Called between the last check for pending work and the announcement of the sleep, for tests of that moment.
    var beforeSleepIsAnnounced: (() -> Void)?
  #endif

  init(_ clock: LoopClock) {
    self.clock = clock
  }

  // MARK: Any thread

  /// Ends the sleep, or prevents it in this turn; for threads other than the loop's.
  @inline(__always)
  func wake() {
    // Always an exchange: a loop that removes the note after this must see everything that was queued before.
    let before = state.bitwiseOr(WakeState.noted, ordering: .sequentiallyConsistent).oldValue
    if before & (WakeState.noted | WakeState.asleep) == WakeState.asleep { ring(before) }
  }

  /// Like `wake`, under simulated time and from any thread: there the doorbell is an ordinary port, in the order of ringing.
  func wakeInOrder() {
    var known = state.load(ordering: .sequentiallyConsistent)
    while known & (WakeState.listening | WakeState.noted) == WakeState.listening {
      let exchange = state.compareExchange(
        expected: known, desired: known | WakeState.noted, ordering: .sequentiallyConsistent)
      if exchange.exchanged { return ring(known) }
      known = exchange.original
    }
  }

  /// Wakes a loop that sleeps on its word, so that it checks again.
  func interruptSleepOnWord() {
    guard state.load(ordering: .sequentiallyConsistent) & WakeState.onWord != 0 else { return }
    // The word must change, or a sleep that is about to begin would miss this.
    ring(state.bitwiseOr(WakeState.noted, ordering: .sequentiallyConsistent).oldValue)
  }

  /// Ends the sleep that the old state shows, if any.
  private func ring(_ before: UInt32) {
    // In a child of fork(2), the doorbell is the parent's.
    if process != ForkGeneration.current { return }
    if linux_trace_is_on() { rangAt.store(clock.now, ordering: .relaxed) }
    if before & WakeState.onWord != 0 {
      withUnsafePointer(to: state) {
        SystemCall.wake(UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self))
      }
    } else {
      ringDoorbell()
    }
  }

  func ringDoorbell() {
    let before = ringers.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
    let descriptor = before & Self.closing == 0 ? doorbell.load(ordering: .acquiring) : -1
    if descriptor >= 0, !SystemCall.ring(descriptor) { SystemCall.requireDoorbell(descriptor) }
    let left = ringers.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
    if left == Self.closing { closeDoorbell() }
  }

  /// Closes the doorbell when the loop has ended, though frames of its thread may keep the loop object for good: at once, or when the last
  /// thread that is ringing has done so, since its number may be reused.
  func end() {
    if ringers.bitwiseOr(Self.closing, ordering: .sequentiallyConsistent).oldValue == 0 { closeDoorbell() }
  }

  private func closeDoorbell() {
    // One thread closes it; also in a child of fork(2), where `doorbell` is -1 and the port was inherited.
    if ringers.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).oldValue & Self.closed != 0 { return }
    doorbell.store(-1, ordering: .relaxed)
    port = nil
  }

  // MARK: The doorbell, with the loop's lock held

  /// The doorbell's descriptor, made if necessary.
  func openDoorbell() throws(SystemError) -> Int32 {
    if ringers.load(ordering: .relaxed) & Self.closing != 0 {
      throw SystemError(call: "eventfd", code: EBADF)
    }
    if port == nil {
      let port = try RunLoop.WakePort(makingDescriptor: ())
      self.port = port
      doorbell.store(port.descriptor, ordering: .releasing)
    }
    return doorbell.load(ordering: .relaxed)
  }

  /// Forgets a doorbell that is another process's.
  func forgetDoorbell() {
    port = nil
    doorbell.store(-1, ordering: .relaxed)
  }

  // MARK: The loop's thread

  func beginOutermostRun() {
    state.bitwiseOr(WakeState.active, ordering: .sequentiallyConsistent)
  }

  /// Ends the outermost run. True when it leaves a wake-up that it did not serve.
  func endOutermostRun() -> Bool {
    isListening = false
    let wasNoted = ownNote
    ownNote = false
    let before = state.exchange(0, ordering: .sequentiallyConsistent)
    if before & WakeState.noted != 0, clock.isSimulated {
      _ = SystemCall.takeCount(doorbell.load(ordering: .relaxed))
    }
    return wasNoted || before & WakeState.noted != 0
  }

  /// Records wake-ups from now on. Keeps other threads' wake-ups that were recorded since the run's entry observers.
  @inline(__always)
  func listen() {
    let wasDeaf = !isListening
    isListening = true
    if clock.isSimulated {
      state.bitwiseOr(WakeState.listening, ordering: .sequentiallyConsistent)
    } else if wasDeaf, state.load(ordering: .acquiring) & WakeState.noted != 0 {
      state.bitwiseAnd(~WakeState.noted, ordering: .sequentiallyConsistent)
    }
  }

  /// Drops wake-ups from the return of the wait to the next turn, except for one that was recorded before.
  @inline(__always)
  func stopListening() {
    if clock.isSimulated {
      isListening = false
      state.bitwiseAnd(~(WakeState.listening | WakeState.sleep), ordering: .sequentiallyConsistent)
    } else if isListening {
      isListening = false
      if state.load(ordering: .acquiring) & WakeState.noted != 0 {
        state.bitwiseAnd(~WakeState.noted, ordering: .sequentiallyConsistent)
        ownNote = true
      }
    }
  }

  /// Records a wake-up by the loop's own thread. False when wake-ups are dropped now.
  @inline(__always)
  func noteOwn() -> Bool {
    if isListening { ownNote = true }
    return isListening
  }

  /// Whether a wake-up was recorded.
  @inline(__always)
  var isNoted: Bool { ownNote || state.load(ordering: .sequentiallyConsistent) & WakeState.noted != 0 }

  /// Serves a recorded wake-up; false when there is none.
  @inline(__always)
  func takeNote() -> Bool {
    let isNoted = state.load(ordering: .acquiring) & WakeState.noted != 0
    if isNoted { state.bitwiseAnd(~WakeState.noted, ordering: .sequentiallyConsistent) }
    guard isNoted || ownNote else { return false }
    ownNote = false
    return true
  }

  /// Announces that the loop sleeps, and how; false when a wake-up was recorded before. The caller then checks again
  /// everything that could forbid sleep: a thread that changes it later sees that it must ring.
  @inline(__always)
  func announceSleep(_ how: UInt32) -> Bool {
    #if DEBUG
      beforeSleepIsAnnounced?()
    #endif
    return state.bitwiseOr(WakeState.asleep | how, ordering: .sequentiallyConsistent).oldValue
      & WakeState.noted == 0
  }

  /// Ends the announced sleep, and keeps a note.
  @inline(__always)
  func awake() {
    let isNoted = endSleep() & WakeState.noted != 0
    policy.slept(wasCalled: isNoted)
    if isNoted { ownNote = true }
  }

  /// Ends the announced sleep, and clears a note. Returns the old word.
  func endSleep() -> UInt32 {
    state.bitwiseAnd(~(WakeState.sleep | WakeState.noted), ordering: .sequentiallyConsistent).oldValue
  }

  /// Spins for a moment before a sleep, when that is likely to save it. True when a wake-up came.
  @inline(__always)
  func spinsUntilNoted() -> Bool { policy.spins() && spin() }

  @inline(never)
  private func spin() -> Bool {
    guard let setting = RunLoop.Spinning(rawValue: spinning.load(ordering: .relaxed)),
      let limits = SpinPolicy.Limits(setting)
    else { return false }
    let begin = MonotonicClock.now
    guard policy.mayBegin(at: begin, limits) else { return false }
    var now = begin
    repeat {
      for _ in 0..<16 {
        linux_relax()
        if state.load(ordering: .acquiring) & WakeState.noted != 0 {
          policy.succeeded(after: now - begin)
          return true
        }
      }
      now = MonotonicClock.now
    } while now - begin < limits.duration
    policy.failed(after: now - begin)
    return false
  }

  // MARK: Hosts

  /// A wake-up by the loop's own thread while a host waits for the loop.
  @inline(never)
  func wakeHosted() {
    let before = state.bitwiseOr(WakeState.noted, ordering: .sequentiallyConsistent).oldValue
    if before & (WakeState.noted | WakeState.asleep) == WakeState.asleep { ringDoorbell() }
  }

  /// Rings after work was found once the sleep was announced, so that the host does not wait.
  func ringAnnounced() {
    state.bitwiseOr(WakeState.noted, ordering: .sequentiallyConsistent)
    ringDoorbell()
  }

  // MARK: Forks

  /// Resets the waker in a child of fork(2), where the descriptor is the parent's: to a run in progress, or to none. Threads that were ringing
  /// do not exist there.
  func becameCopy(isRunning: Bool) {
    doorbell.store(-1, ordering: .relaxed)
    ringers.store(0, ordering: .relaxed)
    state.store(isRunning ? WakeState.active : 0, ordering: .relaxed)
  }
}
