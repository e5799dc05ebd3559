extension RunLoop {
  /// The date of a new timer, from a thread that may have another clock than the loop.
  ///
  /// A timer whose date is past on its maker's clock fires at once. So a thread with another clock makes the timer for the end of
  /// time, and sets the date when the timer is in the loop, whose clock then decides.
  package struct FirstDate {
    fileprivate let date: Instant
    fileprivate let isOnAnotherClock: Bool

    /// What the timer is made with.
    package var whenMade: Instant { isOnAnotherClock ? .distantFuture : date }
  }

  /// For a timer of this loop that the calling thread is about to make.
  package func firstDate(_ date: Instant) -> FirstDate {
    FirstDate(date: date, isOnAnotherClock: clock.simulation !== ThreadClock.simulation)
  }

  /// Sets the date where it was not: after the timer was added to this loop.
  package func set(_ date: FirstDate, of timer: Timer) {
    if date.isOnAnotherClock { timer.fireDate = date.date }
  }
}
