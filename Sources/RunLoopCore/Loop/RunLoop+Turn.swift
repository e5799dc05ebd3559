import LinuxSystem

/// What ended the wait of a turn.
enum ReadyPort {
  /// Nothing: the turn did not sleep, the run's time has passed, or another thread took the wake-up.
  case none
  case wake, mainQueue
  /// Timers that were due at that time; nil when only their port says that some are.
  case timers(dueAt: Nanoseconds?)
  case source(PortSet.ReadySource)
}

extension RunLoop {
  /// The turns of a run. The numbers are those of Docs/turn.md.
  func turns(_ run: borrowing Run) -> RunResult {
    let mode = run.mode
    // A run begins as if the previous turn had served the main queue.
    var servedMainQueue = true
    while true {
      listen()
      if linux_trace_is_on() { trace(.turnBegan) }
      // 1 beforeTimers observers
      notify(mode, .beforeTimers)
      // 2 beforeSources observers
      notify(mode, .beforeSources)
      // 3 blocks
      performBlocks(mode)
      // 4 signalled sources; if any ran: 4b blocks
      var handled = performSources(mode, onlyOne: run.returnAfterSourceHandled)
      if handled { performBlocks(mode) }
      let sleeps = !handled && !run.polls
      let port: ReadyPort
      var isObserved = false
      // 5 main queue, unless the last turn served it
      if run.servesMainQueue, !servedMainQueue, Self.mainQueue.takeReady(simulated: clock.isSimulated) {
        waker.stopListening()
        port = .mainQueue
      } else {
        // 6 beforeWaiting observers
        if sleeps { notify(mode, .beforeWaiting) }
        // 7 sleep in the mode's port set
        if sleeps, run.isSatisfied {
          port = .none
        } else {
          port = wait(run, sleeps: sleeps)
        }
        waker.stopListening()
        // An observer takes time, and may remove itself.
        isObserved = sleeps && mode.observes(.afterWaiting)
        // 8 afterWaiting observers
        if sleeps { notify(mode, .afterWaiting) }
      }
      // 9 serve one port
      servedMainQueue = false
      switch port {
      case .none, .wake: break
      case .timers(let time): fireDueTimers(mode, at: isObserved ? nil : time)
      case .mainQueue:
        servedMainQueue = true
        Self.mainQueue.drain(self)
        handled = true
      case .source(let source):
        if performPortSource(source, mode) { handled = true }
      }
      // 10 blocks
      performBlocks(mode)

      if handled && run.returnAfterSourceHandled { return .handledSource }
      if run.isSatisfied { return .stopped }
      if run.deadline != .never, run.polls || run.deadline <= clockNow { return .timedOut }
      if takeStop() { return .stopped }
      if isEmpty(mode) { return .finished }
    }
  }
}
