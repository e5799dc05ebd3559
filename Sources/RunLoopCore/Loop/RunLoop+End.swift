extension RunLoop {
  /// Whether the loop's thread has ended, and the loop takes nothing any more.
  package var isOver: Bool { lock.withLock { hasEnded } }

  /// The thread ends: items leave the loop and may be added to others, blocks that did not run are released, and
  /// descriptors are closed. The loop object, if it is still referenced, refuses everything from now on.
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
      registration.item.registrationLock.unlock()
      // The sources' cancel callouts, on the thread that ends.
      registration.item.didLeave(Membership(self, left))
    }
    let released = lock.withLock {
      let released = boundItems().compactMap { $0._withUnsafeGuaranteedRef { leaveEverywhere($0) } }
      cell.leave()
      return released
    }
    for item in released { item.release() }
    // Released here, without the lock: blocks that did not run.
    withExtendedLifetime(blocks.close()) {}
    let ports = lock.withLock { () -> [PortSet?] in
      let ports = modes.map(\.ports)
      modeTable.dissolve()
      return ports
    }
    // Not before the lock is given back: the owner gives it back in its own way.
    lock.disown()
    heartbeat.end()
    withExtendedLifetime(ports) {}
  }
}
