/// What is put off: a time-out that is started over and over should not be sorted each time.
///
/// A timer that is given a later date keeps its place, which is too early then and never too late. It is sorted anew when
/// its place comes to the top, once, however often it was moved meanwhile. So being moved costs what its own memory
/// costs, and no other timer is looked at.
///
/// `firstTime` is a time before which nothing is due, then. Who needs more settles the top first.
extension TimerHeap {
  /// A timer's date was set.
  @inline(__always)
  mutating func move(_ timer: RunLoop.Timer) {
    if timer.fireTime < timer.placeTime { update(timer) }
  }

  /// Sorts the first timer when its place is older than its date. False when it is where it belongs.
  @inline(__always)
  mutating func sortsFirst() -> Bool {
    let first = self[0]
    return first.timer._withUnsafeGuaranteedRef { timer in
      if timer.fireTime == first.time, timer.sequence == timer.placeSequence { return false }
      update(timer)
      return true
    }
  }

  /// Sorts timers with places that are too early until the first one is where it belongs, so many at most.
  mutating func settle(most: Int) {
    var left = most
    while left > 0, count > 0, sortsFirst() { left -= 1 }
  }

  /// Sorts the timers whose places are over, and whose dates may not be. False when there was nothing to do.
  mutating func settle(until now: Nanoseconds) -> Bool {
    var hasMoved = false
    while firstTime <= now, sortsFirst() { hasMoved = true }
    return hasMoved
  }
}
