import LinuxSystem
import Synchronization

/// The wait of a loop with a simulated clock.
extension RunLoop {
  /// Serves ready ports first; when none is ready, the clock moves to its next appointment. Every wake-up, timer and
  /// main-queue block rings a descriptor here, so that the kernel keeps their order of arrival.
  func wait(_ run: borrowing Run, sleeps: Bool, in clock: SimulatedClock) -> ReadyPort {
    // Not retained: a thread that ends in one of the clock's bodies would keep the descriptors.
    guard let ports = try? openPorts(run.mode) else {
      return waitWithoutPorts(run, sleeps: sleeps, in: clock)
    }
    let mainQueue = run.servesMainQueue ? Self.mainQueue.descriptor : -1
    ports._withUnsafeGuaranteedRef { ports in
      if mainQueue >= 0 { try? ports.watchMainQueue(mainQueue) }
      watchGuest(run, ports)
    }
    if sleeps {
      _ = waker.announceSleep(0)
      heartbeat.beginWait()
      if linux_trace_is_on() { trace(.sleepBegan) }
    }
    defer {
      if sleeps {
        heartbeat.endWait()
        if linux_trace_is_on() { trace(.sleepEnded) }
      }
      // In a child of fork(2) that reinitialized itself in a body of the clock, the mode has others, or none yet.
      run.mode.portsWithoutLock?._withUnsafeGuaranteedRef { ports in
        if ports.watchesMainQueue { ports.unwatchMainQueue(mainQueue) }
        if ports.watchesGuest, let guest = Self.mainQueue.guest { ports.unwatchGuest(guest.descriptor) }
      }
    }
    while true {
      while ports._withUnsafeGuaranteedRef({ $0.look(blocking: false) }) {
        if let ready = ports._withUnsafeGuaranteedRef({ nextRungPort(run, $0) }) { return ready }
      }
      if !sleeps || mustReturn(run) { return .none }
      let end = clock.followsSystem ? run.deadline : .never
      if clock.step() || clock.starve() {
        guard run.mode.portsWithoutLock?.toOpaque() == ports.toOpaque() else { return .none }
      } else if ports._withUnsafeGuaranteedRef({ $0.lookExactly(until: end) }),
        let ready = ports._withUnsafeGuaranteedRef({ nextRungPort(run, $0) })
      {
        return ready
      }
    }
  }

  private func nextRungPort(_ run: borrowing Run, _ ports: PortSet) -> ReadyPort? {
    while let event = nextEvent(ports) {
      switch event {
      case .doorbell:
        if SystemCall.takeCount(waker.doorbell.load(ordering: .relaxed)) {
          _ = waker.takeNote()
          return .wake
        }
      case .timer:
        let rang = lock.withLock { () -> Bool in
          guard ports.acknowledgeTimer() else { return false }
          ports.timerPortRang()
          run.mode.timerState.take()
          return true
        }
        if rang { return .timers(dueAt: nil) }
      case .mainQueue:
        if Self.mainQueue.takeReady(simulated: true) { return .mainQueue }
      case .source(let source):
        if acknowledge(source) { return .source(source) }
      }
    }
    return nil
  }

  private func waitWithoutPorts(_ run: borrowing Run, sleeps: Bool, in clock: SimulatedClock) -> ReadyPort {
    while true {
      if let ready = readyWithoutPorts(run) { return ready }
      if !sleeps || mustReturn(run) { return .none }
      // No timer port is on the clock's agenda: this stands for it.
      let wake = lock.withLock { run.mode.timerState.isArmed ? run.mode.latestTimerWake : .never }
      let alarm = wake == .never ? nil : clock.schedule(at: wake) {}
      if !clock.step(), !clock.starve() { Backoff.pause() }
      alarm?.cancel()
    }
  }
}
