extension RunLoop {
  /// Whether the loop's thread has ended, so that the loop refuses everything.
  package var isOver: Bool { lock.withLock { hasEnded } }

  /// Ends the loop with its thread: items leave the loop and may be added to others, pending blocks are released, and
  /// descriptors are closed. The loop object, if it is still referenced, refuses everything from now on: frames of a thread that ended inside a
  /// callout reference it for good.
  func end() {
    let registrations = lock.withLock { () -> [Registration] in
      refuseItems()
      return self.registrations.all
    }
    for registration in registrations {
      registration.item.registrationLock.lock()
      let left = leaveAll(registration)
      registration.item.registrations.removeAll { $0 === registration }
      registration.item.registrationsChanged()
      let follower = registration.item.followerInside
      registration.item.registrationLock.unlock()
      // The sources' cancel callouts, on the ending thread.
      follower?.left(Membership(self, left))
      if registration.item.endsWithLoop { registration.item.invalidate() }
    }
    let (released, timers, abandoned) = lock.withLock {
      let released = boundItems().compactMap { $0._withUnsafeGuaranteedRef { leaveEverywhere($0) } }
      let timers = firings.abandon()
      let abandoned = Abandoned(
        phases: modes.map { $0.abandonPhases() }, batches: signalled.abandonBatches(),
        registrations: self.registrations.abandon())
      cell.leave()
      return (released, timers, abandoned)
    }
    for item in released { item.release() }
    invalidateCalled(timers.firing, abandoned.phases.joined().lazy.flatMap(\.all))
    for timer in timers.references { timer.release() }
    withExtendedLifetime(abandoned) {}
    // Releases pending blocks here, without the lock.
    withExtendedLifetime(blocks.close()) {}
    let ports = lock.withLock { () -> [PortSet?] in
      let ports = modes.map(\.ports)
      modeTable.dissolve()
      return ports
    }
    // Only after the lock is released, since an owner releases it differently.
    lock.disown()
    heartbeat.end()
    withExtendedLifetime(ports) {}
    waker.end()
  }

  /// Invalidates the items in whose calls the thread ended: their closures are lost with its stack, so that no loop could call them.
  private func invalidateCalled(
    _ timers: [(timer: Unmanaged<Timer>, isOwned: Bool)], _ observers: some Sequence<Observer>
  ) {
    for (timer, isOwned) in timers {
      let isHeld = timer._withUnsafeGuaranteedRef { timer in
        timer.invalidate()
        return timer.withGuard { _ in endsInBatch(timer) }
      }
      if isHeld { timer.release() }
      if isOwned { timer.release() }
    }
    for observer in observers {
      // Another loop's thread may be calling one that has moved there.
      let isCalled = observer.withGuard { _ in
        observer.flags.contains(.isFiring) && observer.home.load(ordering: .relaxed) == cell.address
      }
      if isCalled { observer.invalidate() }
    }
  }
}

/// What calls would have released that never return, since the thread ended inside them.
private struct Abandoned {
  var phases: [[ObserverList]]
  var batches: [SourceBatch]
  var registrations: [Registration]
}
