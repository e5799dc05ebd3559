/// What the kernel watches for, and when that is updated.
extension RunLoop {
  /// The interest of the seat's source has changed. Called with the source's `seatLock` held, by any thread; an
  /// error means that the descriptor is not there any more.
  func interestChanged(_ seat: Seat) -> InterestOutcome {
    // Before the loop asks the kernel again it comes to apply the change. Under simulated time it may not: bodies of
    // the clock are called between.
    if !clock.isSimulated, isOwnThread, runs.depth > 0 {
      interest.note(seat)
      return .applied
    }
    return lock.withLock { applyInterest(seat) }
  }

  /// The kernel refused a change: it is tried again in the loop's next wait, and a hundred times a second while it is refused.
  /// From any thread, without a lock.
  func tryInterestLater(of source: SwitchedSource, in modes: [Mode]) {
    if isOwnThread { return noteInterest(of: source) }
    post(inModes: modes) { RunLoop.current.noteInterest(of: source) }
  }

  private func noteInterest(of source: SwitchedSource) {
    if let seat = source.seatLock.withLock({ source.seat(in: self) }) { interest.note(seat) }
  }

  /// Tells the kernel what has changed since it was asked last. What it refuses stays on the list. On the loop's thread, without
  /// a lock.
  @inline(never)
  func applyInterestChanges() {
    var refused: [Seat] = []
    var index = 0
    while index < interest.changed.count {
      let seat = interest.changed[index]
      index += 1
      seat.hasChange = false
      guard let source = seat.portSource as? SwitchedSource, source.isValid else { continue }
      switch lock.withLock({ applyInterest(seat) }) {
      case .applied: break
      case .refused: refused.append(seat)
      case .lost(let error): source.lose(error, in: self)
      }
    }
    interest.forgetChanges()
    for seat in refused { interest.note(seat) }
  }

  /// With the lock held.
  private func applyInterest(_ seat: Seat) -> InterestOutcome {
    guard let mask = seat.portSource?.mask.load(ordering: .acquiring) else { return .applied }
    var outcome = InterestOutcome.applied
    for mode in seat.modeSet.modes {
      guard let ports = mode.ports else { continue }
      do throws(PortError) {
        if !(try ports.setMask(mask, of: seat)), case .applied = outcome { outcome = .refused }
      } catch {
        outcome = .lost(error)
      }
    }
    return outcome
  }

  /// Whether the kernel still watches the source's descriptor in its modes.
  func checkWatch(_ seat: Seat) -> PortError? {
    lock.withLock { () -> PortError? in
      do throws(PortError) {
        for mode in seat.modeSet.modes { try mode.ports?.check(seat) }
        return nil
      } catch {
        return error
      }
    }
  }

  /// Sources whose descriptor's number came with another source: it was closed behind their back. Without a lock.
  func loseOrphans() {
    let orphans = lock.withLock { seats.takeOrphans() }
    for seat in orphans {
      guard let source = seat.portSource as? SwitchedSource else { continue }
      source.lose(.closed(descriptor: source.port.descriptor, label: source.label), in: self)
    }
  }
}
