import CLinux
import Synchronization

/// What the atomic word of a loop says to threads that want to wake it.
enum WakeState {
  /// A run goes on.
  static let active: UInt32 = 1
  /// Wake-ups count. Under simulated time only, where a dropped one must not ring; else the loop drops them itself.
  static let listening: UInt32 = 2
  /// A wake-up was noted and not served yet.
  static let noted: UInt32 = 4
  /// The loop sleeps: whoever notes a wake-up must ring the doorbell.
  static let asleep: UInt32 = 8
  /// The loop sleeps and would serve the main queue.
  static let awaitsMainQueue: UInt32 = 16
  /// The loop sleeps on this very word, since it could get no descriptors.
  static let onWord: UInt32 = 32
  /// The loop sleeps in a port set that could not take the main queue's port.
  static let mainQueueUnwatched: UInt32 = 64
  static let sleep = asleep | awaitsMainQueue | onWord | mainQueueUnwatched
}

extension RunLoop {
  /// Ends the loop's sleep, or keeps it from sleeping in this turn. From any thread.
  ///
  /// Wake-ups coalesce, cost a system call only when the loop sleeps, and do nothing when no run goes on. What was
  /// signalled or posted before is served before the loop sleeps. Corresponds to `CFRunLoopWakeUp`.
  public func wakeUp() {
    if simulation != nil { return wakeUpInOrder() }
    if isOwnThread {
      if isListening { ownNote = true } else if hosting != nil { wakeHost() }
      return
    }
    // Always an exchange: what was queued before must be seen by a loop that takes the note away after this.
    let state = wakeState.bitwiseOr(WakeState.noted, ordering: .sequentiallyConsistent).oldValue
    if state & (WakeState.noted | WakeState.asleep) == WakeState.asleep { ring(state) }
  }

  /// Under simulated time the doorbell is a port as any other, in the order of ringing.
  private func wakeUpInOrder() {
    var state = wakeState.load(ordering: .sequentiallyConsistent)
    while state & (WakeState.listening | WakeState.noted) == WakeState.listening {
      let exchange = wakeState.compareExchange(
        expected: state, desired: state | WakeState.noted, ordering: .sequentiallyConsistent)
      if exchange.exchanged { return ring(state) }
      state = exchange.original
    }
  }

  /// Makes the innermost run that goes on now end with `stopped`, at the end of its turn. From any thread.
  ///
  /// When no run goes on it does nothing, and is not remembered. Corresponds to `CFRunLoopStop`.
  public func stop() {
    guard wakeState.load(ordering: .sequentiallyConsistent) & WakeState.active != 0 else { return }
    stopRequested.store(true, ordering: .sequentiallyConsistent)
    wakeUp()
  }

  /// Whether the loop sleeps now. From any thread. Corresponds to `CFRunLoopIsWaiting`.
  public var isWaiting: Bool {
    wakeState.load(ordering: .acquiring) & WakeState.asleep != 0
  }

  // MARK: The loop's own part
  //
  // Wake-ups count from the start of a run, and of each turn, to the return of the wait. In the rest of the turn they
  // are dropped, since everything is looked at again before the next sleep. Other threads note them all the same: the
  // loop takes the notes of its deaf time away when it listens again, which costs it nothing when there are none.

  /// Wake-ups count from now on. Those of other threads that count already, since entry observers of the run, stay.
  @inline(__always)
  func listen() {
    let wasDeaf = !isListening
    isListening = true
    turnTime = 0
    if simulation != nil {
      wakeState.bitwiseOr(WakeState.listening, ordering: .sequentiallyConsistent)
    } else if wasDeaf, wakeState.load(ordering: .acquiring) & WakeState.noted != 0 {
      wakeState.bitwiseAnd(~WakeState.noted, ordering: .sequentiallyConsistent)
    }
  }

  /// The wait is over: wake-ups are dropped until the next turn, but for one that was noted before.
  @inline(__always)
  func stopListening() {
    if simulation != nil {
      isListening = false
      wakeState.bitwiseAnd(~(WakeState.listening | WakeState.sleep), ordering: .sequentiallyConsistent)
    } else if isListening {
      isListening = false
      if wakeState.load(ordering: .acquiring) & WakeState.noted != 0 {
        wakeState.bitwiseAnd(~WakeState.noted, ordering: .sequentiallyConsistent)
        ownNote = true
      }
    }
  }

  var hasNotedWakeUp: Bool { ownNote || wakeState.load(ordering: .acquiring) & WakeState.noted != 0 }

  /// Serves a noted wake-up; false when there is none.
  @inline(__always)
  func takeWakeUp() -> Bool {
    let isNoted = wakeState.load(ordering: .acquiring) & WakeState.noted != 0
    if isNoted { wakeState.bitwiseAnd(~WakeState.noted, ordering: .sequentiallyConsistent) }
    guard isNoted || ownNote else { return false }
    ownNote = false
    return true
  }

  /// Says that the loop sleeps; false when a wake-up came before, or something else that forbids sleep.
  func fallAsleep(_ run: Run, in ports: PortSet?) -> Bool {
    #if DEBUG
      beforeSleepIsAnnounced?()
    #endif
    var asleep = WakeState.asleep
    if run.servesMainQueue {
      asleep |= WakeState.awaitsMainQueue
      if let ports, !ports.watchesMainQueue { asleep |= WakeState.mainQueueUnwatched }
    }
    if ports == nil { asleep |= WakeState.onWord }
    let before = wakeState.bitwiseOr(asleep, ordering: .sequentiallyConsistent).oldValue
    // Looked at after saying so: whoever changes one of them after this sees that it must ring.
    if before & WakeState.noted == 0, !mustStayAwake(run) { return true }
    awake()
    return false
  }

  /// A wake-up was noted, the run shall stop, or the main queue has something for it.
  @inline(__always)
  func mustStayAwake(_ run: Run) -> Bool {
    ownNote || wakeState.load(ordering: .sequentiallyConsistent) & WakeState.noted != 0
      || stopRequested.load(ordering: .sequentiallyConsistent)
      || run.servesMainQueue && Self.mainQueue.isReady
  }

  /// The loop does not sleep any more. Takes a note over at the same time.
  @inline(__always)
  func awake() {
    let before = wakeState.bitwiseAnd(
      ~(WakeState.sleep | WakeState.noted), ordering: .sequentiallyConsistent
    ).oldValue
    wasCalled = before & WakeState.noted != 0
    if wasCalled { ownNote = true }
    turnTime = 0
  }

  /// How long to look out for another thread's wake-up before sleeping: about what falling asleep and being woken cost.
  private static let lookout: Nanoseconds = 10_000

  /// Threads that call each other all the time save the system calls of both when the called one looks out a little
  /// before it sleeps. It does that only after such a call; and more and more rarely when it was in vain, as it always
  /// is where both share a processor. True when a wake-up came.
  @inline(__always)
  func looksOut() -> Bool {
    if !wasCalled { return false }
    if sleepsWithoutLook > 0 {
      sleepsWithoutLook -= 1
      return false
    }
    return lookOut()
  }

  @inline(never)
  private func lookOut() -> Bool {
    let end = MonotonicClock.now + Self.lookout
    repeat {
      for _ in 0..<16 {
        linux_relax()
        if wakeState.load(ordering: .acquiring) & WakeState.noted != 0 {
          vainLooks = 0
          return true
        }
      }
    } while MonotonicClock.now < end
    vainLooks = min(vainLooks + 1, 13)
    sleepsWithoutLook = 1 << vainLooks
    return false
  }

  /// Makes a loop that sleeps on its word look again.
  func interruptSleepOnWord() {
    let state = wakeState.load(ordering: .sequentiallyConsistent)
    guard state & WakeState.onWord != 0 else { return }
    // The word must change, or a sleep that is about to begin would miss this.
    ring(wakeState.bitwiseOr(WakeState.noted, ordering: .sequentiallyConsistent).oldValue)
  }

  /// Ends the sleep that the state tells of.
  private func ring(_ state: UInt32) {
    // In a child of fork(2), it would be the parent's bell.
    if isCopyOfAnotherProcess { return }
    if linux_trace_is_on() { noteRing() }
    if state & WakeState.onWord != 0 {
      withUnsafePointer(to: wakeState) {
        SystemCall.wake(UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self))
      }
    } else {
      let descriptor = doorbell.load(ordering: .acquiring)
      if descriptor >= 0 { SystemCall.ring(descriptor) }
    }
  }
}
