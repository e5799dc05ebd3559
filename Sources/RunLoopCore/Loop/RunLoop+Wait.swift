import Synchronization

/// Shared parts of the kernel's wait and the simulated one.
extension RunLoop {
  /// A port that is ready without the kernel, or nil: timers, a recorded wake-up, or the main queue.
  func readyWithoutPorts(_ run: borrowing Run) -> ReadyPort? {
    timersReady(run) ?? readyWithoutDescriptor(run)
  }

  /// A wake-up that was recorded, or the main queue.
  @inline(__always)
  func readyWithoutDescriptor(_ run: borrowing Run) -> ReadyPort? {
    if waker.takeNote() { return .wake }
    if run.servesMainQueue, Self.mainQueue.takeReady() { return .mainQueue }
    return nil
  }

  /// The next event of the kernel's list.
  @inline(__always)
  func nextEvent(_ ports: PortSet) -> PortSet.Event? {
    lock.lockAsOwner()
    defer { lock.unlockAsOwner() }
    return ports.nextEvent()
  }

  /// Takes the count of a wake or timer port; false when another mode or loop was first.
  @inline(__always)
  func acknowledge(_ port: PortSet.ReadySource) -> Bool {
    !port.countsWakeUps || SystemCall.takeCount(port.descriptor)
  }

  // MARK: Ends

  /// Whether the run's time has passed.
  func hasTimedOut(_ run: borrowing Run) -> Bool {
    run.deadline != .never && run.deadline <= clockNow
  }

  func mustReturn(_ run: borrowing Run) -> Bool {
    runs.stopRequested.load(ordering: .relaxed) || hasTimedOut(run)
  }

  /// Whether a wake-up was recorded, the run should stop, or the main queue has blocks for it.
  @inline(__always)
  func mustStayAwake(_ run: borrowing Run) -> Bool {
    waker.isNoted || runs.stopRequested.load(ordering: .sequentiallyConsistent)
      || run.servesMainQueue && Self.mainQueue.isReady
  }
}
