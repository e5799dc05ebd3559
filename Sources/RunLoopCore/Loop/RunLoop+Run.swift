import LinuxSystem

/// One activation of a loop, from entry to exit. Not copied: each copy would retain the mode.
struct Run: ~Copyable {
  let mode: ModeState
  /// Identifies the run, to compare with the innermost one.
  let number: UInt64
  let returnAfterSourceHandled: Bool
  /// Whether the run serves ready items and does not sleep.
  let polls: Bool
  /// Decided once, after the entry observers: the main thread's loop, in a common mode, not inside a block of the
  /// main queue.
  var servesMainQueue = false
  /// `never` for a run without an end.
  var deadline = Nanoseconds.never
  /// The condition that ends the run: see RunLoop+RunUntil.swift. The caller retains it.
  var condition: Unmanaged<RunCondition>?
}

extension RunLoop {
  /// The longest time a run can be given; longer is without an end, as with CFRunLoop.
  static let longestRun = Duration.seconds(504_911_232)

  /// Runs in the default mode until it is stopped or has nothing left to wait for.
  /// Corresponds to `CFRunLoopRun`.
  public func run() {
    while true {
      let result = run(mode: .default)
      if result == .stopped || result == .finished { return }
    }
  }

  /// Runs in a mode for a time. Only on the loop's own thread, also inside its callouts: runs nest.
  ///
  /// - Parameters:
  ///   - mode: `common` and modes that have nothing to wait for finish at once, without calling observers.
  ///   - duration: nil, or more than `longestRun`, without an end; zero or less for one turn that does not sleep. It counts
  ///     from after the entry observers.
  ///   - returnAfterSourceHandled: whether to return after the first turn that served a source, a port source or
  ///     the main queue.
  /// - Returns: why the run ended. Corresponds to `CFRunLoopRunInMode`.
  @discardableResult
  public func run(
    mode: Mode = .default, for duration: Duration?, returnAfterSourceHandled: Bool = false
  ) -> RunResult {
    run(mode, for: duration.flatMap { $0 > Self.longestRun ? nil : $0 }, returnAfterSourceHandled)
  }

  /// Runs in a mode without an end; see `run(mode:for:returnAfterSourceHandled:)`.
  @discardableResult
  public func run(mode: Mode, returnAfterSourceHandled: Bool = false) -> RunResult {
    run(mode, for: nil, returnAfterSourceHandled)
  }

  /// Runs in a mode until an instant of the loop's clock; see `run(mode:for:returnAfterSourceHandled:)`.
  @discardableResult
  public func run(
    mode: Mode = .default, until instant: Instant, returnAfterSourceHandled: Bool = false
  ) -> RunResult {
    let duration = instant == .distantFuture ? nil : now.duration(to: instant)
    return run(mode: mode, for: duration, returnAfterSourceHandled: returnAfterSourceHandled)
  }

  /// - Parameters:
  ///   - forHost: several turns that do not sleep, for a host's `dispatch`.
  ///   - condition: ends the run when it holds; retained by the caller.
  func run(
    _ name: Mode, for duration: Duration?, _ returnAfterSourceHandled: Bool, forHost: Bool = false,
    until condition: Unmanaged<RunCondition>? = nil
  ) -> RunResult {
    precondition(isOwnThread, "run loop '\(label)' can be run by its own thread only")
    requireOwnProcess()
    guard name != .common, let mode = modeAsOwner(named: name), !isEmpty(mode) else {
      if hosting != nil { beginWaitingAgain() }
      return .finished
    }
    var run = Run(
      mode: mode, number: runs.nextNumber, returnAfterSourceHandled: returnAfterSourceHandled,
      polls: duration.map { $0 <= .zero } ?? false, condition: condition)
    let outer = begin(run)
    let outerBeat = heartbeat.beginRun(mode: mode.number)
    if linux_trace_is_on() { trace(.runBegan) }
    notify(mode, .entry)
    if hosting != nil { sayAwake() }
    let result: RunResult
    if takeStop() {
      result = .stopped
    } else {
      run.servesMainQueue = servesMainQueue(in: mode)
      let end = setDeadline(&run, after: duration)
      result = forHost ? turnsForHost(run) : turns(run)
      if let end {
        end.cancel()
        runs.deadlines.removeLast()
      }
    }
    notify(mode, .exit)
    if linux_trace_is_on() { trace(.runEnded) }
    heartbeat.endRun(outerBeat)
    requireOwnProcess()
    finish(outer)
    return result
  }

  @inline(__always)
  private func modeAsOwner(named name: Mode) -> ModeState? {
    lock.lockAsOwner()
    defer { lock.unlockAsOwner() }
    return mode(named: name)
  }

  /// State that an inner run changes and its end restores.
  private struct Outer {
    /// Nil for the outermost run.
    let mode: Unmanaged<ModeState>?
    let number: UInt64
    let isListening: Bool
    let stop: Bool
    /// Whether a host waited for the loop inside a callout.
    let wasHosted: Bool
    let interruptsDrain: Bool
  }

  private func begin(_ run: borrowing Run) -> Outer {
    let stop = takeStop()
    let outer = Outer(
      mode: runs.mode, number: runs.innermost, isListening: waker.isListening, stop: stop,
      wasHosted: hosting != nil && endWaiting(), interruptsDrain: blocks.interrupt())
    if runs.depth == 0 { waker.beginOutermostRun() }
    if !waker.isListening { listen() }
    lock.lockAsOwner()
    runs.mode = .passUnretained(run.mode)
    putBackTimers(for: run.mode)
    lock.unlockAsOwner()
    if !runs.deadlines.isEmpty { runs.innermostDeadline?.set(isInnermost: false) }
    runs.begin(run.number)
    return outer
  }

  private func finish(_ outer: Outer) {
    runs.end(outer: outer.number)
    if !runs.deadlines.isEmpty { runs.innermostDeadline?.set(isInnermost: true) }
    turnTime = 0
    lock.lockAsOwner()
    runs.mode = outer.mode
    lock.unlockAsOwner()
    if runs.depth > 0 {
      if outer.interruptsDrain { blocks.resume() }
      if outer.isListening {
        if !waker.isListening { listen() }
        // The inner run may have consumed the wake-up of a block that it could not run.
        let hasPosted = outer.mode?._withUnsafeGuaranteedRef { blocks.hasBlock(for: $0, postedOnly: true) }
        if hasPosted ?? false { wakeUp() }
      } else {
        waker.stopListening()
      }
      // A stop that this run did not take is lost with it.
      runs.stopRequested.store(outer.stop, ordering: .sequentiallyConsistent)
    } else {
      updateInterest()
      // A wake-up that this run did not serve is lost with it, except under a host, which makes another turn for it.
      if waker.endOutermostRun(), hosting != nil { hosting?.needsTurn = true }
    }
    if hosting != nil, runs.depth == 0 || outer.wasHosted { beginWaiting() }
  }

  /// Starts the run's time. Under simulated time the end is on the agenda, and wakes this run only.
  private func setDeadline(_ run: inout Run, after duration: Duration?) -> RunDeadline? {
    guard let duration, !run.polls else {
      if run.polls { run.deadline = 0 }
      return nil
    }
    run.deadline = clockNow + UInt64(duration.saturatingNanoseconds)
    // A real sleep has the deadline itself.
    guard let simulation else { return nil }
    run.deadline = min(run.deadline, SimulatedClock.endOfTime)
    let end = RunDeadline(of: run, on: self, simulation)
    runs.deadlines.append(end)
    return end
  }

  @inline(__always)
  func servesMainQueue(in mode: ModeState) -> Bool {
    isMain && !Self.mainQueue.isDraining && mode.isCommon.load(ordering: .relaxed)
  }

  /// Whether a run of the mode would have nothing to wait for. Observers do not count.
  @inline(__always)
  func isEmpty(_ mode: ModeState) -> Bool { !mode.hasWork && hasNothingElse(mode) }

  @inline(never)
  private func hasNothingElse(_ mode: ModeState) -> Bool {
    !servesMainQueue(in: mode) && !blocks.hasBlock(for: mode)
  }
}
