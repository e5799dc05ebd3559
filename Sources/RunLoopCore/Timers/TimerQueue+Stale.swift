/// Work that is put off, since most of it is never needed: a time-out is started over or cancelled far more often than it
/// fires.
///
/// - A timer that is given a later date keeps its entry, which is too early then and never too late.
/// - A timer that leaves keeps its entry too, marked stale by `hasLeft`. A timer that comes back takes its entry back.
///
/// An entry is sorted or dropped when it comes to the top, once, however often its timer was moved, removed and added
/// meanwhile. So these cost what the timer's own memory costs, and no other timer is looked at. A stale entry lives no longer
/// than its timer, whose deallocation removes it: there are no more entries than timers.
extension TimerQueue {
  /// The timer leaves the queue's modes; its entry stays.
  @inline(__always)
  func leave(_ timer: RunLoop.Timer) {
    timer.flags.insert(.hasLeft)
  }

  /// The timer comes back to its entry.
  @inline(__always)
  mutating func takeBack(_ timer: RunLoop.Timer) {
    timer.flags.remove(.hasLeft)
    move(timer)
  }

  /// A timer's date was set.
  @inline(__always)
  mutating func move(_ timer: RunLoop.Timer) {
    if timer.fireTime < timer.entryTime { update(timer) }
  }

  /// Sorts or drops the first entry when it is out of date. False when it is that of the timer that is next.
  @inline(__always)
  mutating func refreshesFirst() -> Bool {
    let first = self[0]
    return first.timer._withUnsafeGuaranteedRef { timer in
      if timer.flags.contains(.hasLeft) {
        drop(timer)
        return true
      }
      if timer.fireTime == first.time, timer.sequence == timer.entrySequence { return false }
      update(timer)
      return true
    }
  }

  /// Removes the entry of a timer that has left. The timer may be deallocated by another thread as soon as it has none.
  mutating func drop(_ timer: RunLoop.Timer) {
    timer.flags.remove(.hasLeft)
    timer.setAddress = nil
    remove(timer)
  }

  /// Refreshes entries until the first one is true, `most` at most.
  mutating func settle(most: Int) {
    var left = most
    while left > 0, count > 0, refreshesFirst() { left -= 1 }
  }

  /// Refreshes the entries with a time that has come. False when all of them were true.
  mutating func settle(until now: Nanoseconds) -> Bool {
    var hasMoved = false
    while firstTime <= now, refreshesFirst() { hasMoved = true }
    return hasMoved
  }

  /// Drops all entries; the loop ends, and its timers have left.
  mutating func dropAll() {
    while count > 0 { self[count - 1].timer._withUnsafeGuaranteedRef { drop($0) } }
  }
}
