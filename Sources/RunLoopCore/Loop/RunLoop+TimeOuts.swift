/// What a loop's own thread does with a time-out: takes its timer out, and puts it back in with a later date.
///
/// The timer that left last keeps its place in its heap for a moment, and its reference. When it comes back nothing but
/// its own memory and the loop's was touched. There is no call in these ways but the last, so that they save no register:
/// they are a tenth of what sorting a timer costs. Each gives up, and leaves it to the general way, when anything is out of
/// the ordinary.
extension RunLoop {
  /// The timer leaves the default mode, its only one, and is not the first there. False when nothing was done.
  @inline(__always)
  func leavesForNow(_ timer: Timer, from name: Mode) -> Bool {
    guard name.known == .default, lock.lockByBias() else { return false }
    guard timer.home.load(ordering: .relaxed) == cell.address, timer.heapIndex > 0, !timer.isCommon,
      !timer.flags.contains(.isKept), let set = timer.modeSet,
      set.toOpaque() == defaultMode.onlySet.toOpaque(),
      lastLeft == nil, timerBatch == nil, runDepth > 0, !armsPortsAtOnce
    else {
      lock.unlockByBias()
      return false
    }
    lastLeft = .passUnretained(timer)
    keptPlace = set
    hasKeptTimers.store(true, ordering: .relaxed)
    timer.modeSet = nil
    defaultMode.countTimers(-1)
    lock.unlockByBias()
    return true
  }

  /// The timer that left last comes back to its place. False when nothing was done.
  @inline(__always)
  func comesBack(_ timer: Timer, to name: Mode) -> Bool {
    guard name.known == .default, lock.lockByBias() else { return false }
    guard lastLeft?.toOpaque() == Unmanaged.passUnretained(timer).toOpaque(), let set = keptPlace,
      set.toOpaque() == defaultMode.onlySet.toOpaque(), timer.isValid, timer.modeSet == nil,
      timer.heapIndex > 0, timer.fireTime >= timer.placeTime
    else {
      lock.unlockByBias()
      return false
    }
    lastLeft = nil
    keptPlace = nil
    timer.modeSet = set
    defaultMode.countTimers(1)
    lock.unlockByBias()
    return true
  }

  /// Whether the timer that left last comes back to its place in a mode, where it may have to be moved. Else it has none
  /// any more.
  func takeBackPlace(in mode: Unmanaged<ModeState>) -> Bool {
    let isHere = keptPlace?.toOpaque() == mode._withUnsafeGuaranteedRef { $0.onlySet.toOpaque() }
    if isHere { keptPlace = nil } else { giveUpPlace() }
    return isHere
  }

  /// The timer that left last has no place any more. With the lock held, on any thread.
  @inline(__always)
  func giveUpPlace() {
    if keptPlace != nil { takeOutKeptPlace() }
  }

  @inline(never)
  private func takeOutKeptPlace() {
    guard let set = keptPlace, let timer = lastLeft else { return }
    keptPlace = nil
    set._withUnsafeGuaranteedRef { set in timer._withUnsafeGuaranteedRef { set.heap.remove($0) } }
  }
}
