/// Keeping the kernel's interest in descriptors up to date.
extension RunLoop {
  /// Notes that the interest of the registration's source has changed. Called with the source's `registrationLock` held, by any
  /// thread; an error means that the descriptor is no longer open.
  func interestChanged(_ registration: Registration) -> InterestOutcome {
    // Deferred: the loop applies the change before it asks the kernel again. Not under simulated time, where the clock's
    // bodies are called in between.
    if !clock.isSimulated, isOwnThread, runs.depth > 0 {
      interest.note(registration)
      return .applied
    }
    return lock.withLock { applyInterest(registration) }
  }

  /// Retries a change that the kernel refused in the loop's next wait, and a hundred times a second while it is refused.
  /// From any thread, without a lock.
  func tryInterestLater(of source: SwitchedSource, in modes: [Mode]) {
    if isOwnThread { return noteInterest(of: source) }
    post(inModes: modes) { RunLoop.current.noteInterest(of: source) }
  }

  private func noteInterest(of source: SwitchedSource) {
    if let registration = source.registrationLock.withLock({ source.registration(in: self) }) {
      interest.note(registration)
    }
  }

  /// Applies the changes since the kernel was last asked. Refused changes stay on the list. On the loop's thread, without
  /// a lock.
  @inline(never)
  func applyInterestChanges() {
    var refused: [Registration] = []
    var index = 0
    while index < interest.changed.count {
      let registration = interest.changed[index]
      index += 1
      registration.hasChange = false
      guard let source = registration.portSource as? SwitchedSource, source.isValid else { continue }
      switch lock.withLock({ applyInterest(registration) }) {
      case .applied: break
      case .refused: refused.append(registration)
      case .lost(let error): source.lose(error, in: self)
      }
    }
    interest.forgetChanges()
    for registration in refused { interest.note(registration) }
  }

  /// With the lock held.
  private func applyInterest(_ registration: Registration) -> InterestOutcome {
    guard let mask = registration.portSource?.mask.load(ordering: .acquiring) else { return .applied }
    // What is lost in one mode is lost, whatever another one refuses for now.
    var isRefused = false
    var loss: PortError?
    for mode in registration.modeSet.modes {
      guard let ports = mode.ports else { continue }
      do throws(PortError) {
        if !(try ports.setMask(mask, of: registration)) { isRefused = true }
      } catch {
        loss = error
      }
    }
    return loss.map(InterestOutcome.lost) ?? (isRefused ? .refused : .applied)
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
