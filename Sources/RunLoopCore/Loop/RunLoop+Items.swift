extension RunLoop {
  /// Puts a timer into a mode, or into all common modes. Adding it again changes nothing.
  ///
  /// False, and nothing happens, when the timer is invalid or belongs to another loop, or this loop has ended.
  /// Corresponds to `CFRunLoopAddTimer`.
  @discardableResult
  public func add(_ timer: Timer, to mode: Mode = .default) -> Bool {
    comesBack(timer, to: mode) || addAsOwner(timer, to: mode)
  }

  /// Puts an observer into a mode; see `add(_: Timer)`. Corresponds to `CFRunLoopAddObserver`.
  @discardableResult
  public func add(_ observer: Observer, to mode: Mode = .default) -> Bool { add(item: observer, to: mode) }

  /// Takes a timer out of a mode; out of `common`, only if it was put there, and then out of all common modes.
  ///
  /// A running loop lets go of a timer that left it by the next turn at the latest: one that comes back before, as when
  /// a time-out is started over, costs nothing for it. Corresponds to `CFRunLoopRemoveTimer`.
  public func remove(_ timer: Timer, from mode: Mode = .default) {
    if !leavesForNow(timer, from: mode) { removeAsOwner(timer, from: mode) }
  }

  /// Takes an observer out of a mode; see `remove(_: Timer)`. Corresponds to `CFRunLoopRemoveObserver`.
  public func remove(_ observer: Observer, from mode: Mode = .default) { remove(item: observer, from: mode) }

  /// Whether the timer is in the mode; of `common`: whether it was put there. Corresponds to
  /// `CFRunLoopContainsTimer`.
  public func contains(_ timer: Timer, in mode: Mode = .default) -> Bool {
    // As with CFRunLoop, a timer that was taken out of every mode one by one is nowhere, also not in `common`.
    lock.withLock { timer.belongs(to: self) && has(timer, in: mode) }
  }

  /// Whether the observer is in the mode. Corresponds to `CFRunLoopContainsObserver`.
  public func contains(_ observer: Observer, in mode: Mode = .default) -> Bool {
    lock.withLock { has(observer, in: mode) }
  }

  /// When the first timer of the mode is due, also one whose callout runs; nil when there is none.
  /// Corresponds to `CFRunLoopGetNextTimerFireDate`.
  public func nextFireDate(in name: Mode = .default) -> Instant? {
    lock.withLock {
      giveUpPlace()
      guard let mode = mode(named: name), mode.timerCount.load(ordering: .relaxed) > 0 else { return nil }
      var first = mode.firstTimer
      for timer in firingTimers() where has(timer, in: name) {
        if first.map({ timer.isDue(before: $0) }) ?? true { first = timer }
      }
      return first.map { $0.extras?.pastDate.map { Instant(nanoseconds: $0) } ?? $0.fireTime.instant }
    }
  }

  // MARK: Timers and observers

  func add(item: BoundItem, to name: Mode) -> Bool {
    lock.lock()
    guard !hasEnded, item.isValid, bindOrTakeOver(item) else {
      lock.unlock()
      return false
    }
    // Invalidation came before the lock could keep it out.
    guard item.isValid else {
      lock.unlock()
      return false
    }
    if name == .common {
      item.isCommon = true
      for mode in commonModesMaking() { join(item, mode) }
    } else {
      join(item, modeMaking(name))
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
          released = leave(item, [mode])
        }
      } else if item.isCommon {
        item.isCommon = false
        released = leave(
          item, set.takeUnretainedValue().modes.filter { $0.isCommon.load(ordering: .relaxed) })
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

  /// Binds the item to this loop. One that was taken out of every mode of another loop is free to come, even if
  /// it is still among that loop's common items.
  @inline(__always)
  private func bindOrTakeOver(_ item: BoundItem) -> Bool { item.bind(to: self) || takeOver(item) }

  @inline(never)
  private func takeOver(_ item: BoundItem) -> Bool {
    lock.unlock()
    let released = item.withCell { other -> Unmanaged<BoundItem>? in
      guard let other, other !== cell else { return nil }
      var released: Unmanaged<BoundItem>?
      let home = other.loop?.takeUnretainedValue()
      home?.giveUpPlace()
      if let set = item.modeSet, let home {
        guard set.takeUnretainedValue().isEmpty else { return nil }
        item.isCommon = false
        released = home.leave(item, [])
      }
      // One that is kept there is let go of there.
      item.flags.remove(.isKept)
      item.home.store(BoundItem.nowhere, ordering: .releasing)
      return released
    }
    lock.lock()
    // Not the last reference: the caller has one.
    released?.release()
    return !hasEnded && item.bind(to: self)
  }

  /// With the lock held.
  func join(_ item: BoundItem, _ mode: ModeState) {
    let old = item.modeSet?.takeUnretainedValue()
    if let old, old.contains(mode) { return }
    if old == nil { giveUpPlace() }
    if let old {
      if old.isEmpty { looseItems.removeAll { $0.toOpaque() == Unmanaged.passUnretained(item).toOpaque() } }
    } else if lastLeft?.toOpaque() == Unmanaged.passUnretained(item).toOpaque() {
      // It is back, and so is the reference.
      lastLeft = nil
    } else if !item.flags.contains(.isKept) {
      _ = Unmanaged.passRetained(item)
    }
    let new = (old ?? emptyModeSet).toggling(mode, in: self)
    if item.isTimer {
      if old == nil, item.flags.contains(.isFiring) { receive(unsafeDowncast(item, to: Timer.self)) }
      mode.countTimers(1)
      moveInHeaps(unsafeDowncast(item, to: Timer.self), from: old, to: new)
      armTimers(mode)
    } else {
      mode.insert(unsafeDowncast(item, to: Observer.self))
      item.modeSet = .passUnretained(new)
    }
  }

  /// Takes the item out of modes that it is in. Gives back what must be released after the lock is.
  private func leave(_ item: BoundItem, _ left: [ModeState]) -> Unmanaged<BoundItem>? {
    guard var set = item.modeSet?.takeUnretainedValue() else { return nil }
    let old = set
    for mode in left { set = set.toggling(mode, in: self) }
    if item.isTimer {
      moveInHeaps(unsafeDowncast(item, to: Timer.self), from: old, to: set)
      for mode in left {
        mode.countTimers(-1)
        armTimers(mode)
      }
    } else {
      for mode in left { mode.remove(unsafeDowncast(item, to: Observer.self)) }
      item.modeSet = .passUnretained(set)
    }
    guard set.isEmpty else { return nil }
    let reference = Unmanaged.passUnretained(item)
    if item.isCommon {
      if !old.isEmpty { looseItems.append(reference) }
      return nil
    }
    if old.isEmpty { looseItems.removeAll { $0.toOpaque() == reference.toOpaque() } }
    if !visitors.isEmpty, item.isTimer { takeLeave(unsafeDowncast(item, to: Timer.self)) }
    item.modeSet = nil
    if item.isTimer, timerBatch != nil, !item.flags.contains(.isKept) {
      keepForNow(unsafeDowncast(item, to: Timer.self))
    }
    // One that is kept is let go of later.
    return item.flags.contains(.isKept) ? nil : reference
  }

  /// The item is invalid, or the loop ends.
  func leaveEverywhere(_ item: BoundItem) -> Unmanaged<BoundItem>? {
    item.isCommon = false
    return leave(item, item.modeSet?.takeUnretainedValue().modes ?? [])
  }

  // MARK: Timers in heaps, with the lock held

  /// A timer whose callout runs is in no heap; neither is one of a batch that waits for its turn, but putting that
  /// one into a heap does no harm.
  private func moveInHeaps(_ timer: Timer, from old: ModeSet?, to new: ModeSet) {
    if timer.heapIndex >= 0 { old?.heap.remove(timer) }
    timer.modeSet = .passUnretained(new)
    if !new.isEmpty, !timer.flags.contains(.isFiring) { new.heap.insert(timer) }
  }

  /// The timer's fire time was changed: puts it where that belongs, and arms its modes.
  ///
  /// - Parameter toNow: its date was set to a past one. Now is later than all that was armed before, also where the
  ///   clock stands still.
  func timerWasMoved(_ timer: Timer, toNow: Bool = false) {
    guard let set = timer.modeSet?.takeUnretainedValue(), !set.isEmpty else { return }
    if !timer.flags.contains(.isFiring) {
      if timer.heapIndex >= 0 { set.heap.update(timer) } else { set.heap.insert(timer) }
    }
    for mode in set.modes {
      giveUpPlace()
      if toNow, mode.firstTimer === timer { mode.timerState.forget() }
      armTimers(mode)
    }
  }

  /// The first fire time of the mode may have changed.
  func armTimers(_ mode: ModeState) {
    giveUpPlace()
    let first = mode.firstFireTime
    let changed = mode.timerState.arm(for: first)
    // A loop that is awake arms the port when it goes to sleep; under simulated time the port's place in the
    // order of ready ports counts, so it is armed at once. The first timer may be the same and have tolerance, and
    // the latest time to wake be another one: the port knows.
    if simulation != nil {
      // With no timer left, a port that rang meanwhile is silenced.
      guard changed || mode.timerState.isArmed || first == .never else { return }
      _ = try? openPortsInside(mode).armTimer(for: mode.latestTimerWake, simulation: simulation)
    } else if isAsleep(in: mode) {
      armSleepingTimer(mode)
    }
  }

  /// Another thread changed the timers under the sleeping loop.
  private func armSleepingTimer(_ mode: ModeState) {
    guard let ports = mode.ports else { return interruptSleepOnWord() }
    // Without a timer port the loop must look again how long it may sleep.
    if !ports.armTimer(for: min(sleepingDeadline, timerWake(mode)), simulation: nil) {
      SystemCall.ring(doorbell.load(ordering: .relaxed))
    }
  }
}

extension RunLoop.BoundItem {
  /// Whether the item is in a mode of the loop; called with the loop's lock held.
  @inline(__always)
  final func belongs(to loop: RunLoop) -> Bool {
    home.load(ordering: .relaxed) == loop.cell.address
      && modeSet?._withUnsafeGuaranteedRef { !$0.isEmpty } ?? false
  }
}
