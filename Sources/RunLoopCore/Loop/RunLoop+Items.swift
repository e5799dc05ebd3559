extension RunLoop {
  /// Puts an observer into a mode; see `add(_: Timer)`. Corresponds to `CFRunLoopAddObserver`.
  @discardableResult
  public func add(_ observer: Observer, to mode: Mode = .default) -> Bool { add(item: observer, to: mode) }

  /// Takes an observer out of a mode; see `remove(_: Timer)`. Corresponds to `CFRunLoopRemoveObserver`.
  public func remove(_ observer: Observer, from mode: Mode = .default) { remove(item: observer, from: mode) }

  /// Whether the timer is in the mode; of `common`: whether it was put there. Corresponds to
  /// `CFRunLoopContainsTimer`.
  public func contains(_ timer: Timer, in mode: Mode = .default) -> Bool {
    // As in CFRunLoop, a timer that was removed from every mode one by one is not in `common` either.
    lock.withLock { timer.belongs(to: cell.address) && has(timer, in: mode) }
  }

  /// Whether the observer is in the mode. Corresponds to `CFRunLoopContainsObserver`.
  public func contains(_ observer: Observer, in mode: Mode = .default) -> Bool {
    lock.withLock { has(observer, in: mode) }
  }

  /// When the first timer of the mode is due, also one whose callout runs; nil when there is none.
  /// Corresponds to `CFRunLoopGetNextTimerFireDate`.
  public func nextFireDate(in name: Mode = .default) -> Instant? {
    lock.withLock {
      nextTimerInside(name).map {
        $0.extras?.pastDate.map { Instant(nanoseconds: $0) } ?? $0.fireTime.instant
      }
    }
  }

  /// The first timer of the mode, also one whose callout runs.
  package func nextTimer(in name: Mode) -> Timer? { lock.withLock { nextTimerInside(name) } }

  private func nextTimerInside(_ name: Mode) -> Timer? {
    guard let mode = mode(named: name), mode.timerCount.load(ordering: .relaxed) > 0 else { return nil }
    let queued = mode.firstTimer
    guard let outside = firings.firstOutsideQueues(home: cell.address, in: mode) else { return queued }
    return queued.map { $0.isDue(before: outside) } ?? false ? queued : outside
  }

  // MARK: Timers and observers

  func add(item: BoundItem, to name: Mode) -> Bool {
    lock.lock()
    sweepSets()
    guard !hasEnded, item.isValid, bindOrTakeOver(item) else {
      lock.unlock()
      return false
    }
    // The item was invalidated before the lock was taken.
    guard item.isValid else {
      lock.unlock()
      return false
    }
    if name == .common {
      set(item, isCommon: true)
      join(item, commonModesMaking())
    } else {
      join(item, Few(modeMaking(name)))
    }
    lock.unlock()
    return true
  }

  func remove(item: BoundItem, from name: Mode) {
    lock.lock()
    var released: Unmanaged<BoundItem>?
    if item.home.load(ordering: .relaxed) == cell.address, let set = item.modeSet {
      if name != .common {
        if let mode = mode(named: name), set.takeUnretainedValue().contains(mode) {
          released = leave(item, Few(mode))
        }
      } else if item.isCommon {
        self.set(item, isCommon: false)
        released = leave(item, set.takeUnretainedValue().modes.common)
      }
    }
    lock.unlock()
    released?.release()
  }

  private func has(_ item: BoundItem, in name: Mode) -> Bool {
    guard item.home.load(ordering: .acquiring) == cell.address else { return false }
    if name == .common { return item.isCommon }
    guard let mode = mode(named: name), let set = item.modeSet else { return false }
    return set._withUnsafeGuaranteedRef { $0.contains(mode) }
  }

  /// Binds the item to this loop. An item that was removed from every mode of another loop may be bound, even if
  /// it is still among that loop's common items.
  @inline(__always)
  private func bindOrTakeOver(_ item: BoundItem) -> Bool { item.bind(to: cell.address) || takeOver(item) }

  @inline(never)
  private func takeOver(_ item: BoundItem) -> Bool {
    lock.unlock()
    let released = item.withCell { other -> Unmanaged<BoundItem>? in
      guard let other, other !== cell else { return nil }
      var released: Unmanaged<BoundItem>?
      let home = other.loop?.takeUnretainedValue()
      if let set = item.modeSet, let home {
        guard set.takeUnretainedValue().isEmpty else { return nil }
        home.set(item, isCommon: false)
        released = home.leave(item, Few())
      }
      if item.isTimer {
        let timer = unsafeDowncast(item, to: Timer.self)
        timer.dropStaleEntry()
        if let home, home.firings.forget(timer) { released = .passUnretained(item) }
      }
      item.home.store(BoundItem.nowhere, ordering: .releasing)
      return released
    }
    lock.lock()
    // Not the last reference: the caller has one.
    released?.release()
    return !hasEnded && item.bind(to: cell.address)
  }

  /// Marks an item as one of the common modes, or no longer. With the lock held.
  private func set(_ item: BoundItem, isCommon: Bool) {
    guard item.isCommon != isCommon else { return }
    item.isCommon = isCommon
    if !item.isTimer { modeTable.commonObservers += isCommon ? 1 : -1 }
  }

  /// Adds an item to modes, some of which it may be in. With the lock held.
  func join(_ item: BoundItem, _ modes: Few<ModeState>) {
    let old = item.modeSet?.takeUnretainedValue()
    var joined = modes
    if let old { joined.removeAll { old.contains($0) } }
    if joined.isEmpty { return }
    if let old {
      if old.isEmpty { looseItems.remove(item) }
    } else {
      takeReference(to: item)
    }
    let set = old ?? modeTable.emptySet
    let new = modeTable.set(set, adding: joined)
    if item.isTimer {
      let timer = unsafeDowncast(item, to: Timer.self)
      if old == nil, item.flags.contains(.isFiring) { firings.receive(timer) }
      for mode in joined { mode.countTimers(1) }
      changeQueue(timer, from: old, to: new)
      for mode in joined { armTimers(mode) }
    } else {
      for mode in joined { mode.insert(unsafeDowncast(item, to: Observer.self)) }
      item.modeSet = .passUnretained(new)
    }
  }

  /// Removes the item from modes that it is in. Returns the reference to release after the lock.
  private func leave(_ item: BoundItem, _ left: Few<ModeState>) -> Unmanaged<BoundItem>? {
    guard let old = item.modeSet?.takeUnretainedValue() else { return nil }
    let set = modeTable.set(old, removing: left)
    if item.isTimer {
      changeQueue(unsafeDowncast(item, to: Timer.self), from: old, to: set)
      for mode in left {
        mode.countTimers(-1)
        armTimers(mode)
      }
    } else {
      for mode in left { mode.remove(unsafeDowncast(item, to: Observer.self)) }
      item.modeSet = .passUnretained(set)
    }
    guard set.isEmpty else { return nil }
    if item.isCommon {
      if !old.isEmpty { looseItems.append(item) }
      return nil
    }
    if old.isEmpty { looseItems.remove(item) }
    if item.isTimer { firings.removeVisitor(unsafeDowncast(item, to: Timer.self)) }
    item.modeSet = nil
    return giveUpReference(to: item)
  }

  /// Removes an item that is invalid, or whose loop ends, from all modes.
  func leaveEverywhere(_ item: BoundItem) -> Unmanaged<BoundItem>? {
    set(item, isCommon: false)
    return leave(item, item.modeSet?.takeUnretainedValue().modes ?? Few())
  }

  // MARK: Timers in queues, with the lock held

  /// Moves a timer between queues. A timer whose callout runs is in no queue; neither is one of a batch that waits for its
  /// turn, but enqueueing that one does no harm.
  private func changeQueue(_ timer: Timer, from old: ModeSet?, to new: ModeSet) {
    if timer.setAddress != new.address { timer.dropStaleEntry() }
    if timer.queueIndex >= 0, let old { old.queue.remove(timer) }
    old?.unlistIfEmpty()
    timer.setAddress = new.address
    if !new.isEmpty, !timer.flags.contains(.isFiring) { new.enqueue(timer) }
  }

  /// Sorts a timer whose fire time was changed into its queue, and arms its modes.
  ///
  /// - Parameters:
  ///   - toNow: its date was set to a past one. Now is later than all that was armed before, also where the
  ///     clock stands still.
  ///   - arms: false when the caller arms them.
  func timerWasMoved(_ timer: Timer, toNow: Bool = false, arms: Bool = true) {
    // It is in no queue until its call has returned, so no port has to ring for it earlier.
    let isFiring = timer.flags.contains(.isFiring)
    if isFiring, !timerArming.isImmediate { return }
    timer.modeSet?._withUnsafeGuaranteedRef { set in
      if set.isEmpty { return }
      if !isFiring {
        if timer.queueIndex >= 0 { set.queue.update(timer) } else { set.enqueue(timer) }
      }
      if !arms { return }
      set.eachMode { mode in
        if toNow, timer.queueIndex >= 0, mode.firstTimer === timer { mode.timerState.forget() }
        armTimers(mode)
      }
    }
  }

  /// Arms the port of a mode whose first fire time may have changed.
  func armTimers(_ mode: ModeState) {
    let first = mode.firstFireTime(exactly: clock.isSimulated)
    let changed = mode.timerState.arm(for: first)
    // A loop that is awake arms the port when it goes to sleep; under simulated time the port's place in the
    // order of ready ports counts, so it is armed at once. The first timer may be the same and have tolerance, and
    // the latest time to wake be another one: the port knows.
    if simulation != nil {
      // With no timer left, a port that rang meanwhile is silenced.
      guard changed || mode.timerState.isArmed || first == .never else { return }
      _ = try? openPortsInside(mode).armTimer(for: mode.latestTimerWake, simulation: simulation)
    } else if sleepRecord.isIn(mode) {
      armSleepingTimer(mode)
    }
  }

  /// Arms the port when another thread has changed the timers of the sleeping loop.
  private func armSleepingTimer(_ mode: ModeState) {
    guard let ports = mode.ports else { return waker.interruptSleepOnWord() }
    // Without a timer port the loop must wake and compute again how long it may sleep.
    if !ports.armTimer(for: min(sleepRecord.deadline, timerWake(mode)), simulation: nil) {
      waker.ringDoorbell()
    }
  }
}
