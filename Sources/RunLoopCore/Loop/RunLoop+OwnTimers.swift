/// What a loop's own thread does with timers that are in one mode, which is what most programs do all the time. Each way
/// gives up, and leaves it to the general one, when anything is out of the ordinary.
extension RunLoop {
  /// The most timers that are let go of late.
  private static let mostKept = 1024

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
    if !timer.flags.contains(.isKept) { _ = Unmanaged.passRetained(timer) }
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
    let isKept = keep(timer)
    let isTooMuch = keptTimers.count >= Self.mostKept
    lock.unlockAsOwner()
    if !isKept { Unmanaged.passUnretained(timer).release() }
    if isTooMuch { releaseAllKeptTimers() }
    return true
  }

  /// Sets the date of a valid, ordinary timer to one that is ahead. With the lock held; false when nothing was done.
  @inline(__always)
  func move(_ timer: Timer, to date: Instant) -> Bool {
    guard simulation == nil, timer.isValid, timer.extras == nil, timer.flags.isSubset(of: .isKept) else {
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

  /// Keeps a timer that has left, until the next turn at the latest. False: it must be released.
  @inline(__always)
  private func keep(_ timer: Timer) -> Bool {
    if timer.flags.contains(.isKept) { return true }
    if runDepth == 0 { return false }
    hasKeptTimers = true
    timer.flags.insert(.isKept)
    keptTimers.append(.passUnretained(timer))
    return true
  }

  /// Lets go of the timers that left and did not come back. The loop's thread, outside the lock.
  @inline(__always)
  func releaseKeptTimers() {
    if hasKeptTimers { releaseAllKeptTimers() }
  }

  @inline(never)
  private func releaseAllKeptTimers() {
    lock.lockAsOwner()
    var released = keptTimers
    keptTimers = []
    hasKeptTimers = false
    var count = 0
    for timer in released {
      _ = timer._withUnsafeGuaranteedRef { $0.flags.remove(.isKept) }
      // One that came back is the mode's again.
      if timer._withUnsafeGuaranteedRef({ $0.modeSet }) == nil {
        released[count] = timer
        count += 1
      }
    }
    lock.unlockAsOwner()
    for timer in released[..<count] { timer.release() }
  }

  /// The timer's guard goes to another loop, with its reference. With the lock held.
  func stopKeeping(_ timer: Timer) -> Bool {
    guard timer.flags.contains(.isKept) else { return false }
    timer.flags.remove(.isKept)
    keptTimers.removeAll { $0.toOpaque() == Unmanaged.passUnretained(timer).toOpaque() }
    return true
  }
}
