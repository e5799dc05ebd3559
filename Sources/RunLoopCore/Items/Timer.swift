import Synchronization

extension RunLoop {
  /// Calls back at a date, once or repeatedly. It never fires early.
  ///
  /// A repeating timer keeps its grid: dates that were missed, because the loop was busy or ran in another mode,
  /// are skipped, and the next one is a whole number of intervals after the first. Timers of the same date fire
  /// in the order in which their dates were set; a repetition sets the next date after the call.
  /// Corresponds to `CFRunLoopTimer`.
  public final class Timer: BoundItem, @unchecked Sendable {
    // The properties for adding, removing and moving a timer lie together, next to the same of `BoundItem`.

    /// When it is due.
    @exclusivity(unchecked) var fireTime: Nanoseconds
    /// Orders timers that are due at the same time: by when their dates were set.
    @exclusivity(unchecked) var sequence: UInt64
    /// The sequence of its entry in a queue: its own, or an earlier one.
    @exclusivity(unchecked) var entrySequence: UInt64 = 0
    /// Nil while it is being called, and when the timer is invalid.
    @exclusivity(unchecked) var body: Action?

    /// How many timers were made or set outside of loops: the upper bits of their sequence.
    private static let sequences = Atomic<UInt64>(0)
    static let localSequenceBits: UInt64 = 24

    /// A timer that is first due at `date`.
    ///
    /// - Parameters:
    ///   - date: a date in the past means as soon as possible; `distantFuture` means not until a date is set.
    ///   - interval: how often it repeats; nil, zero or less for not at all.
    ///   - tolerance: how much later than its date it may fire, so that wake-ups can be shared. For a repeating
    ///     timer at most half the interval counts.
    ///   - order: kept, and without effect, as in CFRunLoop: timers fire by date.
    ///   - isReusable: whether a timer that fires once stays valid then: it leaves its modes, unless its callout has
    ///     set another date, and may get a date and be added again, as for a time-out that is restarted often.
    public convenience init(
      at date: Instant, repeating interval: Duration? = nil, tolerance: Duration = .zero, order: Int = 0,
      isReusable: Bool = false, label: String = "", file: StaticString = #fileID, line: UInt = #line,
      _ body: consuming @escaping @Sendable (Timer) -> Void
    ) {
      // As in `RunLoop.isAhead`.
      let isAhead =
        date.nanoseconds > Int64(bitPattern: ThreadClock.recentNow)
        && (interval ?? .zero <= .zero || date.nanoseconds > Int64(bitPattern: ThreadClock.now))
      self.init(
        date, now: isAhead ? nil : ThreadClock.now, interval, tolerance, order, isReusable: isReusable, label,
        file, line, consume body)
    }

    /// - Parameter now: the time, or nil when the date is known to be ahead.
    @inline(__always)
    private init(
      _ date: Instant, now: Nanoseconds?, _ interval: Duration?, _ tolerance: Duration, _ order: Int,
      isReusable: Bool, _ label: String, _ file: StaticString, _ line: UInt,
      _ body: consuming @escaping @Sendable (Timer) -> Void
    ) {
      self.body = Action(call: consume body)
      sequence = Self.nextSequence()
      let isPast: Bool
      (fireTime, isPast) = Self.fireTime(for: date, now: now)
      let interval = interval.map { UInt64(max($0.saturatingNanoseconds, 0)) } ?? 0
      super.init(kind: interval > 0 ? .repeatingTimer : .timer)
      setUp(
        isPast ? date : nil, interval, tolerance, order, isReusable: isReusable, label, file, line)
    }

    /// Sets what most timers do not have. Part of making the timer.
    @inline(__always)
    private func setUp(
      _ pastDate: Instant?, _ interval: Nanoseconds, _ tolerance: Duration, _ order: Int, isReusable: Bool,
      _ label: String, _ file: StaticString, _ line: UInt
    ) {
      if isReusable { flags.insert(.isReusable) }
      if tolerance > .zero || interval != 0 || pastDate != nil || order != 0 || !label.isEmpty {
        let tolerance = UInt64(max(tolerance.saturatingNanoseconds, 0))
        give(
          Extras(
            label: label, order: order, tolerance: tolerance, interval: interval,
            pastDate: pastDate?.nanoseconds, file: file, line: line))
      }
    }

    /// A timer that is first due `delay` from now, on the calling thread's clock.
    public convenience init(
      after delay: Duration, repeating interval: Duration? = nil, tolerance: Duration = .zero, order: Int = 0,
      isReusable: Bool = false, label: String = "", file: StaticString = #fileID, line: UInt = #line,
      _ body: consuming @escaping @Sendable (Timer) -> Void
    ) {
      let now = ThreadClock.now
      self.init(
        now.instant.advanced(by: delay), now: now, interval, tolerance, order, isReusable: isReusable, label,
        file, line, consume body)
    }

    /// How often it repeats, or nil. Corresponds to `CFRunLoopTimerGetInterval`.
    public var repeatInterval: Duration? {
      interval == 0 ? nil : .nanoseconds(Int64(clamping: interval))
    }

    deinit {
      // Only a timer with an entry can be visible to a loop.
      if queueIndex >= 0 { leaveQueue() }
    }

    // MARK: Inside

    @inline(__always)
    var repeats: Bool { kind == .repeatingTimer }

    /// 0 for a timer that fires once. A repeating one has its extras from the start.
    var interval: Nanoseconds { repeats ? extrasReference._withUnsafeGuaranteedRef { $0.interval } : 0 }

    /// The end of its window: the latest time at which it should fire.
    var latestFireTime: Nanoseconds {
      guard flags.contains(.hasExtras) else { return fireTime }
      let (tolerance, interval) = extrasReference._withUnsafeGuaranteedRef { ($0.tolerance, $0.interval) }
      let most = interval > 0 ? min(tolerance, interval / 2) : tolerance
      return fireTime.addingReportingOverflow(most).overflow ? .never : fireTime + most
    }

    /// The order of firing.
    func isDue(before other: Timer) -> Bool {
      (fireTime, sequence) < (other.fireTime, other.sequence)
    }

    /// The next date of the grid after `now`.
    func advance(beyond now: Nanoseconds) {
      // A repeating timer has its extras from the start.
      let interval = extrasReference._withUnsafeGuaranteedRef { extras in
        extras.pastDate = nil
        return extras.interval
      }
      let missed = now > fireTime ? (now - fireTime) / interval : 0
      let (ahead, tooFar) = interval.multipliedReportingOverflow(by: missed + 1)
      let (next, tooLate) = fireTime.addingReportingOverflow(ahead)
      fireTime = tooFar || tooLate || next >= SimulatedClock.endOfTime ? .never : next
    }

    /// The fire time for a date: now for one that is past.
    ///
    /// - Parameter now: the time, or nil when the date is known to be ahead.
    @inline(__always)
    static func fireTime(for date: Instant, now: Nanoseconds?) -> (time: Nanoseconds, isPast: Bool) {
      if let now, date < now.instant { return (now, true) }
      return (date == .distantFuture ? .never : UInt64(date.nanoseconds), false)
    }

    static func nextSequence() -> UInt64 {
      sequences.wrappingAdd(1, ordering: .relaxed).newValue << localSequenceBits
    }

    /// The base for a sequence that a loop counts on from.
    @inline(__always)
    static var sequenceBase: UInt64 { sequences.load(ordering: .relaxed) << localSequenceBits }
  }
}

extension RunLoop.Timer {
  /// See `Callback`.
  struct Action {
    let call: (RunLoop.Timer) -> Void
  }
}
