import LinuxSystem
import Synchronization

/// What the word of a waker says to threads that want to wake its loop.
enum WakeState {
  /// A run is in progress.
  static let active: UInt32 = 1
  /// Wake-ups are recorded, not dropped. Under simulated time only, where a dropped one must not ring; else the loop drops
  /// them itself.
  static let listening: UInt32 = 2
  /// A wake-up was recorded and not served yet.
  static let noted: UInt32 = 4
  /// The loop sleeps: a thread that records a wake-up must ring.
  static let asleep: UInt32 = 8
  /// The loop sleeps and would serve the main queue.
  static let awaitsMainQueue: UInt32 = 16
  /// The loop sleeps on this very word, since it could get no descriptors.
  static let onWord: UInt32 = 32
  /// The loop sleeps in a port set that could not take the main queue's port.
  static let mainQueueUnwatched: UInt32 = 64
  static let sleep = asleep | awaitsMainQueue | onWord | mainQueueUnwatched
}

/// Ends a loop's sleep, from any thread.
///
/// Invariant: only the step from asleep to asleep and noted rings, so a sleep is rung at once; and a wake-up that was recorded
/// before the loop announced its sleep is seen by it, since both are exchanges of one word. Tests/Models/waker.pml checks it.
///
/// Wake-ups are recorded from the start of a run, and of each turn, to the return of the wait. In the rest of the turn they are
/// dropped, since everything is looked at again before the next sleep. Other threads record them all the same: the loop
/// removes those of its deaf time when it listens again, which costs nothing when there are none.
final class Waker {
  let state = Atomic<UInt32>(0)
  /// The descriptor that ends a sleep, or -1 before one was needed.
  let doorbell = Atomic<Int32>(-1)
  /// Owns `doorbell`, which lives as long as the loop object: a thread that rings it has a reference to the loop.
  private var port: RunLoop.WakePort?
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
  /// A wake-up by the loop's own thread, or one that was taken over from the word.
  @exclusivity(unchecked) private var ownNote = false
  @exclusivity(unchecked) private var policy = SpinPolicy()

  #if DEBUG
    /// Called between the last look at what is pending and the announcement of the sleep, for tests of that moment.
    var beforeSleepIsAnnounced: (() -> Void)?
  #endif

  init(_ clock: LoopClock) {
    self.clock = clock
  }

  // MARK: Any thread

  /// Ends the sleep, or prevents it in this turn; on another thread than the loop's.
  @inline(__always)
  func wake() {
    // Always an exchange: what was queued before must be seen by a loop that removes the note after this.
    let before = state.bitwiseOr(WakeState.noted, ordering: .sequentiallyConsistent).oldValue
    if before & (WakeState.noted | WakeState.asleep) == WakeState.asleep { ring(before) }
  }

  /// As `wake`, under simulated time and from any thread: there the doorbell is a port as any other, in the order of ringing.
  func wakeInOrder() {
    var known = state.load(ordering: .sequentiallyConsistent)
    while known & (WakeState.listening | WakeState.noted) == WakeState.listening {
      let exchange = state.compareExchange(
        expected: known, desired: known | WakeState.noted, ordering: .sequentiallyConsistent)
      if exchange.exchanged { return ring(known) }
      known = exchange.original
    }
  }

  /// Makes a loop that sleeps on its word look again.
  func interruptSleepOnWord() {
    guard state.load(ordering: .sequentiallyConsistent) & WakeState.onWord != 0 else { return }
    // The word must change, or a sleep that is about to begin would miss this.
    ring(state.bitwiseOr(WakeState.noted, ordering: .sequentiallyConsistent).oldValue)
  }

  /// Ends the sleep that the state shows.
  private func ring(_ before: UInt32) {
    // In a child of fork(2), it would be the parent's bell.
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
    let descriptor = doorbell.load(ordering: .acquiring)
    if descriptor >= 0 { SystemCall.ring(descriptor) }
  }

  // MARK: The doorbell, with the loop's lock held

  /// The doorbell's descriptor, made now if need be.
  func openDoorbell() throws(SystemError) -> Int32 {
    if port == nil {
      let port = try RunLoop.WakePort(makingDescriptor: ())
      self.port = port
      doorbell.store(port.descriptor, ordering: .releasing)
    }
    return doorbell.load(ordering: .relaxed)
  }

  /// The doorbell is another process's.
  func forgetDoorbell() {
    port = nil
    doorbell.store(-1, ordering: .relaxed)
  }

  // MARK: The loop's thread

  func beginOutermostRun() {
    state.bitwiseOr(WakeState.active, ordering: .sequentiallyConsistent)
  }

  /// The outermost run has ended. True when it leaves a wake-up that it did not serve.
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

  /// Records wake-ups from now on. Those of other threads that are recorded already, since entry observers of the run, stay.
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

  /// The wait has returned: wake-ups are dropped until the next turn, except for one that was recorded before.
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

  /// A wake-up by the loop's own thread. False when it is not recorded now.
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

  /// Announces that the loop sleeps, and how; false when a wake-up was recorded before. Everything that could forbid sleep
  /// is looked at again after this: a thread that changes it later sees that it must ring.
  @inline(__always)
  func announceSleep(_ how: UInt32) -> Bool {
    #if DEBUG
      beforeSleepIsAnnounced?()
    #endif
    return state.bitwiseOr(WakeState.asleep | how, ordering: .sequentiallyConsistent).oldValue
      & WakeState.noted == 0
  }

  /// The loop does not sleep any more. Takes a note over at the same time.
  @inline(__always)
  func awake() {
    let isNoted = endSleep() & WakeState.noted != 0
    policy.slept(wasCalled: isNoted)
    if isNoted { ownNote = true }
  }

  /// The loop does not sleep any more, and has no note. Gives back what the word was.
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

  /// Something was found after the sleep was announced: the host must not wait.
  func ringAnnounced() {
    state.bitwiseOr(WakeState.noted, ordering: .sequentiallyConsistent)
    ringDoorbell()
  }

  // MARK: Forks

  /// In a child of fork(2): the descriptor is the parent's. The words are those of a run in progress, or of none.
  func becameCopy(isRunning: Bool) {
    doorbell.store(-1, ordering: .relaxed)
    state.store(isRunning ? WakeState.active : 0, ordering: .relaxed)
  }
}
