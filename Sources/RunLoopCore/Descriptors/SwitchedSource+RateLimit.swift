extension RunLoop {
  /// At most `burst` calls in each `interval`.
  ///
  /// A source that would be called more often is disarmed until the interval ends: data that arrives meanwhile
  /// can still be read then. The loop does not spin, and its other items are served as usual.
  public struct RateLimit: Hashable, Sendable {
    /// The time in which at most `burst` callouts are made.
    public var interval: Duration
    /// How many callouts are made in one interval; less than one counts as one.
    public var burst: Int

    /// - Parameter burst: less than one counts as one.
    public init(interval: Duration, burst: Int) {
      self.interval = interval
      self.burst = max(burst, 1)
    }
  }
}

extension RunLoop.SwitchedSource {
  /// How much of the rate limit is used up.
  struct RateState {
    var begin: Nanoseconds = 0
    var calls = 0
    /// Ends the pause; in the loop that reached the limit.
    var timer: (loop: Unmanaged<RunLoop>, timer: RunLoop.Timer)?
  }

  /// Whether the source is off because it was called too often.
  public final var isRateLimited: Bool { registrationLock.withLock { state.isLimited } }

  /// Whether the source may be called now; if not, it is switched off until it may.
  @inline(__always)
  final func isWithinRate(in loop: RunLoop) -> Bool {
    guard let rateLimit else { return true }
    return isWithin(rateLimit, in: loop)
  }

  private final func isWithin(_ limit: RunLoop.RateLimit, in loop: RunLoop) -> Bool {
    let now = loop.clockNow
    let interval = UInt64(max(limit.interval.saturatingNanoseconds, 0))
    let end = registrationLock.withLock { () -> Nanoseconds? in
      if now - min(rateState.begin, now) >= interval {
        rateState.begin = now
        rateState.calls = 0
      }
      rateState.calls += 1
      return rateState.calls > max(limit.burst, 1) ? rateState.begin + interval : nil
    }
    guard let end else { return true }
    pause(until: end, in: loop)
    return false
  }

  private final func pause(until end: Nanoseconds, in loop: RunLoop) {
    let timer = RunLoop.Timer(at: end.instant, label: label.isEmpty ? "rate limit" : "\(label): rate limit") {
      [weak self] _ in self?.endPause()
    }
    let modes = registrationLock.withLock { () -> [RunLoop.Mode]? in
      // Another loop reached the limit first.
      guard rateState.timer == nil, let registration = registration(in: loop) else { return nil }
      rateState.timer = (.passUnretained(loop), timer)
      // Set together with the timer, so that ending the pause finds both.
      state.isLimited = true
      return registration.modeSet.modes.map(\.name)
    }
    guard let modes else { return }
    for mode in modes { loop.add(timer, to: mode) }
    update { _ in }
  }

  private final func endPause() {
    let timer = registrationLock.withLock {
      defer { rateState.timer = nil }
      return rateState.timer?.timer
    }
    timer?.invalidate()
    update { $0.isLimited = false }
  }

  /// Adds the pause's timer to the modes that the source is in.
  final func movePause(to modes: [RunLoop.Mode], of loop: RunLoop) {
    let timer = registrationLock.withLock {
      rateState.timer?.loop.toOpaque() == address(loop) ? rateState.timer?.timer : nil
    }
    if let timer { for mode in modes { loop.add(timer, to: mode) } }
  }

  /// Ends the pause when the source has left all modes of the loop, where nothing would end it any longer.
  final func leavePause(of loop: RunLoop) {
    let isHere = registrationLock.withLock {
      rateState.timer?.loop.toOpaque() == address(loop) && (registration(in: loop) == nil || !isValid)
    }
    if isHere { endPause() }
  }

  private final func address(_ loop: RunLoop) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(loop).toOpaque()
  }
}
