import LinuxSystem
import Synchronization

/// Step 7 of the turn: find the one port to serve, and sleep until there is one.
extension RunLoop {
  /// Chooses between two waits: this file has the one for the real clock, RunLoop+SimulatedWait.swift the other.
  func wait(_ run: borrowing Run, sleeps: Bool) -> ReadyPort {
    if let simulation {
      updateInterest()
      return wait(run, sleeps: sleeps, in: simulation)
    }
    return waitInKernel(run, sleeps: sleeps)
  }

  func waitInKernel(_ run: borrowing Run, sleeps: Bool) -> ReadyPort {
    let ready = sleeps ? sleep(run) : readyPort(run)
    if case .timers? = ready {
      kernelWait.servedTimersLast = true
    } else {
      kernelWait.servedTimersLast = false
    }
    return ready ?? .none
  }

  /// A port that is ready now, without sleeping. Ports are taken as the kernel lists them, oldest first; timers and
  /// wake-ups, of which the kernel does not know while the loop is awake, are checked where they cannot starve others.
  private func readyPort(_ run: borrowing Run) -> ReadyPort? {
    guard let ports = run.mode.portsWithoutLock else {
      updateInterest()
      return readyWithoutPorts(run)
    }
    return ports._withUnsafeGuaranteedRef { readyPort(run, $0) }
  }

  /// - Parameter now: the time, if it was read since the last callout.
  @inline(__always)
  private func readyPort(_ run: borrowing Run, _ ports: PortSet, at now: Nanoseconds? = nil) -> ReadyPort? {
    if ports.hasBatch, let ready = nextReadyPort(run, ports) { return ready }
    if !kernelWait.servedTimersLast, let ready = timersReady(run, at: now) { return ready }
    // Also where nothing is watched: the changes keep their sources.
    if ports.watchesSources || interest.hasChanges, kernelWait.looks(isNoted: waker.isNoted) {
      updateInterest()
      if ports.watchesSources, ports.look(blocking: false), let ready = nextReadyPort(run, ports) {
        return ready
      }
    }
    if kernelWait.servedTimersLast, let ready = timersReady(run, at: now) { return ready }
    return readyWithoutDescriptor(run)
  }

  /// The next of the ports that the kernel has listed, acknowledged. Stale events are skipped.
  @inline(__always)
  private func nextReadyPort(_ run: borrowing Run, _ ports: PortSet) -> ReadyPort? {
    while ports.hasBatch, let event = nextEvent(ports) {
      switch event {
      case .doorbell:
        if waker.takeNote() { return .wake }
      case .timer:
        lock.withLock { ports.timerPortRang() }
        if let ready = timersReady(run) { return ready }
        if hasTimedOut(run) { return ReadyPort.none }
      case .mainQueue:
        if run.servesMainQueue {
          if Self.mainQueue.takeReady() { return .mainQueue }
        } else {
          Self.mainQueue.guest?.note()
        }
      case .source(let source):
        if acknowledge(source) { return .source(source) }
      }
    }
    return nil
  }

  /// Sleeps until a port is ready, the run's time has passed, or the run should stop.
  private func sleep(_ run: borrowing Run) -> ReadyPort {
    guard let ports = try? openPorts(run.mode) else { return sleepWithoutPorts(run) }
    return ports._withUnsafeGuaranteedRef { sleep(run, $0) }
  }

  @inline(__always)
  private func sleep(_ run: borrowing Run, _ ports: PortSet) -> ReadyPort {
    if run.servesMainQueue, !ports.watchesMainQueue {
      try? ports.watchMainQueue(Self.mainQueue.descriptor)
    }
    watchGuest(run, ports)
    if let ready = nextReadyPort(run, ports) { return ready }
    while true {
      // With work pending no port is armed.
      if mustStayAwake(run) {
        if let ready = readyPort(run, ports) { return ready }
        if runs.stopRequested.load(ordering: .relaxed) { return .none }
      }
      updateInterest()
      if waker.spinsUntilNoted() { continue }
      let wake = prepareToSleep(run, ports)
      if wake.isOver { return readyPort(run, ports, at: wake.time) ?? .none }
      if fallAsleep(run, in: ports) {
        // Without a descriptor for a timer port the wait itself has a deadline.
        heartbeat.beginWait()
        if linux_trace_is_on() { trace(.sleepBegan) }
        let end = min(wake.isArmed ? .never : wake.time, latestLookAtGuest(run, ports))
        let isReady: Bool
        if owes(ports) {
          SystemCall.pauseAfterRefusal()
          isReady = ports.look(blocking: false)
        } else {
          isReady = ports.look(blocking: true, until: end)
        }
        // Nothing was reported: a kernel that refuses the wait would not report the armed timer either.
        if !isReady { lock.withLock { ports.timerPortRang() } }
        heartbeat.endWait()
        if linux_trace_is_on() { trace(.sleepEnded) }
        awake()
        kernelWait.slept()
      }
      wokeUp()
      if let ready = nextReadyPort(run, ports) { return ready }
    }
  }

  /// Whether the kernel refused a change, so that it watches other descriptors than it should: then the loop sleeps briefly.
  @inline(__always)
  private func owes(_ ports: PortSet) -> Bool { ports.isStale || interest.hasChanges }

  /// When a sleep ends.
  private struct SleepEnd {
    var time: Nanoseconds
    var isArmed = false
    /// Whether that time has come; `time` is now then.
    var isOver = false
  }

  /// Arms the timer port for the earlier of the mode's timers and the end of the run, unless that time has come.
  /// When the port is armed for it already, neither the kernel nor the clock is asked.
  private func prepareToSleep(_ run: borrowing Run, _ ports: PortSet) -> SleepEnd {
    lock.lockAsOwner()
    defer { lock.unlockAsOwner() }
    var wake = min(sortedTimerWake(run.mode), run.deadline)
    // A timer with tolerance need not wait longer when the loop was woken by others.
    let mayWait = run.mode.timerState.isArmed && run.mode.timerState.deadline < wake
    if mayWait || !ports.isArmed(for: wake) {
      let now = clockNow
      if settleTimers(run.mode, until: now) { wake = min(timerWake(run.mode), run.deadline) }
      if wake <= now || mayWait && run.mode.timerState.deadline <= now {
        // It may count as asleep since a callout in which a host prepared to wait.
        sleepRecord.mode = nil
        return SleepEnd(time: now, isOver: true)
      }
    }
    beginSleep(run)
    return SleepEnd(time: wake, isArmed: ports.armTimer(for: wake, simulation: nil))
  }

  @inline(__always)
  private func wokeUp() {
    lock.lockAsOwner()
    sleepRecord.mode = nil
    lock.unlockAsOwner()
  }

  /// Records for other threads the mode in which the loop sleeps. With the lock held.
  @inline(__always)
  private func beginSleep(_ run: borrowing Run) {
    sleepRecord = SleepRecord(mode: .passUnretained(run.mode), deadline: run.deadline)
  }

  /// Announces that the loop sleeps; false when a wake-up, or another reason to stay awake, came before.
  private func fallAsleep(_ run: borrowing Run, in ports: PortSet?) -> Bool {
    var how: UInt32 = 0
    if run.servesMainQueue {
      how |= WakeState.awaitsMainQueue
      if let ports, !ports.watchesMainQueue { how |= WakeState.mainQueueUnwatched }
    }
    if ports == nil { how |= WakeState.onWord }
    // Checked after the announcement: a thread that changes one of them later sees that it must ring.
    if waker.announceSleep(how), !mustStayAwake(run) { return true }
    awake()
    return false
  }

  @inline(__always)
  private func awake() {
    waker.awake()
    turnTime = 0
  }

  /// Sleeps on the loop's word when no descriptor is left for a port set; a thread that changes the word wakes it.
  /// Everything works except port sources, which can not be added without descriptors.
  private func sleepWithoutPorts(_ run: borrowing Run) -> ReadyPort {
    while true {
      if let ready = readyPort(run) { return ready }
      if mustReturn(run) { return .none }
      guard fallAsleep(run, in: nil) else { continue }
      let state = waker.state.load(ordering: .relaxed) & ~WakeState.noted
      // After the announcement, since no port is armed: a thread that changes the timers later finds the loop asleep on its word.
      let wake = lock.withLock { () -> Nanoseconds? in
        // A descriptor was available again, and a port source was added.
        if run.mode.ports != nil { return nil }
        let wake = min(sortedTimerWake(run.mode), run.deadline)
        beginSleep(run)
        return wake
      }
      if let wake {
        heartbeat.beginWait()
        if linux_trace_is_on() { trace(.sleepBegan) }
        withUnsafePointer(to: waker.state) {
          SystemCall.sleep(
            on: UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self), while: state,
            until: min(wake, latestLookAtGuest(run, nil)))
        }
        heartbeat.endWait()
        if linux_trace_is_on() { trace(.sleepEnded) }
      }
      awake()
      wokeUp()
      if wake == nil { return sleep(run) }
    }
  }
}

#if DEBUG
  extension RunLoop {
    /// See `Waker.beforeSleepIsAnnounced`.
    package var beforeSleepIsAnnounced: (() -> Void)? {
      get { waker.beforeSleepIsAnnounced }
      set { waker.beforeSleepIsAnnounced = newValue }
    }
  }
#endif
