/// A loop inside another one.
///
/// Any program that waits for descriptors can serve a loop: it polls one descriptor per loop, and calls `dispatch` when
/// that is readable. Timers are in the descriptor too, so the host needs to know no time-out.
///
/// Between two calls of `dispatch` the loop counts as asleep: a post, a signal with a wake-up, or a change of its timers,
/// on any thread, makes the descriptor readable.
extension RunLoop {
  /// The state of a loop that a host serves.
  struct Hosting {
    /// The mode in which it waits between services.
    var mode: ModeState
    /// It has had no turn since the host took over, so earlier work was not looked at yet.
    var needsTurn = true
    /// Observers were notified before waiting, and not yet after it.
    var saidWaiting = false
  }

  /// The most turns of one `dispatch` before the host gets the thread back.
  static let mostTurnsPerDispatch = 64

  /// A descriptor that another event loop can wait for: it is readable as long as the loop has something to do in the
  /// mode. From now on a host serves this loop, with `dispatch` or runs of no length. Call it on the loop's own thread.
  ///
  /// The descriptor stays the loop's: do not read or close it. It is the same until the loop's thread ends. At first it
  /// is readable, for earlier work. Throws when the process has no descriptors left.
  ///
  /// A loop waits in one mode at a time, the one that was named last, here or in `prepare`; an event in another mode
  /// need not make its descriptor readable.
  public func fileDescriptor(for name: Mode = .default) throws(PortError) -> Int32 {
    checkHost(of: name)
    let mode = lock.withLock { modeMaking(name) }
    do {
      let ports = try openPorts(mode).takeUnretainedValue()
      let descriptor = try lock.withLock { () throws -> Int32? in
        // Opened now: later the process may have no descriptor left, and there is no caller to throw to.
        ports.openTimerPort(simulation: nil) ? try ports.hostDescriptor() : nil
      }
      guard let descriptor else { throw PortError.tooManyDescriptors }
      wait(in: mode)
      return descriptor
    } catch let error as SystemError {
      throw error.portError(-1, label)
    } catch let error as PortError {
      throw error
    } catch {
      throw .unexpected(call: "epoll_create1", code: 0)
    }
  }

  /// For a host with a hook before its wait: true when the loop already has something to do, and the host must call
  /// `dispatch` instead of waiting. Otherwise any later event makes the descriptor readable.
  ///
  /// It makes no callout. Blocks of `perform(inModes:_:)` and signals without a wake-up, which do not make the descriptor
  /// readable, are found here.
  public func prepare(mode name: Mode = .default) -> Bool {
    checkHost(of: name)
    guard let mode = lock.withLock({ mode(named: name) }), let ports = mode.portsWithoutLock, hosting != nil
    else {
      fatalError("run loop '\(label)' has no descriptor for mode '\(name)': ask fileDescriptor(for:) first")
    }
    wait(in: mode)
    return lock.withLock {
      let now = clockNow
      _ = settleTimers(mode, until: now)
      // Where the kernel refuses, the host must not wait.
      return !ports.takeUnretainedValue().armTimer(for: sortedTimerWake(mode), simulation: nil)
        || mode.timerState.isArmed && mode.timerState.isReady(at: now)
    } || hasWorkAtHand(mode)
  }

  /// Whether the mode's descriptor was asked for.
  package func hasDescriptor(for name: Mode) -> Bool {
    hosting != nil && lock.withLock { mode(named: name)?.portsWithoutLock != nil }
  }

  /// Serves ready items in turns that do not sleep, until none is ready or the host should have its thread back.
  ///
  /// Observers see one run: `entry`, `afterWaiting`, the turns, and when nothing is left to do `beforeWaiting`; `exit`.
  /// - Returns: `timedOut` when all was served or the host's turn has come; `stopped` when a callout stopped the loop;
  ///   `finished` when the mode has nothing left to wait for.
  @discardableResult
  public func dispatch(mode name: Mode = .default) -> RunResult {
    checkHost(of: name)
    return run(name, for: .zero, false, forHost: true)
  }

  /// Ends the serving by a host: from now on the descriptor's readiness means nothing.
  public func leaveHost() {
    precondition(isOwnThread, "run loop '\(label)' can leave its host on its own thread only")
    guard hosting != nil else { return }
    if runs.depth == 0 { _ = endWaiting() }
    hosting = nil
  }

  private func checkHost(of name: Mode) {
    precondition(isOwnThread, "run loop '\(label)' can be served by its own thread only")
    requireOwnProcess()
    precondition(name != .common, "'common' is a set of modes: a host serves one of them")
    precondition(
      !clock.isSimulated,
      "run loop '\(label)' has a simulated clock, which does not advance while a host waits")
  }

  // MARK: Between services, the loop's thread only

  /// Waits in the mode from now on.
  private func wait(in mode: ModeState) {
    if hosting?.mode !== mode {
      if runs.depth == 0 { _ = endWaiting() }
      hosting = Hosting(mode: mode)
    }
    // Inside a callout it may count as asleep since an earlier one, for that one's mode and timers.
    if runs.depth > 0 || waker.state.load(ordering: .relaxed) & WakeState.asleep == 0 { beginWaiting() }
  }

  /// Makes the loop count as asleep. Rings for events that arrived without a ring while it was awake.
  func beginWaiting() {
    guard let mode = hosting?.mode, let reference = mode.portsWithoutLock else { return }
    let ports = reference.takeUnretainedValue()
    updateInterest()
    // A refused change is retried in the next `dispatch`, so one must follow.
    var isDeaf = ports.isStale || interest.hasChanges
    var how: UInt32 = 0
    if servesMainQueue(in: mode) {
      if !ports.watchesMainQueue { try? ports.watchMainQueue(Self.mainQueue.descriptor) }
      if let guest = Self.mainQueue.guest, !ports.watchesGuest {
        try? ports.watchGuest(guest.descriptor)
        if !ports.watchesGuest {
          guest.note()
          isDeaf = true
        }
      }
      how |= WakeState.awaitsMainQueue
      if !ports.watchesMainQueue { how |= WakeState.mainQueueUnwatched }
    }
    lock.lockAsOwner()
    putBackTimers(for: mode)
    let wake = sortedTimerWake(mode)
    sleepRecord = SleepRecord(mode: .passUnretained(mode))
    if !ports.armTimer(for: wake, simulation: nil) { isDeaf = true }
    lock.unlockAsOwner()
    if isDeaf { SystemCall.pauseAfterRefusal() }
    let isQuiet = waker.announceSleep(how)
    // Checked after the announcement: a thread that adds work later sees that it must ring.
    if isDeaf || !isQuiet || hosting?.needsTurn ?? false || hasWorkAtHand(mode) { waker.ringAnnounced() }
  }

  /// Makes the loop count as awake and acknowledges its ring, so the descriptor is no longer readable for it. True when it slept.
  func endWaiting() -> Bool {
    let before = waker.endSleep()
    lock.lockAsOwner()
    sleepRecord.mode = nil
    lock.unlockAsOwner()
    hosting?.needsTurn = false
    if let ports = hosting?.mode.portsWithoutLock?.takeUnretainedValue(), !ports.hasBatch {
      _ = ports.look(blocking: false)
    }
    return before & WakeState.asleep != 0
  }

  /// Waits again after a `dispatch` that found nothing: the ring was stale.
  func beginWaitingAgain() {
    if runs.depth > 0 { return }
    _ = endWaiting()
    if let mode = hosting?.mode, isEmpty(mode) {
      lock.withLock { mode.ports?.forgetBatch() }
    }
    beginWaiting()
  }

  /// Whether a turn has work for which the kernel has no descriptor, or which it has already reported.
  private func hasWorkAtHand(_ mode: ModeState) -> Bool {
    waker.isNoted || mode.portsWithoutLock?._withUnsafeGuaranteedRef { $0.hasBatch } ?? false
      || blocks.hasBlock(for: mode) || hasSignalledSource(in: mode)
      || servesMainQueue(in: mode) && Self.mainQueue.isReady
  }

  private func hasSignalledSource(in mode: ModeState) -> Bool {
    !signalled.isEmpty(for: mode) && lock.withLock { signalled.hasSignalled(in: mode) }
  }

  // MARK: The turns of a dispatch

  /// After the entry observers of a run.
  func sayAwake() {
    guard let hosting, hosting.saidWaiting else { return }
    self.hosting?.saidWaiting = false
    notify(hosting.mode, .afterWaiting)
  }

  @inline(never)
  func turnsForHost(_ run: borrowing Run) -> RunResult {
    for _ in 0..<Self.mostTurnsPerDispatch {
      let result = turns(run)
      guard result == .timedOut else { return result }
      if takeStop() { return .stopped }
      if hasWorkAtHand(run.mode) { continue }
      if isEmpty(run.mode) { return .finished }
      notify(run.mode, .beforeWaiting)
      if !hasWorkAtHand(run.mode) {
        if hosting?.mode === run.mode { hosting?.saidWaiting = true } else { notify(run.mode, .afterWaiting) }
        return result
      }
      notify(run.mode, .afterWaiting)
    }
    return .timedOut
  }
}
