/// What a loop's own thread does with timers that are in one mode, which is what most programs do all the time. Each way
/// gives up, and leaves it to the general one, when anything is out of the ordinary.
extension RunLoop {
  /// The timer comes into its first mode.
  @inline(never)
  func addAsOwner(_ timer: Timer, to name: Mode) -> Bool {
    guard lock.isOwner, name.known != .common else { return add(item: timer, to: name) }
    lock.lockAsOwner()
    guard !hasEnded, timer.bind(to: self), timer.modeSet == nil, timer.isValid,
      !timer.flags.contains(.isFiring),
      let mode = knownMode(named: name)
    else {
      lock.unlockAsOwner()
      return add(item: timer, to: name)
    }
    var hasPlace = false
    if lastLeft?.toOpaque() == Unmanaged.passUnretained(timer).toOpaque() {
      hasPlace = takeBackPlace(in: mode)
      // It is back, and so is the reference.
      lastLeft = nil
    } else if !timer.flags.contains(.isKept) {
      _ = Unmanaged.passRetained(timer)
    }
    mode._withUnsafeGuaranteedRef { mode in
      timer.modeSet = mode.onlySet
      mode.countTimers(1)
      mode.onlySet._withUnsafeGuaranteedRef { set in
        if hasPlace { set.heap.move(timer) } else { set.heap.insert(timer) }
      }
      if mayBeFirst(timer) { armTimers(mode) }
    }
    lock.unlockAsOwner()
    return true
  }

  /// The mode, without a retain: the loop has it.
  @inline(__always)
  private func knownMode(named name: Mode) -> Unmanaged<ModeState>? {
    name.known == .default ? .passUnretained(defaultMode) : mode(named: name).map { .passUnretained($0) }
  }

  /// The timer leaves its only mode.
  @inline(never)
  func removeAsOwner(_ timer: Timer, from name: Mode) {
    guard lock.isOwner else { return remove(item: timer, from: name) }
    lock.lockAsOwner()
    guard timer.home.load(ordering: .relaxed) == cell.address, timer.heapIndex >= 0, !timer.isCommon,
      let mode = knownMode(named: name), let set = timer.modeSet,
      set.toOpaque() == mode._withUnsafeGuaranteedRef({ $0.onlySet.toOpaque() })
    else {
      lock.unlockAsOwner()
      return remove(item: timer, from: name)
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
  }

  /// Sets the date of a valid, ordinary timer to one that is ahead. With the lock held; false when nothing was done.
  @inline(__always)
  func move(_ timer: Timer, to date: Instant) -> Bool {
    guard runDepth > 0, simulation == nil, timer.isValid,
      timer.flags.isSubset(of: [.isKept, .isReusable, .hasExtras]), !timer.hasPastDate
    else { return false }
    if recentNow == 0 { readRecentNow() }
    guard date.nanoseconds > Int64(recentNow) else { return false }
    timer.fireTime = date == .distantFuture ? .never : UInt64(date.nanoseconds)
    timer.sequence = nextTimerSequence()
    // Most are in no mode, or their place is early enough.
    if let set = timer.modeSet, timer.heapIndex <= 0 || timer.fireTime < timer.placeTime {
      moveInHeap(timer, set)
    }
    return true
  }

  @inline(never)
  private func readRecentNow() {
    recentNow = clockNow
  }

  @inline(never)
  private func moveInHeap(_ timer: Timer, _ set: Unmanaged<ModeSet>) {
    let mayBeFirst = mayBeFirst(timer)
    set._withUnsafeGuaranteedRef { set in
      guard !set.isEmpty else { return }
      if timer.heapIndex >= 0 { set.heap.move(timer) } else { set.heap.insert(timer) }
      if mayBeFirst || timer.heapIndex == 0 {
        for mode in set.modes { armTimers(mode) }
      }
    }
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
  private func keep(_ timer: Timer) -> Unmanaged<Timer>? {
    if timer.flags.contains(.isKept) { return nil }
    if runDepth == 0 { return .passUnretained(timer) }
    if timerBatch != nil {
      keepForNow(timer)
      return nil
    }
    giveUpPlace()
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

  /// Lets go of the timers that left and did not come back. The loop's thread, outside the lock. While timers are fired,
  /// in an inner run, only of some, when they are many.
  @inline(__always)
  func releaseKeptTimers() {
    guard hasKeptTimers.load(ordering: .relaxed) else { return }
    if timerBatch == nil { releaseAllKeptTimers() } else { releaseSomeKeptTimers() }
  }

  static let fewKeptTimers = 64

  /// An inner run of a timer's call may be all that a program does: what leaves there must not pile up. Those of the
  /// batches that are being fired stay.
  @inline(never)
  private func releaseSomeKeptTimers() {
    lock.lockAsOwner()
    guard keptTimers.count >= keptLimit else { return lock.unlockAsOwner() }
    var needed = Set<UInt>()
    var batch = timerBatch
    while let current = batch {
      for index in current.current..<current.timers.count {
        needed.insert(UInt(bitPattern: current.timers[index].toOpaque()))
      }
      batch = current.outer
    }
    let kept = keptTimers
    keptTimers = []
    var released: [Unmanaged<Timer>] = []
    for timer in kept {
      if needed.contains(UInt(bitPattern: timer.toOpaque())) {
        keptTimers.append(timer)
      } else if !cameBack(timer) {
        released.append(timer)
      }
    }
    // So each is looked at a few times at most, however many stay.
    keptLimit = max(keptTimers.count * 2, Self.fewKeptTimers)
    lock.unlockAsOwner()
    for timer in released { timer.release() }
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
    giveUpPlace()
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
