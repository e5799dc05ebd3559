/// Deferred work, most of which is never needed: a time-out is restarted or cancelled far more often than it fires.
///
/// - A timer that is given a later date keeps its entry, which is too early then and never too late.
/// - A timer that leaves keeps its entry too, marked stale by `hasLeft`. A timer that comes back takes its entry back.
///
/// An entry is sorted or dropped when it comes to the top, once, however often its timer was moved, removed and added
/// meanwhile. So these operations touch only the timer's own memory, and no other timer. A stale entry lives no longer
/// than its timer, whose deallocation removes it, so entries never outnumber timers.
extension TimerQueue {
  /// Marks the entry of a timer that leaves the queue's modes; it stays.
  @inline(__always)
  func leave(_ timer: RunLoop.Timer) {
    timer.flags.insert(.hasLeft)
  }

  /// Reuses the entry of a timer that comes back.
  @inline(__always)
  mutating func takeBack(_ timer: RunLoop.Timer) {
    timer.flags.remove(.hasLeft)
    move(timer)
  }

  /// Updates the queue after a timer's date was set.
  @inline(__always)
  mutating func move(_ timer: RunLoop.Timer) {
    if timer.fireTime < timer.entryTime { update(timer) }
  }

  /// Whether the first entry, which must exist, has left or has an old date. An old sequence, which `refreshesFirst` sorts too, does not
  /// count: no sleep searches behind an entry that has its timer's date.
  var isFirstStale: Bool {
    self[0].timer._withUnsafeGuaranteedRef { $0.flags.contains(.hasLeft) || $0.fireTime != self[0].time }
  }

  /// Sorts or drops the first entry when it is stale. False when it is current.
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

  /// Removes the entry of a timer that has left. Another thread may deallocate the timer as soon as it has no entry.
  mutating func drop(_ timer: RunLoop.Timer) {
    timer.flags.remove(.hasLeft)
    timer.setAddress = nil
    remove(timer)
  }

  /// Refreshes entries until the first one is current, `most` at most.
  mutating func settle(most: Int) {
    var left = most
    while left > 0, count > 0, refreshesFirst() { left -= 1 }
  }

  /// Refreshes the entries whose time has come. False when all of them were current.
  mutating func settle(until now: Nanoseconds) -> Bool {
    var hasMoved = false
    while firstTime <= now, refreshesFirst() { hasMoved = true }
    return hasMoved
  }

  /// Drops all entries when the loop ends and its timers have left.
  mutating func dropAll() {
    while count > 0 { self[count - 1].timer._withUnsafeGuaranteedRef { drop($0) } }
  }
}
