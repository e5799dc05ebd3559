import CLinux

/// Timers that were due together, in the order in which they fire. Changed under the loop's lock.
final class TimerBatch {
  /// Not retained: a timer that leaves the loop while there is a batch is kept until there is none.
  @exclusivity(unchecked) var timers = TimerList()
  /// Those before this index have had their turn.
  @exclusivity(unchecked) var next = 0
  /// The one that may be firing; `next` when none is.
  @exclusivity(unchecked) var current = 0
  /// Any was called.
  @exclusivity(unchecked) var hasFired = false
  /// What the timer that fires is called, for the heartbeat.
  @exclusivity(unchecked) var number: UInt32 = 0
  let mode: ModeState
  /// All of them were due then.
  let now: Nanoseconds
  /// The batch that is fired further down the stack.
  let outer: TimerBatch?

  init(mode: ModeState, now: Nanoseconds, outer: TimerBatch?) {
    self.mode = mode
    self.now = now
    self.outer = outer
  }
}

extension RunLoop {
  /// Step 9 for the timer port: fires the timers of the mode that are due now, all of them in this turn. The batch
  /// is fixed before the first call; timers that become due meanwhile, or are added, wait for the next turn.
  func fireDueTimers(_ mode: ModeState) {
    let now = clockNow
    recentNow = now
    let batch = TimerBatch(mode: mode, now: now, outer: timerBatch)
    lock.lockAsOwner()
    giveUpPlace()
    var sets = 0
    for set in mode.timerSets where set.heap.firstTime <= now {
      sets += 1
      set.heap.takeDue(now, into: &batch.timers)
    }
    if sets > 1 {
      batch.timers.sort()
    }
    timerBatch = batch
    if batch.timers.count > 0 {
      heartbeat.note(time: now, due: batch.timers[0]._withUnsafeGuaranteedRef { $0.fireTime })
    }
    // The port's wake-up is used up: arming it for the same time counts again.
    mode.timerState.forget()
    lock.unlockAsOwner()
    if armsPortsAtOnce { putBackBatch() }

    let count = batch.timers.count
    while batch.next < count {
      // Of many, each lies somewhere else.
      if batch.next + 8 < count { linux_prefetch(batch.timers[batch.next + 8].toOpaque()) }
      let timer = batch.timers[batch.next]
      timer._withUnsafeGuaranteedRef { timer in
        guard let body = takeTurn(timer, batch) else { return }
        callOutToTimer(body, batch.number, timer, self)
        if !timer.repeats, finishAsOwner(timer, body, batch) { return }
        finish(timer, body, batch)
      }
    }
    lock.lockAsOwner()
    timerBatch = batch.outer
    if !batch.hasFired || !armsPortsAsCFRunLoop { armTimers(mode) }
    lock.unlockAsOwner()
  }

  /// Gives the closure to call for the next timer of a batch, if it still is to be fired. Else leaves it in its
  /// heap if it still is to be there.
  @inline(__always)
  private func takeTurn(_ timer: Timer, _ batch: TimerBatch) -> Timer.Body? {
    lock.lockAsOwner()
    defer { lock.unlockAsOwner() }
    batch.current = batch.next
    batch.next += 1
    guard timer.belongs(to: self), !timer.flags.contains(.isFiring) else { return nil }
    // Its date may have been set since the batch was fixed, or an inner run have fired it.
    guard timer.fireTime <= batch.now || timer.fireTime <= clockNow, let body = timer.body.take() else {
      if timer.heapIndex < 0 { timerWasMoved(timer) }
      return nil
    }
    if timer.heapIndex >= 0 { timer.modeSet?._withUnsafeGuaranteedRef { $0.heap.remove(timer) } }
    timer.flags.insert(.isFiring)
    batch.hasFired = true
    batch.number = timer.extras?.number ?? 0
    if armsPortsAtOnce { armTimersAround(timer, batch.mode) }
    return body
  }

  /// The timer's call has returned: an ordinary timer of one mode leaves it. False when nothing was done.
  @inline(__always)
  private func finishAsOwner(_ timer: Timer, _ body: Timer.Body, _ batch: TimerBatch) -> Bool {
    lock.lockAsOwner()
    guard timer.home.load(ordering: .relaxed) == cell.address, timer.isValid, !timer.isCommon,
      visitors.isEmpty,
      !timer.flags.contains(.wasSet), batch.outer == nil, let set = timer.modeSet,
      set.toOpaque() == batch.mode.onlySet.toOpaque()
    else {
      lock.unlockAsOwner()
      return false
    }
    timer.flags.remove(.isFiring)
    timer.modeSet = nil
    batch.mode.countTimers(-1)
    // Nobody finds it in the batch any more.
    batch.current = batch.next
    let isKept = timer.flags.contains(.isKept)
    if timer.flags.contains(.isReusable) {
      timer.body = body
      lock.unlockAsOwner()
    } else {
      timer.validity.store(false, ordering: .releasing)
      lock.unlockAsOwner()
      // What the closure holds may call back: it goes here, without a lock.
      withExtendedLifetime(body) {}
    }
    if !isKept { Unmanaged.passUnretained(timer).release() }
    return true
  }

  /// The timer's call has returned.
  private func finish(_ timer: Timer, _ body: Timer.Body, _ batch: TimerBatch) {
    // Under the guard: another thread may be setting the date, and the flags beside this one with it.
    if !timer.repeats, !timer.withGuard({ _ in timer.flags.contains(.isReusable) }) {
      timer.invalidate()
      timer.withGuard { _ in timer.flags.subtract([.isFiring, .wasSet]) }
      return
    }
    let now = clockNow
    heartbeat.note(time: now)
    let dropped = timer.withGuard { home -> (body: Timer.Body?, timer: Unmanaged<BoundItem>?) in
      let wasSet = timer.flags.contains(.wasSet)
      timer.flags.subtract([.isFiring, .wasSet])
      guard timer.isValid else { return (body, nil) }
      timer.body = body
      // A date set meanwhile stands; else the next one of the grid, if there is one.
      if timer.repeats {
        if !wasSet { timer.advance(beyond: now) }
      } else if !wasSet {
        return (nil, home?.leaveEverywhere(timer))
      }
      home?.timerHasFired(timer, wasSet: wasSet, batch.mode)
      return (nil, nil)
    }
    dropped.timer?.release()
    withExtendedLifetime(dropped.body) {}
  }

  /// The timer is called, or was: the ports of its modes are armed for what is next, even when that is due
  /// already, so that an inner run sees it. CFRunLoop thinks of the running mode only.
  private func armTimersAround(_ timer: Timer, _ mode: ModeState) {
    armTimers(mode)
    if armsPortsAsCFRunLoop { return }
    for other in timer.modeSet?.takeUnretainedValue().modes ?? [] { armTimers(other) }
  }

  /// Puts a repeating timer back in its place; called on its loop, which may be another one by now.
  private func timerHasFired(_ timer: Timer, wasSet: Bool, _ mode: ModeState) {
    if !visitors.isEmpty { takeLeave(timer) }
    guard let set = timer.modeSet?.takeUnretainedValue(), !set.isEmpty else { return }
    if wasSet, armsPortsAsCFRunLoop, mode.index < modes.count, modes[mode.index] === mode {
      set.heap.insert(timer)
      armTimersAround(timer, mode)
    } else {
      timerWasMoved(timer)
    }
  }

  /// An inner run begins while a batch is fired: its timers that were not fired yet are there for that run too.
  func putBackBatch() {
    lock.lockAsOwner()
    defer { lock.unlockAsOwner() }
    guard let batch = timerBatch else { return }
    for index in batch.next..<batch.timers.count {
      let timer = batch.timers[index].takeUnretainedValue()
      if timer.belongs(to: self), timer.heapIndex < 0, !timer.flags.contains(.isFiring),
        let set = timer.modeSet?.takeUnretainedValue()
      {
        set.heap.insert(timer)
      }
    }
  }

  /// The timers that are in no heap since they are being fired, or are about to be. With the lock held.
  func firingTimers() -> [Timer] {
    var timers: [Timer] = []
    var batch = timerBatch
    while let current = batch {
      for index in current.current..<current.timers.count {
        let timer = current.timers[index].takeUnretainedValue()
        // Its properties are guarded by this loop's lock only while it is this loop's.
        if timer.belongs(to: self), timer.heapIndex < 0 { timers.append(timer) }
      }
      batch = current.outer
    }
    for timer in visitors { timers.append(timer.takeUnretainedValue()) }
    return timers
  }

  /// A timer that is being called was added here; who calls it may be another loop. With the lock held.
  func receive(_ timer: Timer) {
    let address = Unmanaged.passUnretained(timer).toOpaque()
    var batch = timerBatch
    while let current = batch {
      if current.current < current.next, current.timers[current.current].toOpaque() == address { return }
      batch = current.outer
    }
    visitors.append(.passUnretained(timer))
  }

  /// The timer is not called any more, or leaves. With the lock held.
  func takeLeave(_ timer: Timer) {
    visitors.removeAll { $0.toOpaque() == Unmanaged.passUnretained(timer).toOpaque() }
  }
}
