import Synchronization

/// Keeping the kernel's interest in descriptors up to date.
extension RunLoop {
  /// Notes that the interest of the registration's source has changed. Called with the source's `registrationLock` held, by any
  /// thread; an error means that the descriptor is no longer open.
  ///
  /// - Parameter withdrawn: events that the source no longer wants.
  func interestChanged(_ registration: Registration, withdrawn: UInt32) -> InterestOutcome {
    // Deferred: the loop applies the change before it asks the kernel again. Not under simulated time, where the clock's
    // bodies are called in between, nor while a host waits for the loop, also inside a callout.
    let isDeferred = !clock.isSimulated && isOwnThread && runs.depth > 0 && !isHostWaiting
    if isDeferred {
      interest.note(registration)
      if withdrawn == 0 { return .applied }
    }
    return lock.withLock {
      if withdrawn != 0 { registration.lose(withdrawn: withdrawn) }
      return isDeferred ? .applied : applyInterest(registration)
    }
  }

  /// Whether the loop counts as asleep though its thread is running. On the loop's thread.
  private var isHostWaiting: Bool { waker.state.load(ordering: .relaxed) & WakeState.asleep != 0 }

  /// Retries a refused change before the loop asks the kernel again, then a hundred times a second.
  /// From any thread, without a lock.
  func tryInterestLater(of source: SwitchedSource, in modes: [Mode]) {
    guard isOwnThread else { return _ = post(inModes: modes) { RunLoop.current.noteInterest(of: source) } }
    noteInterest(of: source)
    // The next service retries it.
    if isHostWaiting { waker.wakeHosted() }
  }

  private func noteInterest(of source: SwitchedSource) {
    if let registration = source.registrationLock.withLock({ source.registration(in: self) }) {
      interest.note(registration)
    }
  }

  /// Applies the changes since the kernel was last asked, before it is asked again: what was undone meanwhile costs no call. Refused
  /// changes stay on the list. On the loop's thread, without a lock.
  @inline(__always)
  func updateInterest() {
    if interest.hasChanges { applyInterestChanges() }
  }

  @inline(never)
  func applyInterestChanges() {
    var refused: [Registration] = []
    while let registration = interest.takeChange() {
      guard registration.item.isValid else { continue }
      lock.lockAsOwner()
      let outcome = applyInterest(registration)
      lock.unlockAsOwner()
      switch outcome {
      case .applied: break
      case .refused: refused.append(registration)
      case .lost(let error): (registration.portSource as? SwitchedSource)?.lose(error, in: self)
      }
    }
    for registration in refused { interest.note(registration) }
  }

  /// Updates the kernel in all modes of the registration. With the lock held.
  private func applyInterest(_ registration: Registration) -> InterestOutcome {
    // What is lost in one mode is lost, whatever another one refuses for now.
    var isRefused = false
    var loss: PortError?
    registration.eachMode { mode in
      guard let ports = mode.ports else { return }
      do throws(PortError) {
        if !(try ports.updateMask(of: registration)) { isRefused = true }
      } catch {
        loss = error
      }
    }
    if !isRefused { (registration.withdrawn, registration.missed) = (0, 0) }
    return loss.map(InterestOutcome.lost) ?? (isRefused ? .refused : .applied)
  }

  /// Notes reported events that the source no longer wanted when it was called. On the loop's thread, without a lock.
  func noteMissed(_ events: UInt32, of source: SwitchedSource) {
    source.registrationLock.withLock {
      guard let registration = source.registration(in: self) else { return }
      lock.withLock { registration.lose(missed: events) }
      interest.note(registration)
    }
  }

  /// Whether the kernel still watches the source's descriptor in its modes.
  func checkWatch(_ registration: Registration) -> PortError? {
    lock.withLock { () -> PortError? in
      do throws(PortError) {
        for mode in registration.modeSet.modes { try mode.ports?.check(registration) }
        return nil
      } catch {
        return error
      }
    }
  }

  /// Invalidates sources whose descriptor was closed and its number reused by another source. Without a lock.
  func loseOrphans() {
    let orphans = lock.withLock { registrations.takeOrphans() }
    for registration in orphans {
      guard let source = registration.portSource as? SwitchedSource else { continue }
      source.lose(.closed(descriptor: source.port.descriptor, label: source.label), in: self)
    }
  }
}
