import Synchronization

/// A clock whose time a test or a tool moves. A loop with this clock does not wait: its sleep ends at once, at the next
/// deadline, and the same program has the same order of callouts each time.
///
/// Install it on a thread before that thread's loop is made:
///
///     let clock = SimulatedClock()
///     clock.install()
///     let loop = RunLoop.current
///     loop.add(RunLoop.Timer(after: .seconds(3600)) { _ in print("an hour later") })
///     loop.run(for: .seconds(7200))          // returns at once
///
/// One thread moves the time, by running its loop or by `advance`. Other threads may install the clock too, so that
/// timers they make or move follow it, but must not run a loop with it. Descriptors stay real: a loop under a
/// simulated clock serves ready ones first and moves the time only when none is ready.
///
/// The time ends at `distantFuture`, about 292 years after its zero. There it stops: a run for a time ends at once, and
/// timers that would be due later never fire, which is starvation for a run without an end.
public final class SimulatedClock: Sendable {
  /// Whether any thread has a simulated clock; keeps the real clock's path short.
  static let anyInstalled = Atomic<Bool>(false)
  /// The last moment, at which the time stands still.
  static var endOfTime: Nanoseconds { Nanoseconds(Int64.max) }

  private let current: Atomic<UInt64>
  private let agenda = Mutex(Agenda())
  private let starvation = Mutex<(@Sendable () -> Void)?>(nil)

  /// Whether a loop arms the timer ports of modes exactly where CFRunLoop on Linux does.
  let armsPortsAsCFRunLoop: Bool
  /// Whether the time is that of CLOCK_MONOTONIC, and the loop really sleeps.
  let followsSystem: Bool
  /// Calls a function at a time of the system's clock, and returns a closure that cancels the call.
  let alarm: Alarm?
  package typealias Alarm =
    @Sendable (_ nanoseconds: UInt64, _ ring: @escaping @Sendable () -> Void) -> (
      @Sendable () -> Void
    )

  /// - Parameters:
  ///   - start: what `now` is at first. Far from zero, so that there is a past.
  ///   - armsPortsAsCFRunLoop: for comparisons with CFRunLoop, which neglects the timer ports of modes that do not
  ///     run: a timer that is in several modes and whose date is set in its own callout can be missed in another
  ///     mode, and an inner run in another mode can get a turn for a timer that is being called. Traces are equal to
  ///     CFRunLoop's with it; programs leave it false.
  public init(
    start: RunLoop.Instant = RunLoop.Instant(nanoseconds: 1_000_000_000_000_000),
    armsPortsAsCFRunLoop: Bool = false
  ) {
    self.armsPortsAsCFRunLoop = armsPortsAsCFRunLoop
    followsSystem = false
    alarm = nil
    current = Atomic(UInt64(max(start.nanoseconds, 0)))
  }

  /// The system's time, with events in exactly the order in which they arrive, as under simulated time, at the price of a
  /// system call for each. For programs whose system clock is simulated from outside.
  ///
  /// - Parameter alarm: wakes a run at the end of its time; without it, that end has no defined place among events.
  package init(followingSystem alarm: Alarm?) {
    armsPortsAsCFRunLoop = false
    self.alarm = alarm
    followsSystem = true
    current = Atomic(0)
  }

  /// The present moment.
  public var now: RunLoop.Instant { nowInside.instant }

  var nowInside: Nanoseconds { followsSystem ? MonotonicClock.now : current.load(ordering: .acquiring) }

  /// Whether this is the calling thread's clock.
  public var isInstalled: Bool { ThreadClock.simulation === self }

  /// Calls `body` when the time comes, on the thread that moves the time, while the loop sleeps or computes.
  /// Bodies of the same moment are called in the order of scheduling, those of `distantFuture` never.
  @discardableResult
  public func schedule(at instant: RunLoop.Instant, _ body: @escaping @Sendable () -> Void) -> Appointment {
    schedule(at: instant == .distantFuture ? .never : UInt64(max(instant.nanoseconds, 0)), body)
  }

  func schedule(at time: Nanoseconds, _ body: @escaping @Sendable () -> Void) -> Appointment {
    let appointment = Appointment(clock: self, body)
    arm(appointment, at: time)
    clearAway()
    return appointment
  }

  /// Moves the time as if the calling thread computed for this long. What becomes due meanwhile happens at its own moment.
  public func advance(by duration: Duration) {
    let end = UInt64(max(now.advanced(by: duration).nanoseconds, 0))
    while step(until: end) {}
    move(to: end)
  }

  /// Sets a handler for a loop that would never wake: nothing is scheduled and no descriptor is ready.
  /// Without a handler the loop really sleeps, until another thread or a descriptor wakes it.
  public func onStarvation(_ body: (@Sendable () -> Void)?) {
    // The old one is released outside the lock.
    var old = body
    starvation.withLock { swap(&$0, &old) }
  }

  /// Something that happens at a simulated moment.
  public final class Appointment: Sendable {
    private let clock: SimulatedClock
    fileprivate let body: @Sendable () -> Void
    /// Number of the current arming, so that an older entry in the agenda is recognised as stale.
    let arming = Atomic<UInt64>(0)

    init(clock: SimulatedClock, _ body: @escaping @Sendable () -> Void) {
      self.clock = clock
      self.body = body
    }

    /// Cancels the call. Without effect once the moment has passed.
    public func cancel() {
      arming.store(0, ordering: .sequentiallyConsistent)
    }

    func move(to time: Nanoseconds) {
      clock.arm(self, at: time)
    }
  }

  /// Puts the appointment on the agenda, in place of an earlier date; in the past means at once.
  func arm(_ appointment: Appointment, at time: Nanoseconds) {
    if time == .never { return appointment.cancel() }
    if time <= nowInside {
      appointment.cancel()
      return appointment.body()
    }
    agenda.withLock { $0.insert(appointment, at: min(time, Self.endOfTime)) }
  }

  /// Moves the time to the next appointment not later than `end`, and calls it and all others of that moment, so
  /// that a reaction to one sees the effects of the others too. False when there is none.
  func step(until end: Nanoseconds = .never) -> Bool {
    if followsSystem { return false }
    clearAway()
    guard let (time, appointment) = agenda.withLock({ $0.removeFirst(until: end) }) else { return false }
    move(to: time)
    appointment.body()
    while let (_, next) = agenda.withLock({ $0.removeFirst(until: nowInside) }) { next.body() }
    return true
  }

  /// Calls the handler for a loop that would never wake; false when there is none.
  func starve() -> Bool {
    guard let handler = starvation.withLock({ $0 }) else { return false }
    handler()
    return true
  }

  /// Releases stale appointments, whose closures are a user's. Called without any lock.
  private func clearAway() {
    let dropped = agenda.withLock { agenda in
      let dropped = agenda.dropped
      agenda.dropped = []
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }

  private func move(to time: Nanoseconds) {
    if !followsSystem, time > nowInside { current.store(time, ordering: .releasing) }
  }
}
