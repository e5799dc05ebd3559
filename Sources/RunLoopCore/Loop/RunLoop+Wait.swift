import CLinux
import Synchronization

/// Step 7 of the turn: find the one port to serve, and sleep until there is one.
extension RunLoop {
  /// How many turns in a row a loop that wakes itself may leave its descriptors unlooked at.
  private static let mostSkippedLooks = 8

  func wait(_ run: Run, sleeps: Bool) -> ReadyPort {
    if !changedSeats.isEmpty { applyInterestChanges() }
    if let simulation { return wait(run, sleeps: sleeps, in: simulation) }
    if let ports = run.mode.portsWithoutLock, ports._withUnsafeGuaranteedRef({ takeNextSource($0) }) {
      servedTimersLast = false
      return .source
    }
    let ready = sleeps ? sleep(run) : readyPort(run)
    if case .timers? = ready { servedTimersLast = true } else { servedTimersLast = false }
    return ready ?? .none
  }

  /// The next of the ports that the kernel has listed, when it is a source's and nothing is to be taken from it: what
  /// most are, and what both ways below would find first. False when nothing was done.
  @inline(__always)
  private func takeNextSource(_ ports: PortSet) -> Bool {
    guard ports.hasBatch, lock.lockByBias() else { return false }
    defer { lock.unlockByBias() }
    return ports.takeNextSource(&readySource)
  }

  /// A port that is ready now, without sleeping. Ports are taken as the kernel lists them, oldest first; what the
  /// kernel does not know of, since the loop is awake, comes where it keeps nobody waiting for ever.
  private func readyPort(_ run: Run) -> ReadyPort? {
    guard let ports = run.mode.portsWithoutLock else { return timersReady(run) ?? readyWithoutPort(run) }
    return ports._withUnsafeGuaranteedRef { readyPort(run, $0) }
  }

  @inline(__always)
  private func readyPort(_ run: Run, _ ports: PortSet) -> ReadyPort? {
    if ports.hasBatch, let ready = nextReadyPort(run, ports) { return ready }
    if !servedTimersLast, let ready = timersReady(run) { return ready }
    if ports.watchesSources {
      if !hasNotedWakeUp || skippedLooks >= Self.mostSkippedLooks {
        skippedLooks = 0
        if ports.look(blocking: false), let ready = nextReadyPort(run, ports) { return ready }
      } else {
        // Also when timers are served in this turn: due timers and wake-ups together must not starve the descriptors.
        skippedLooks += 1
      }
    }
    if servedTimersLast, let ready = timersReady(run) { return ready }
    return readyWithoutPort(run)
  }

  /// A wake-up that was noted, or the main queue.
  @inline(__always)
  private func readyWithoutPort(_ run: Run) -> ReadyPort? {
    if takeWakeUp() { return .wake }
    if run.servesMainQueue, Self.mainQueue.takeReady() { return .mainQueue }
    return nil
  }

  /// The next of the ports that the kernel has listed, acknowledged. What is not true any more is passed over.
  private func nextReadyPort(_ run: Run, _ ports: PortSet) -> ReadyPort? {
    while ports.hasBatch, let event = nextEvent(ports) {
      switch event {
      case .doorbell:
        if takeWakeUp() { return .wake }
      case .timer:
        lock.withLock { ports.timerPortRang() }
        if let ready = timersReady(run) { return ready }
        if isOver(run) { return ReadyPort.none }
      case .mainQueue:
        if run.servesMainQueue {
          if Self.mainQueue.takeReady() { return .mainQueue }
        } else {
          Self.mainQueue.guest?.note()
        }
      case .source:
        if acknowledge(readySource) { return .source }
      }
    }
    return nil
  }

  @inline(__always)
  private func nextEvent(_ ports: PortSet) -> PortSet.Event? {
    lock.lockAsOwner()
    defer { lock.unlockAsOwner() }
    return ports.nextEvent(&readySource)
  }

  /// Takes the count of a wake or timer port; false when another mode or loop was first.
  @inline(__always)
  private func acknowledge(_ port: PortSet.ReadySource) -> Bool {
    !port.countsWakeUps || SystemCall.takeCount(port.descriptor)
  }

  /// The timers, when one is due. Not when the run's time was over before that: then they are the next run's.
  @inline(__always)
  private func timersReady(_ run: Run) -> ReadyPort? {
    run.mode.timerCount.load(ordering: .relaxed) == 0 ? nil : timersReadyInside(run)
  }

  @inline(never)
  private func timersReadyInside(_ run: Run) -> ReadyPort? {
    lock.lockAsOwner()
    defer { lock.unlockAsOwner() }
    guard mayFireTimers(run) else { return nil }
    let now = clockNow
    guard run.mode.timerState.isReady(at: now) else { return nil }
    if settleTimers(run.mode, until: now), !mayFireTimers(run) || !run.mode.timerState.isReady(at: now) {
      return nil
    }
    run.mode.timerState.take()
    return .timers
  }

  @inline(__always)
  private func mayFireTimers(_ run: Run) -> Bool {
    run.mode.timerState.isArmed && (run.mode.timerState.deadline < run.deadline || run.polls)
  }

  /// The port may be armed for what was a timer's date before it was moved. True when that was so.
  func settleTimers(_ mode: ModeState, until now: Nanoseconds) -> Bool {
    guard mode.settleTimers(until: now) else { return false }
    armTimers(mode)
    return true
  }

  /// When to wake for the mode's timers; called with the lock held.
  func timerWake(_ mode: ModeState) -> Nanoseconds {
    guard mode.timerState.isArmed else { return .never }
    return armsPortsAsCFRunLoop ? mode.timerState.deadline : mode.latestTimerWake
  }

  private func isOver(_ run: Run) -> Bool {
    run.deadline != .never && run.deadline <= clockNow
  }

  private func mustReturn(_ run: Run) -> Bool {
    stopRequested.load(ordering: .relaxed) || isOver(run)
  }

  /// Sleeps until a port is ready, the run's time is over, or the run shall stop.
  private func sleep(_ run: Run) -> ReadyPort {
    guard let ports = try? openPorts(run.mode) else { return sleepWithoutPorts(run) }
    return ports._withUnsafeGuaranteedRef { sleep(run, $0) }
  }

  @inline(__always)
  private func sleep(_ run: Run, _ ports: PortSet) -> ReadyPort {
    if run.servesMainQueue, !ports.watchesMainQueue {
      try? ports.watchMainQueue(Self.mainQueue.descriptor)
    }
    watchGuest(run, ports)
    if let ready = nextReadyPort(run, ports) { return ready }
    while true {
      // With work pending no port is armed.
      if mustStayAwake(run) {
        if let ready = readyPort(run, ports) { return ready }
        if stopRequested.load(ordering: .relaxed) { return .none }
      }
      if looksOut() { continue }
      guard let wake = prepareToSleep(run, ports) else { return readyPort(run, ports) ?? .none }
      if fallAsleep(run, in: ports) {
        // Without a descriptor for a timer port the wait has an end itself.
        heartbeat.beginWait()
        if linux_trace_is_on() { trace(.sleepBegan) }
        let end = min(wake.isArmed ? .never : wake.time, latestLookAtGuest(run, ports))
        _ = ports.look(blocking: true, until: end)
        heartbeat.endWait()
        if linux_trace_is_on() { trace(.sleepEnded) }
        awake()
        skippedLooks = 0
      }
      wokeUp()
      if let ready = nextReadyPort(run, ports) { return ready }
    }
  }

  /// Arms the timer port for what comes first, the mode's timers or the end of the run; nil when it is time already.
  /// When that is armed already, neither the kernel nor the clock is asked anything.
  private func prepareToSleep(_ run: Run, _ ports: PortSet) -> (time: Nanoseconds, isArmed: Bool)? {
    lock.lockAsOwner()
    defer { lock.unlockAsOwner() }
    var wake = beginSleep(run)
    // A timer that may wait for others' sake need not any more when the loop was woken for their sake.
    let mayWait = run.mode.timerState.isArmed && run.mode.timerState.deadline < wake
    if mayWait || !ports.isArmed(for: wake) {
      let now = clockNow
      if settleTimers(run.mode, until: now) { wake = beginSleep(run) }
      if wake <= now || mayWait && run.mode.timerState.deadline <= now {
        sleepingMode = nil
        return nil
      }
    }
    return (wake, ports.armTimer(for: wake, simulation: nil))
  }

  @inline(__always)
  private func wokeUp() {
    lock.lockAsOwner()
    sleepingMode = nil
    lock.unlockAsOwner()
  }

  /// With the lock held.
  @inline(__always)
  func isAsleep(in mode: ModeState) -> Bool {
    sleepingMode?.toOpaque() == Unmanaged.passUnretained(mode).toOpaque()
  }

  /// Tells other threads in which mode the loop sleeps, and gives the time to wake. With the lock held.
  private func beginSleep(_ run: Run) -> Nanoseconds {
    sleepingMode = .passUnretained(run.mode)
    sleepingDeadline = run.deadline
    return min(timerWake(run.mode), run.deadline)
  }

  /// No descriptor is left for a port set: the loop sleeps on its word and is woken by whoever changes that.
  /// Everything works but port sources, which can not be added without descriptors.
  private func sleepWithoutPorts(_ run: Run) -> ReadyPort {
    while true {
      if let ready = readyPort(run) { return ready }
      if mustReturn(run) { return .none }
      guard fallAsleep(run, in: nil) else { continue }
      let state = wakeState.load(ordering: .relaxed) & ~WakeState.noted
      // Only now, since nothing is armed: who changes the timers after this finds the loop asleep on its word.
      let wake = lock.withLock { () -> Nanoseconds? in
        // There was a descriptor again, and a port source came.
        if run.mode.ports != nil { return nil }
        return beginSleep(run)
      }
      if let wake {
        heartbeat.beginWait()
        if linux_trace_is_on() { trace(.sleepBegan) }
        withUnsafePointer(to: wakeState) {
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

  /// Waits in simulated time: what is ready comes first, and when nothing is, the clock goes to its next
  /// appointment. Every wake-up, timer and main-queue block rings a descriptor here, so that the kernel keeps the
  /// order in which they came.
  private func wait(_ run: Run, sleeps: Bool, in clock: SimulatedClock) -> ReadyPort {
    guard let ports = try? openPorts(run.mode).takeUnretainedValue() else {
      return waitWithoutPorts(run, sleeps: sleeps, in: clock)
    }
    let mainQueue = run.servesMainQueue ? Self.mainQueue.descriptor : -1
    if mainQueue >= 0 { try? ports.watchMainQueue(mainQueue) }
    watchGuest(run, ports)
    if sleeps { wakeState.bitwiseOr(WakeState.asleep, ordering: .sequentiallyConsistent) }
    if sleeps {
      heartbeat.beginWait()
      if linux_trace_is_on() { trace(.sleepBegan) }
    }
    defer {
      if sleeps {
        heartbeat.endWait()
        if linux_trace_is_on() { trace(.sleepEnded) }
      }
      if ports.watchesMainQueue { ports.unwatchMainQueue(mainQueue) }
      if ports.watchesGuest, let guest = Self.mainQueue.guest { ports.unwatchGuest(guest.descriptor) }
    }
    while true {
      while ports.look(blocking: false) {
        if let ready = nextRungPort(run, ports) { return ready }
      }
      if !sleeps || mustReturn(run) { return .none }
      if !clock.step(), !clock.starve(), ports.look(blocking: true), let ready = nextRungPort(run, ports) {
        return ready
      }
    }
  }

  private func nextRungPort(_ run: Run, _ ports: PortSet) -> ReadyPort? {
    while let event = nextEvent(ports) {
      switch event {
      case .doorbell:
        if SystemCall.takeCount(doorbell.load(ordering: .relaxed)) {
          _ = takeWakeUp()
          return .wake
        }
      case .timer:
        let rang = lock.withLock { () -> Bool in
          guard ports.acknowledgeTimer() else { return false }
          ports.timerPortRang()
          run.mode.timerState.take()
          return true
        }
        if rang { return .timers }
      case .mainQueue:
        if Self.mainQueue.takeReady(simulated: true) { return .mainQueue }
      case .source:
        if acknowledge(readySource) { return .source }
      }
    }
    return nil
  }

  private func waitWithoutPorts(_ run: Run, sleeps: Bool, in clock: SimulatedClock) -> ReadyPort {
    while true {
      if let ready = readyPort(run) { return ready }
      if !sleeps || mustReturn(run) { return .none }
      // No timer port is on the clock's agenda: this stands for it.
      let wake = lock.withLock { run.mode.timerState.isArmed ? run.mode.latestTimerWake : .never }
      let alarm = wake == .never ? nil : clock.schedule(at: wake.instant) {}
      if !clock.step(), !clock.starve() { Backoff.pause() }
      alarm?.cancel()
    }
  }
}
