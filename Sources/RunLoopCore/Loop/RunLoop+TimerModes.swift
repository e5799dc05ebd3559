/// Fast paths for adding and removing timers, and for setting their dates.
///
/// Most timers are in the modes of one set, added or removed in one step; that touches only the timer's own memory, the
/// counts of the modes, and the queue. Everything else (a mode more or less, a callout that is on the stack, an invalid
/// timer) is left to the general path in RunLoop+Items.swift.
extension RunLoop {
  /// Puts a timer into a mode, or into all common modes. Adding it again changes nothing.
  ///
  /// False, and nothing happens, when the timer is invalid or belongs to another loop, or this loop has ended.
  /// Corresponds to `CFRunLoopAddTimer`.
  @discardableResult
  public func add(_ timer: Timer, to mode: Mode = .default) -> Bool {
    lock.lock()
    let isDone = enter(timer, mode)
    lock.unlock()
    return isDone || add(item: timer, to: mode)
  }

  /// Takes a timer out of a mode; out of `common`, only if it was put there, and then out of all common modes.
  ///
  /// Corresponds to `CFRunLoopRemoveTimer`.
  public func remove(_ timer: Timer, from mode: Mode = .default) {
    lock.lock()
    guard timer.home.load(ordering: .relaxed) == cell.address, let set = timer.modeSet,
      timer.queueIndex >= 0, timer.isCommon == (mode.known == .common),
      set.toOpaque() == modeTable.knownSet(mode)?.toOpaque()
    else {
      lock.unlock()
      return remove(item: timer, from: mode)
    }
    timer.isCommon = false
    let released = set._withUnsafeGuaranteedRef { set in
      let mayBeFirst = mayBeFirst(timer)
      if modeTable.keepsStaleEntries { set.queue.leave(timer) } else { set.queue.drop(timer) }
      set.countTimers(-1)
      if mayBeFirst { armTimers(set) }
      return giveUpReference(to: timer)
    }
    lock.unlock()
    // Not the last reference: the caller has one.
    released?.release()
  }

  /// Adds a timer that is in no mode to the modes that the name stands for. False when nothing was done.
  @inline(__always)
  private func enter(_ timer: Timer, _ name: Mode) -> Bool {
    guard !hasEnded, timer.bind(to: cell.address), timer.isValid, let set = modeTable.knownSet(name) else {
      return false
    }
    // It is there already, as a timer that adds itself in its callout.
    if let present = timer.modeSet {
      return present.toOpaque() == set.toOpaque() && (timer.isCommon || name.known != .common)
    }
    guard !timer.flags.contains(.isFiring) else { return false }
    takeReference(to: timer)
    if name.known == .common { timer.isCommon = true }
    set._withUnsafeGuaranteedRef { set in
      if timer.setAddress != set.address {
        timer.dropStaleEntry()
        timer.setAddress = set.address
      }
      set.enqueue(timer)
      set.countTimers(1)
      if mayBeFirst(timer) { armTimers(set) }
    }
    return true
  }

  /// Removes a timer that becomes invalid from all modes. Returns the reference to release after the lock.
  func leaveForGood(_ timer: Timer) -> Unmanaged<BoundItem>? {
    timer.dropStaleEntry()
    guard let set = timer.modeSet, timer.queueIndex >= 0 else { return leaveEverywhere(timer) }
    timer.isCommon = false
    return set._withUnsafeGuaranteedRef { set in
      let mayBeFirst = mayBeFirst(timer)
      set.queue.remove(timer)
      timer.setAddress = nil
      set.countTimers(-1)
      if mayBeFirst { armTimers(set) }
      return giveUpReference(to: timer)
    }
  }

  // MARK: Dates

  /// Sets a future date for a valid timer that is not being called. With the lock held; false when nothing was done.
  @inline(__always)
  func move(_ timer: Timer, to date: Instant) -> Bool {
    guard timer.isValid, !timer.flags.contains(.isFiring), !timer.hasPastDate, isAhead(date, of: timer)
    else { return false }
    timer.fireTime = date == .distantFuture ? .never : UInt64(date.nanoseconds)
    timer.sequence = nextTimerSequence()
    // Most are in no mode, or their entry is early enough.
    if let set = timer.modeSet, timer.queueIndex <= 0 || timer.fireTime < timer.entryTime {
      moveInQueue(timer, set)
    } else if timerArming.isImmediate || sleepRecord.mode != nil {
      timer.modeSet?._withUnsafeGuaranteedRef { armTimers($0) }
    }
    return true
  }

  /// Whether a date is later than a recent time. The grid of a repeating timer starts at its date, so that must not have passed since: the
  /// clock is read for it.
  @inline(__always)
  fileprivate func isAhead(_ date: Instant, of timer: Timer) -> Bool {
    date.nanoseconds > Int64(bitPattern: recentTime)
      && (!timer.repeats || date.nanoseconds > Int64(bitPattern: clockNow))
  }

  @inline(never)
  private func moveInQueue(_ timer: Timer, _ set: Unmanaged<ModeSet>) {
    let mayBeFirst = mayBeFirst(timer)
    set._withUnsafeGuaranteedRef { set in
      guard !set.isEmpty else { return }
      if timer.queueIndex >= 0 { set.queue.move(timer) } else { set.enqueue(timer) }
      if mayBeFirst || timer.queueIndex == 0 { armTimers(set) }
    }
  }

  /// Whether a port must be rearmed for the timer now: it may be the first one, or the loop sleeps, and the time that
  /// was armed for another's tolerance is too late for this one.
  @inline(__always)
  private func mayBeFirst(_ timer: Timer) -> Bool {
    timer.queueIndex <= 0 || sleepRecord.mode != nil || timerArming.isImmediate
  }

  @inline(never)
  private func armTimers(_ set: ModeSet) {
    set.eachMode { armTimers($0) }
  }

  // MARK: References

  /// Retains an item for the loop when it is added to its first mode.
  @inline(__always)
  func takeReference(to item: BoundItem) {
    if item.flags.contains(.isHeldByBatch) {
      item.flags.remove(.isHeldByBatch)
    } else {
      _ = Unmanaged.passRetained(item)
    }
  }

  /// Returns the loop's reference to an item that has left its last mode, unless a batch needs it.
  @inline(__always)
  func giveUpReference(to item: BoundItem) -> Unmanaged<BoundItem>? {
    if item.flags.contains(.isInBatch) {
      item.flags.insert(.isHeldByBatch)
      return nil
    }
    return .passUnretained(item)
  }
}

extension RunLoop.Timer {
  /// The next date: during its callout the one it fires for, as it was given even when that was past; nil when
  /// the timer is invalid.
  ///
  /// Setting it moves the timer in all its modes; for an invalid timer it does nothing. A date set in the
  /// timer's own callout takes effect, and the grid of a repeating timer starts there, or now, if it has passed. Setting it
  /// from another thread wakes the loop. Corresponds to `CFRunLoopTimerGetNextFireDate` and `CFRunLoopTimerSetNextFireDate`.
  public var fireDate: RunLoop.Instant? {
    get {
      withGuard { _ in
        guard isValid else { return nil }
        return extras?.pastDate.map { RunLoop.Instant(nanoseconds: $0) } ?? fireTime.instant
      }
    }
    set {
      let date = newValue ?? .distantFuture
      if !setAsOwner(date) { setSlowly(date) }
    }
  }

  /// Sets the date on the thread of the loop that it is in, or was in last. Otherwise false.
  @inline(__always)
  private func setAsOwner(_ date: RunLoop.Instant) -> Bool {
    let address = home.load(ordering: .relaxed)
    guard address > Self.busy else { return false }
    return LoopCell.at(address)._withUnsafeGuaranteedRef { cell in
      guard cell.lock.isOwner else { return false }
      cell.lock.lockAsOwner()
      defer { cell.lock.unlockAsOwner() }
      guard home.load(ordering: .relaxed) == address, let loop = cell.loop else { return false }
      loop._withUnsafeGuaranteedRef { loop in
        if !loop.move(self, to: date), isValid {
          set(date, modeSet == nil ? nil : loop, isAhead: loop.isAhead(date, of: self))
        }
      }
      return true
    }
  }

  @inline(never)
  private func setSlowly(_ date: RunLoop.Instant) {
    let loop = withGuard { loop -> RunLoop? in
      guard isValid else { return nil }
      set(date, loop)
      return loop.flatMap { belongs(to: $0.cell.address) ? $0 : nil }
    }
    // The loop object is not deallocated while this thread is its own; otherwise it was retained under the guard.
    if let loop, !loop.isOwnThread { loop.wakeUp() }
  }

  /// Sets the date, under the guard.
  ///
  /// - Parameter isAhead: the date counts as ahead, as in `move`: the clock is not read.
  private func set(_ date: RunLoop.Instant, _ loop: RunLoop?, isAhead: Bool = false) {
    let now = isAhead ? nil : loop?.clockNow ?? ThreadClock.now
    let isPast: Bool
    (fireTime, isPast) = Self.fireTime(for: date, now: now)
    sequence = loop?.nextTimerSequence() ?? Self.nextSequence()
    if isPast, !flags.contains(.hasExtras) { give(Extras(label: "")) }
    if flags.contains(.hasExtras) {
      extrasReference._withUnsafeGuaranteedRef { $0.pastDate = isPast ? date.nanoseconds : nil }
    }
    if flags.contains(.isFiring) { flags.insert(.wasSet) }
    // Also for a date that is now: a clock that stands still rings again.
    loop?.timerWasMoved(self, toNow: fireTime == now)
  }

  /// Takes the timer out of all modes permanently. Its closure is released, at once or after the call that runs.
  /// Corresponds to `CFRunLoopTimerInvalidate`.
  public func invalidate() {
    let address = home.load(ordering: .relaxed)
    if address > Self.busy, invalidatesAsOwner(address) { return }
    let (released, body) = withGuard { loop -> (Unmanaged<RunLoop.BoundItem>?, Action?) in
      guard invalidateOnce() else { return (nil, nil) }
      return (loop?.leaveForGood(self), self.body.take())
    }
    released?.release()
    // Objects that the closure retains may call back: it is released here, without a lock.
    withExtendedLifetime(body) {}
  }

  /// On the thread of the loop that it is in. False when nothing was done.
  @inline(__always)
  private func invalidatesAsOwner(_ address: UInt) -> Bool {
    LoopCell.at(address)._withUnsafeGuaranteedRef { cell in
      guard cell.lock.isOwner else { return false }
      cell.lock.lockAsOwner()
      guard home.load(ordering: .relaxed) == address, let loop = cell.loop, queueIndex >= 0, invalidateOnce()
      else {
        cell.lock.unlockAsOwner()
        return false
      }
      let released = loop._withUnsafeGuaranteedRef { $0.leaveForGood(self) }
      let body = body.take()
      cell.lock.unlockAsOwner()
      released?.release()
      // Objects that the closure retains may call back: it is released here, without a lock.
      _ = consume body
      return true
    }
  }

  /// Removes a timer that is being deallocated from its queue.
  @inline(never)
  func leaveQueue() {
    withCell { _ in dropStaleEntry() }
  }
}
