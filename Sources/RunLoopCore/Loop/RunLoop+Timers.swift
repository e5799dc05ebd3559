import LinuxSystem

/// Readiness of timers, and step 9 for the timer port.
extension RunLoop {
  // MARK: Ready

  /// The timers, when one is due. Not when the run's time had passed before that: then they are left to the next run.
  ///
  /// - Parameter now: the time, if it was read since the last callout.
  @inline(__always)
  func timersReady(_ run: borrowing Run, at now: Nanoseconds? = nil) -> ReadyPort? {
    run.mode.timerCount.load(ordering: .relaxed) == 0 ? nil : dueTimersReady(run, at: now)
  }

  @inline(never)
  private func dueTimersReady(_ run: borrowing Run, at known: Nanoseconds?) -> ReadyPort? {
    lock.lockAsOwner()
    defer { lock.unlockAsOwner() }
    guard mayFireTimers(run) else { return nil }
    let now = known ?? clockNow
    guard run.mode.timerState.isReady(at: now) else { return nil }
    // Settled at that time; what was moved since costs an empty batch at most.
    if known == nil, settleTimers(run.mode, until: now),
      !mayFireTimers(run) || !run.mode.timerState.isReady(at: now)
    {
      return nil
    }
    run.mode.timerState.take()
    return .timers(dueAt: now)
  }

  @inline(__always)
  private func mayFireTimers(_ run: borrowing Run) -> Bool {
    run.mode.timerState.isArmed && (run.mode.timerState.deadline < run.deadline || run.polls)
  }

  /// Handles a port that is still armed for the old date of a timer that was moved. True when it was.
  func settleTimers(_ mode: ModeState, until now: Nanoseconds) -> Bool {
    guard mode.settleTimers(until: now) else { return false }
    armTimers(mode)
    return true
  }

  /// When to wake for the mode's timers, for a sleep that begins; called with the lock held, where possible before the loop counts as asleep
  /// (otherwise `armTimers` arms the port itself). Timers that were moved to later dates and are still the first of their queues are sorted:
  /// otherwise each sleep would search behind them.
  func sortedTimerWake(_ mode: ModeState) -> Nanoseconds {
    if mode.hasStaleFirst { armTimers(mode) }
    return timerWake(mode)
  }

  /// Makes the timers of the batch in whose callout the loop's thread is, and that were not fired yet, available to the mode: for an inner
  /// run, or for a host that waits there. With the lock held.
  @inline(__always)
  func putBackTimers(for mode: ModeState) {
    guard firings.innermost != nil else { return }
    firings.putBack(home: cell.address)
    if !timerArming.isCFRunLoops { armTimers(mode) }
  }

  /// When to wake for the mode's timers; called with the lock held.
  func timerWake(_ mode: ModeState) -> Nanoseconds {
    guard mode.timerState.isArmed else { return .never }
    return timerArming.isCFRunLoops ? mode.timerState.deadline : mode.latestTimerWake
  }

  // MARK: Fired

  /// Fires the timers of the mode that are due now, all of them in this turn. The batch is fixed before the first call;
  /// timers that become due meanwhile, or are added, wait for the next turn.
  ///
  /// - Parameter known: the time at which they were found due, unless a callout was made since.
  func fireDueTimers(_ mode: ModeState, at known: Nanoseconds?) {
    let now = known ?? clockNow
    // Reading a simulated clock costs little, and dates in its traces are compared exactly.
    turnTime = clock.isSimulated ? 0 : now
    lock.lockAsOwner()
    let batch = firings.begin(mode, now: now)
    batch._withUnsafeGuaranteedRef { fireAndEnd($0, mode, now) }
    lock.unlockAsOwner()
  }

  /// The lock is held before and after, and not during the calls.
  @inline(__always)
  private func fireAndEnd(_ batch: TimerBatch, _ mode: ModeState, _ now: Nanoseconds) {
    batch.collect()
    if batch.count > 0 {
      heartbeat.note(time: now, due: batch.timers[0]._withUnsafeGuaranteedRef { $0.fireTime })
    }
    // The port's wake-up was consumed: arming it for the same time has an effect again.
    mode.timerState.forget()
    if timerArming.isImmediate { firings.putBack(home: cell.address) }
    // The batch is read under the lock only: a timer that waits for its turn may move to another thread's loop.
    while let turn = batch.beginTurn() {
      let isGivenUp = turn.timer._withUnsafeGuaranteedRef { serveAndUnlock($0, batch, isOwned: turn.isOwned) }
      // Released here, without the lock: objects that its closure retains may call back.
      if isGivenUp { turn.timer.release() }
      if turn.isOwned { turn.timer.release() }
      lock.lockAsOwner()
    }
    firings.end(batch)
    if !batch.hasFired || !timerArming.isCFRunLoops { armTimers(mode) }
  }

  /// A timer's turn in a batch; the lock is held before. True when the reference that the loop had to it is to be released.
  @inline(__always)
  private func serveAndUnlock(_ timer: Timer, _ batch: TimerBatch, isOwned: Bool) -> Bool {
    guard timer.belongs(to: cell.address), !timer.flags.contains(.isFiring), let body = takeBody(timer, batch)
    else {
      // Without a reference of the batch's own, it is not being fired, and is in this loop or was in it last.
      let isHeld = !isOwned && endsInBatch(timer)
      batch.endTurn()
      lock.unlockAsOwner()
      return isHeld
    }
    if timer.queueIndex >= 0 { timer.modeSet?._withUnsafeGuaranteedRef { $0.queue.remove(timer) } }
    timer.flags.insert(.isFiring)
    batch.hasFired = true
    let number = timer.number
    if timerArming.isImmediate { armTimersAround(timer, batch) }
    lock.unlockAsOwner()
    callOutToTimer(body, number, timer, self)
    if !timer.repeats, finishAsOwner(timer, body, batch) { return true }
    return finish(timer, consume body, batch)
  }

  /// The closure to call, if the timer is still due: its date may have been set since the batch was fixed, or an inner run
  /// may have fired it.
  @inline(__always)
  private func takeBody(_ timer: Timer, _ batch: TimerBatch) -> Timer.Action? {
    guard timer.fireTime <= batch.now || timer.fireTime <= clockNow, let body = timer.body.take() else {
      if timer.queueIndex < 0 { timerWasMoved(timer) }
      return nil
    }
    return body
  }

  /// Ends the timer's turn, under its guard. True when the batch had the loop's reference, which the caller then owns.
  @inline(__always)
  func endsInBatch(_ timer: Timer) -> Bool {
    let isHeld = timer.flags.contains(.isHeldByBatch)
    timer.flags.subtract([.isFiring, .wasSet, .isInBatch, .isHeldByBatch])
    return isHeld
  }

  /// After the call of a timer that fires once: removes it from the running mode, its only one. False when nothing was done.
  @inline(__always)
  private func finishAsOwner(_ timer: Timer, _ body: Timer.Action, _ batch: TimerBatch) -> Bool {
    lock.lockAsOwner()
    guard timer.home.load(ordering: .relaxed) == cell.address, timer.isValid, !timer.isCommon,
      !firings.hasVisitors, !timer.flags.contains(.wasSet), batch.outer == nil, let set = timer.modeSet,
      set.toOpaque() == batch.mode._withUnsafeGuaranteedRef({ $0.onlySet.toOpaque() })
    else {
      lock.unlockAsOwner()
      return false
    }
    timer.flags.subtract([.isFiring, .isInBatch])
    // The loop's reference is left to the caller, which releases it without a lock.
    timer.modeSet = nil
    batch.mode._withUnsafeGuaranteedRef { $0.countTimers(-1) }
    batch.endTurn()
    if timer.flags.contains(.isReusable) {
      timer.body = body
      lock.unlockAsOwner()
    } else {
      timer.validity.store(false, ordering: .releasing)
      lock.unlockAsOwner()
      // Objects that the closure retains may call back: it is released here, without a lock.
      withExtendedLifetime(body) {}
    }
    return true
  }

  /// The timer's call has returned. True when the reference that the loop had to it is to be released.
  @inline(never)
  private func finish(_ timer: Timer, _ body: consuming Timer.Action, _ batch: TimerBatch) -> Bool {
    // Under the guard: another thread may be setting the date, and the flags beside this one with it.
    if !timer.repeats, !timer.withGuard({ _ in timer.flags.contains(.isReusable) }) {
      timer.invalidate()
      let isHeld = endTurn(timer, batch) { _ in endsInBatch(timer) }
      // Objects that the closure retains may call back: it is released here, after the turn and without a lock.
      withExtendedLifetime(body) {}
      return isHeld
    }
    // Only a repeating timer's next date depends on the time.
    let now = timer.repeats ? clockNow : 0
    if timer.repeats { heartbeat.note(time: now) }
    var kept: Timer.Action? = consume body
    let isHeld = endTurn(timer, batch) { home -> Bool in
      let wasSet = timer.flags.contains(.wasSet)
      // A date set meanwhile is kept. Otherwise a timer that fires once is removed.
      let leaves = timer.isValid && !wasSet && !timer.repeats
      let isReleased = leaves && home?._withUnsafeGuaranteedRef { $0.leaveEverywhere(timer) } != nil
      // The loop releases its reference, or has left it to the batch.
      let isHeld = endsInBatch(timer) || isReleased
      guard timer.isValid else { return isHeld }
      timer.body = kept.take()
      if timer.repeats, !wasSet {
        timer.advance(beyond: now)
        // As if its date had been set now: it follows the present timers of the same date.
        timer.sequence = home?._withUnsafeGuaranteedRef { $0.nextTimerSequence() } ?? Timer.nextSequence()
      }
      if timer.repeats || wasSet {
        home?._withUnsafeGuaranteedRef { $0.timerHasFired(timer, wasSet: wasSet, batch) }
      }
      return isHeld
    }
    // That of an invalid timer is released here, without a lock.
    withExtendedLifetime(kept) {}
    return isHeld
  }

  /// Ends the timer's turn in the batch together with what `body` does under the timer's guard: other threads find the
  /// timer in the batch until then and not after. It may be deallocated by another thread as soon as `body` has returned.
  @inline(__always)
  private func endTurn<Result>(
    _ timer: Timer, _ batch: TimerBatch, _ body: (Unmanaged<RunLoop>?) -> Result
  ) -> Result {
    lock.lockAsOwner()
    batch.endTurn()
    guard timer.home.load(ordering: .relaxed) == cell.address else {
      // In another loop by now. If it returns before its guard is taken, it is added as a visitor.
      lock.unlockAsOwner()
      return timer.withGuard { home in body(home.map { .passUnretained($0) }) }
    }
    defer { lock.unlockAsOwner() }
    return body(timer.modeSet == nil ? nil : .passUnretained(self))
  }

  /// Arms the ports of a fired timer's modes for the next timer, even when that is due already, so that an inner run
  /// sees it. CFRunLoop considers only the running mode.
  private func armTimersAround(_ timer: Timer, _ batch: TimerBatch) {
    armTimers(batch.mode.takeUnretainedValue())
    if timerArming.isCFRunLoops { return }
    for other in timer.modeSet?.takeUnretainedValue().modes ?? Few() { armTimers(other) }
  }

  /// Returns a timer to its queue; called on its loop, which may be another one by now.
  private func timerHasFired(_ timer: Timer, wasSet: Bool, _ batch: TimerBatch) {
    firings.removeVisitor(timer)
    if wasSet, timerArming.isCFRunLoops, isOwn(batch.mode.takeUnretainedValue()) {
      guard let set = timer.modeSet?.takeUnretainedValue(), !set.isEmpty else { return }
      set.enqueue(timer)
      armTimersAround(timer, batch)
    } else {
      // The end of the batch arms its mode, which is too late for a host that waits in a callout before that.
      let isArmedLater = batch.mode._withUnsafeGuaranteedRef {
        timer.modeSet?.toOpaque() == $0.onlySet.toOpaque()
      }
      timerWasMoved(timer, arms: timerArming.isImmediate || sleepRecord.mode != nil || !isArmedLater)
    }
  }

  private func isOwn(_ mode: ModeState) -> Bool {
    mode.index < modes.count && modes[mode.index] === mode
  }
}
