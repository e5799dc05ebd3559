import LinuxSystem
import Synchronization

/// Waking a loop: see `Waker`.
extension RunLoop {
  /// Ends the loop's sleep, or keeps it from sleeping in this turn. From any thread.
  ///
  /// Wake-ups coalesce, cost a system call only when the loop sleeps, and do nothing when no run is in progress. What was
  /// signalled or posted before is served before the loop sleeps. Corresponds to `CFRunLoopWakeUp`.
  public func wakeUp() {
    if clock.isSimulated { return waker.wakeInOrder() }
    if isOwnThread {
      if !waker.noteOwn(), hosting != nil { waker.wakeHosted() }
      return
    }
    waker.wake()
  }

  /// Makes the innermost run in progress end with `stopped`, at the end of its turn. From any thread.
  ///
  /// When no run is in progress it does nothing, and is not remembered. Corresponds to `CFRunLoopStop`.
  public func stop() {
    guard waker.state.load(ordering: .sequentiallyConsistent) & WakeState.active != 0 else { return }
    runs.stopRequested.store(true, ordering: .sequentiallyConsistent)
    wakeUp()
  }

  /// Whether the loop sleeps now. From any thread. Corresponds to `CFRunLoopIsWaiting`.
  public var isWaiting: Bool {
    waker.state.load(ordering: .acquiring) & WakeState.asleep != 0
  }

  /// Begins a turn: wake-ups are recorded from now on.
  @inline(__always)
  func listen() {
    waker.listen()
    turnTime = 0
  }

  /// Consumes a stop request, which ends one run only.
  @inline(__always)
  func takeStop() -> Bool { runs.takeStop() }
}
