import Synchronization

/// Step 7 of the turn: find the one port to serve, and sleep until there is one. The kernel's wait and the simulated one are
/// in files of their own; this one has what they share.
extension RunLoop {
  func wait(_ run: Run, sleeps: Bool) -> ReadyPort {
    if !interest.changed.isEmpty { applyInterestChanges() }
    if let simulation { return wait(run, sleeps: sleeps, in: simulation) }
    return waitInKernel(run, sleeps: sleeps)
  }

  /// A port that is ready without the kernel, or nil: timers, a recorded wake-up, or the main queue.
  func readyWithoutPorts(_ run: Run) -> ReadyPort? { timersReady(run) ?? readyWithoutDescriptor(run) }

  /// A wake-up that was recorded, or the main queue.
  @inline(__always)
  func readyWithoutDescriptor(_ run: Run) -> ReadyPort? {
    if waker.takeNote() { return .wake }
    if run.servesMainQueue, Self.mainQueue.takeReady() { return .mainQueue }
    return nil
  }

  /// The next event of those that the kernel has listed.
  @inline(__always)
  func nextEvent(_ ports: PortSet) -> PortSet.Event? {
    lock.lockAsOwner()
    defer { lock.unlockAsOwner() }
    return ports.nextEvent()
  }

  /// Takes the count of a wake or timer port; false when another mode or loop was first.
  @inline(__always)
  func acknowledge(_ port: PortSet.ReadySource) -> Bool {
    !port.countsWakeUps || SystemCall.takeCount(port.descriptor)
  }

  // MARK: Timers

  /// The timers, when one is due. Not when the run's time was over before that: then they are the next run's.
  @inline(__always)
  func timersReady(_ run: Run) -> ReadyPort? {
    run.mode.timerCount.load(ordering: .relaxed) == 0 ? nil : dueTimersReady(run)
  }

  @inline(never)
  private func dueTimersReady(_ run: Run) -> ReadyPort? {
    lock.lockAsOwner()
    defer { lock.unlockAsOwner() }
    guard mayFireTimers(run) else { return nil }
    let now = clockNow
    guard run.mode.timerState.isReady(at: now) else { return nil }
    if settleTimers(run.mode, until: now), !mayFireTimers(run) || !run.mode.timerState.isReady(at: now) {
      return nil
    }
    run.mode.timerState.take()
    return .timers
  }

  @inline(__always)
  private func mayFireTimers(_ run: Run) -> Bool {
    run.mode.timerState.isArmed && (run.mode.timerState.deadline < run.deadline || run.polls)
  }

  /// The port may still be armed for the old date of a timer that was moved. True when that was so.
  func settleTimers(_ mode: ModeState, until now: Nanoseconds) -> Bool {
    guard mode.settleTimers(until: now) else { return false }
    armTimers(mode)
    return true
  }

  /// When to wake for the mode's timers; called with the lock held.
  func timerWake(_ mode: ModeState) -> Nanoseconds {
    guard mode.timerState.isArmed else { return .never }
    return timerArming.isCFRunLoops ? mode.timerState.deadline : mode.latestTimerWake
  }

  // MARK: Ends

  func isOver(_ run: Run) -> Bool {
    run.deadline != .never && run.deadline <= clockNow
  }

  func mustReturn(_ run: Run) -> Bool {
    runs.stopRequested.load(ordering: .relaxed) || isOver(run)
  }

  /// A wake-up was recorded, the run shall stop, or the main queue has something for it.
  @inline(__always)
  func mustStayAwake(_ run: Run) -> Bool {
    waker.isNoted || runs.stopRequested.load(ordering: .sequentiallyConsistent)
      || run.servesMainQueue && Self.mainQueue.isReady
  }
}
