/// What a loop's own thread does with timers that are in one mode, which is what most programs do all the time. Each way
/// gives up, and leaves it to the general one, when anything is out of the ordinary.
extension RunLoop {
  /// The timer comes into its first mode. False when nothing was done.
  @inline(__always)
  func addAsOwner(_ timer: Timer, to name: Mode) -> Bool {
    guard lock.isOwner, name.known != .common else { return false }
    lock.lockAsOwner()
    defer { lock.unlockAsOwner() }
    guard !hasEnded, timer.bind(to: self), timer.modeSet == nil, timer.isValid,
      !timer.flags.contains(.isFiring),
      let mode = knownMode(named: name)
    else { return false }
    if lastLeft?.toOpaque() == Unmanaged.passUnretained(timer).toOpaque() {
      // It is back, and so is the reference.
      lastLeft = nil
    } else if !timer.flags.contains(.isKept) {
      _ = Unmanaged.passRetained(timer)
    }
    mode._withUnsafeGuaranteedRef { mode in
      timer.modeSet = mode.onlySet
      mode.countTimers(1)
      mode.onlySet._withUnsafeGuaranteedRef { $0.heap.insert(timer) }
      if mayBeFirst(timer) { armTimers(mode) }
    }
    return true
  }

  /// The mode, without a retain: the loop has it.
  @inline(__always)
  private func knownMode(named name: Mode) -> Unmanaged<ModeState>? {
    name.known == .default ? .passUnretained(defaultMode) : mode(named: name).map { .passUnretained($0) }
  }

  /// The timer leaves its only mode. False when nothing was done.
  @inline(__always)
  func removeAsOwner(_ timer: Timer, from name: Mode) -> Bool {
    guard lock.isOwner else { return false }
    lock.lockAsOwner()
    guard timer.home.load(ordering: .relaxed) == cell.address, timer.heapIndex >= 0, !timer.isCommon,
      visitors.isEmpty, let mode = knownMode(named: name), let set = timer.modeSet,
      set.toOpaque() == mode._withUnsafeGuaranteedRef({ $0.onlySet.toOpaque() })
    else {
      lock.unlockAsOwner()
      return false
    }
    mode._withUnsafeGuaranteedRef { mode in
      let mayBeFirst = mayBeFirst(timer)
      set._withUnsafeGuaranteedRef { $0.heap.remove(timer) }
      timer.modeSet = nil
      mode.countTimers(-1)
      if mayBeFirst { armTimers(mode) }
    }
    let released = keep(timer)
    lock.unlockAsOwner()
    released?.release()
    return true
  }

  /// Sets the date of a valid, ordinary timer to one that is ahead. With the lock held; false when nothing was done.
  @inline(__always)
  func move(_ timer: Timer, to date: Instant) -> Bool {
    guard simulation == nil, timer.isValid, timer.extras == nil,
      timer.flags.isSubset(of: [.isKept, .isReusable])
    else {
      return false
    }
    guard runDepth > 0 else { return false }
    if recentNow == 0 { recentNow = clockNow }
    guard date.nanoseconds > Int64(recentNow) else { return false }
    timer.fireTime = date == .distantFuture ? .never : UInt64(date.nanoseconds)
    timer.sequence = nextTimerSequence()
    guard let set = timer.modeSet else { return true }
    let mayBeFirst = mayBeFirst(timer)
    set._withUnsafeGuaranteedRef { set in
      guard !set.isEmpty else { return }
      if timer.heapIndex >= 0 { set.heap.update(timer) } else { set.heap.insert(timer) }
      if mayBeFirst || timer.heapIndex == 0 {
        for mode in set.modes { armTimers(mode) }
      }
    }
    return true
  }

  /// Whether a port must be armed anew for the timer now: it may be the first one, or the loop sleeps, and what was
  /// armed for another's tolerance is too late for this one.
  @inline(__always)
  private func mayBeFirst(_ timer: Timer) -> Bool {
    timer.heapIndex <= 0 || sleepingMode != nil || armsPortsAtOnce
  }

  // MARK: Timers that left

  /// Keeps a timer that has left, until another one leaves, or the next turn; a timer that is started anew again and
  /// again comes back before that, and costs no reference counting. Gives back what is to be released instead.
  @inline(__always)
  private func keep(_ timer: Timer) -> Unmanaged<Timer>? {
    if timer.flags.contains(.isKept) { return nil }
    if runDepth == 0 { return .passUnretained(timer) }
    if timerBatch != nil {
      keepForNow(timer)
      return nil
    }
    let other = lastLeft
    lastLeft = .passUnretained(timer)
    hasKeptTimers.store(true, ordering: .relaxed)
    return other
  }

  /// Keeps a timer that has left while timers are fired: it may be one of them.
  /// With the lock held, on any thread.
  func keepForNow(_ timer: Timer) {
    hasKeptTimers.store(true, ordering: .relaxed)
    timer.flags.insert(.isKept)
    keptTimers.append(.passUnretained(timer))
  }

  /// Lets go of the timers that left and did not come back. The loop's thread, outside the lock. Not while timers are
  /// fired.
  @inline(__always)
  func releaseKeptTimers() {
    if hasKeptTimers.load(ordering: .relaxed), timerBatch == nil { releaseAllKeptTimers() }
  }

  @inline(never)
  private func releaseAllKeptTimers() {
    lock.lockAsOwner()
    var released = keptTimers
    keptTimers = []
    hasKeptTimers.store(false, ordering: .relaxed)
    var count = 0
    for timer in released where !cameBack(timer) {
      released[count] = timer
      count += 1
    }
    let last = lastLeft
    lastLeft = nil
    lock.unlockAsOwner()
    for timer in released[..<count] { timer.release() }
    last?.release()
  }

  /// Whether the reference is the mode's again. Not when the timer went to another loop meanwhile, which has its own.
  private func cameBack(_ timer: Unmanaged<Timer>) -> Bool {
    timer._withUnsafeGuaranteedRef { timer in
      guard timer.home.load(ordering: .relaxed) == cell.address, timer.flags.contains(.isKept) else {
        return false
      }
      timer.flags.remove(.isKept)
      return timer.modeSet != nil
    }
  }
}
