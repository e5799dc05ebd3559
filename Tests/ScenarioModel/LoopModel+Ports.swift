import Scenarios

/// Waiting, wake-ups and ports (rules W).
extension LoopModel {
  /// Step 7 of a pass: takes the one port that became ready first and acknowledges it (W-2, W-3).
  func wait(_ run: ModelRun, blocks: Bool, withMainQueue: Bool) throws(Ending) -> ModelPort? {
    let mode = run.mode
    if withMainQueue {
      // The main queue's port is in the wait set during the wait only, so it queues up when the wait begins.
      mainQueueWaiter = mode
      if isMainQueueReadable { becomesReady(.mainQueue, in: mode) }
    }
    loop.isWaiting = true  // W-11
    defer {
      loop.isWaiting = false
      if withMainQueue {
        mainQueueWaiter = nil
        mode.ready.removeAll { $0.port == .mainQueue }
      }
    }
    while true {
      while try step(until: now) {}
      if let port = takeReadyPort(of: mode) { return port }
      if !blocks { return nil }
      // W-9: a run never sleeps past its own deadline.
      if fixes.contains(.sharedTimeout), let deadline = run.deadline, deadline <= now { return nil }
      // W-10: a stopped run does not sleep.
      if fixes.contains(.lostStopWake), run.isStopped { return nil }
      if !(try step(until: .max)) { throw .deadlock }
    }
  }

  /// The first port of the queue that is still readable; those before it lose their places.
  private func takeReadyPort(of mode: ModelMode) -> ModelPort? {
    while !mode.ready.isEmpty {
      let port = mode.ready.removeFirst().port
      switch port {
      case .wake:
        if loop.isWakePending {
          loop.isWakePending = false
          return port
        }
      case .timer:
        if mode.isTimerPortReadable {
          mode.isTimerPortReadable = false
          return port
        }
      case .mainQueue:
        if isMainQueueReadable {
          isMainQueueReadable = false
          return port
        }
      case .source(let index):
        if items[index].isReadable {
          items[index].isReadable = false
          return port
        }
      }
    }
    return nil
  }

  /// W-2: a port that is in the queue already keeps its place.
  func becomesReady(_ port: ModelPort, in mode: ModelMode) {
    if !mode.ready.contains(where: { $0.port == port }) { mode.ready.append((port, now)) }
  }

  /// CFRunLoopWakeUp (W-4): one port, shared by all modes of the loop (W-1).
  func wakeUp() {
    guard let run = loop.runs.last, !run.ignoresWakes else { return }
    loop.isWakePending = true
    for mode in loop.modes { becomesReady(.wake, in: mode) }
  }

  /// A run's deadline: a plain wake-up (W-9), or one for that run only.
  func deadlineComes(_ identifier: Int) {
    if fixes.contains(.sharedTimeout), loop.runs.last?.identifier != identifier { return }
    wakeUp()
  }

  /// `signal` for a port: its descriptor becomes readable, in every mode that it is in (V-1).
  func makeReadable(_ item: ModelItem) {
    item.isReadable = true
    for mode in item.modes where mode.loop === loop { becomesReady(.source(item.index), in: mode) }
  }

  // MARK: The timer port

  /// Sets the mode's timer port for the earliest timer that is not firing (W-12), unless it is set for just
  /// that already: a port that was acknowledged but not served yet does not become ready again.
  func arm(_ mode: ModelMode) {
    guard mode.loop === loop else { return }
    guard let timer = mode.timers.first(where: { !$0.isFiring && $0.fire != nil }), let fire = timer.fire
    else {
      mode.armed = nil
      // W-13: CFRunLoop leaves the port as it was set last.
      if fixes.contains(.staleTimer) {
        agenda.removeTimerPort(mode: mode.index)
        mode.isTimerPortReadable = false
      }
      return
    }
    if mode.armed == fire { return }
    mode.armed = fire
    agenda.removeTimerPort(mode: mode.index)
    mode.isTimerPortReadable = false
    if fire.nanoseconds <= now {
      timerPortFires(mode)
    } else {
      agenda.add(.timerPort(mode: mode.index, timer: timer.index), at: fire.nanoseconds)
    }
  }

  func timerPortFires(_ mode: ModelMode) {
    mode.isTimerPortReadable = true
    becomesReady(.timer, in: mode)
  }
}
