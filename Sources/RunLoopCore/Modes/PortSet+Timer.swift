/// The port for the timers of a mode, made on first use. Called with the loop's lock held.
extension PortSet {
  /// Arms the timer port, with a system call only when the deadline has changed.
  /// False when there is no descriptor for a timer port.
  func armTimer(for deadline: Nanoseconds, simulation: SimulatedClock?) -> Bool {
    if deadline == armedDeadline { return true }
    if process != ForkGeneration.current { return true }
    if timerPort == nil, !openTimerPort(simulation: simulation) { return false }
    // A sandbox may refuse it by now: then the wait itself has a deadline.
    guard timerPort?.arm(at: deadline) ?? false else { return false }
    armedDeadline = deadline
    return true
  }

  /// Makes the timer port, unless it is there. False when there is no descriptor for it.
  func openTimerPort(simulation: SimulatedClock?) -> Bool {
    if timerPort != nil { return true }
    guard !refusesTimerPort, let port = try? RunLoop.TimerPort(simulation: simulation),
      (try? SystemCall.watch(port.descriptor, in: set.number, token: Self.timerToken, edge: true)) != nil
    else { return false }
    timerPort = port
    return true
  }

  /// Whether the timer port rings at that time, or none is wanted.
  @inline(__always)
  func isArmed(for deadline: Nanoseconds) -> Bool { deadline == armedDeadline }

  /// Treats the timer port as unavailable from now on, as if it had no descriptor.
  func refuseTimerPort() {
    refusesTimerPort = true
  }

  /// Notes that the timer port rang, so that the same deadline must be armed again.
  func timerPortRang() {
    armedDeadline = .never
  }

  /// Takes the timer port's count, which a simulated one shows until then.
  func acknowledgeTimer() -> Bool {
    timerPort.map { SystemCall.takeCount($0.descriptor) } ?? false
  }
}
