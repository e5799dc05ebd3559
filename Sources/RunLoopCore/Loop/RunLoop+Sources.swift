import Synchronization

extension RunLoop {
  /// Step 4: performs the mode's sources that are signalled now, by order and then by when they were signalled.
  /// Sources that are signalled meanwhile wait for the next turn. True when any was performed.
  @inline(__always)
  func performSources(_ mode: ModeState, onlyOne: Bool) -> Bool {
    if signalled.isEmpty(for: mode) { return false }
    return performListedSources(mode, onlyOne: onlyOne)
  }

  @inline(never)
  private func performListedSources(_ mode: ModeState, onlyOne: Bool) -> Bool {
    lock.lockAsOwner()
    signalled.takeStack()
    if let place = signalled.onlyPlace(for: mode) {
      let registration = signalled[place]
      if registration._withUnsafeGuaranteedRef({ signalled.takeOnly($0, at: place, mode) }) {
        return performAndUnlock(registration)
      }
      lock.unlockAsOwner()
      return false
    }
    return performSeveralAndUnlock(mode, onlyOne: onlyOne)
  }

  /// The lock is held before.
  @inline(never)
  private func performSeveralAndUnlock(_ mode: ModeState, onlyOne: Bool) -> Bool {
    let batch = signalled.beginBatch(in: mode)
    lock.unlockAsOwner()
    let handled = batch._withUnsafeGuaranteedRef { perform($0, onlyOne: onlyOne) }
    lock.lockAsOwner()
    let performed = signalled.endBatch()
    lock.unlockAsOwner()
    if let performed { signalled.keep(performed) }
    return handled
  }

  @inline(__always)
  private func perform(_ batch: SourceBatch, onlyOne: Bool) -> Bool {
    var handled = false
    for index in 0..<batch.count {
      let registration = batch[index]
      guard registration._withUnsafeGuaranteedRef({ $0.source?.takeSignal() ?? false }) else { continue }
      lock.lockAsOwner()
      guard performAndUnlock(registration) else { continue }
      handled = true
      if onlyOne { break }
    }
    return handled
  }

  // MARK: Calls

  /// Calls the registration's closure, outside the lock; returns whether it has one. The lock is held before, and the registration
  /// is listed; it is kept until the call has returned.
  @inline(__always)
  private func performAndUnlock(_ registration: Unmanaged<Registration>) -> Bool {
    registration._withUnsafeGuaranteedRef { registration in
      registration.callDepth += 1
      guard registration.hasBody else { return performAgain(registration) }
      let body = registration.takeBody()
      lock.unlockAsOwner()
      callOutToItem(registration, body)
      lock.lockAsOwner()
      registration.callDepth -= 1
      if registration.index >= 0, registration.item.isValid {
        registration.putBack(consume body)
        lock.unlockAsOwner()
      } else {
        let departed = registrations.takeDeparted(registration)
        lock.unlockAsOwner()
        // Released here, without the lock.
        withExtendedLifetime((body, departed)) {}
      }
      return true
    }
  }

  /// An inner run calls the closure that a call further down the stack has taken.
  @inline(never)
  private func performAgain(_ registration: Registration) -> Bool {
    lock.unlockAsOwner()
    let body = registration.item.currentPerform()
    if let body { callOutToItem(registration, body) }
    lock.lockAsOwner()
    registration.callDepth -= 1
    let departed = registrations.takeDeparted(registration)
    lock.unlockAsOwner()
    withExtendedLifetime(departed) {}
    return body != nil
  }

  @inline(__always)
  private func callOutToItem(_ registration: Registration, _ body: Callback) {
    if registration.portReference == nil {
      callOutToSource(body, registration.item.number, self)
    } else {
      callOutToPortSource(self, body, registration.item.number)
    }
  }

  /// Step 9 for a source's port, unless the source has left the mode or is invalid. True when it was performed.
  func performPortSource(_ port: PortSet.ReadySource, _ mode: ModeState) -> Bool {
    if port.isDueForCheck, findsClosed(port, mode) { return false }
    lock.lockAsOwner()
    // Another thread may have removed and added it again since its count was taken.
    guard let registration = mode.portsWithoutLock?._withUnsafeGuaranteedRef({ $0.registration(of: port) })
    else {
      lock.unlockAsOwner()
      return false
    }
    interest.reported = port.events
    return performAndUnlock(registration)
  }

  /// Whether a port's descriptor was closed while a duplicate of it lives; its source is invalid then.
  @inline(never)
  private func findsClosed(_ port: PortSet.ReadySource, _ mode: ModeState) -> Bool {
    lock.lockAsOwner()
    let registration = mode.portsWithoutLock?._withUnsafeGuaranteedRef { $0.registration(of: port) }?
      .takeUnretainedValue()
    lock.unlockAsOwner()
    guard let registration, let source = registration.portSource, let error = checkWatch(registration) else {
      return false
    }
    source.registrationLock.withLock { if source.failureInside == nil { source.failureInside = error } }
    source.invalidate()
    return true
  }
}
