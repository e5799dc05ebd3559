/// What the kernel watches for, and when that is updated.
extension RunLoop {
  /// The interest of the seat's source has changed. Called with the source's `seatLock` held, by any thread; an
  /// error means that the descriptor is not there any more.
  func interestChanged(_ seat: Seat) -> PortError? {
    // Before the loop asks the kernel again it comes to apply the change. Under simulated time it may not: bodies of
    // the clock are called between.
    if !clock.isSimulated, isOwnThread, runs.depth > 0 {
      if !seat.hasChange {
        seat.hasChange = true
        interest.changed.append(seat)
      }
      return nil
    }
    return lock.withLock { applyInterest(seat) }
  }

  /// Tells the kernel what has changed since it was asked last. On the loop's thread, without a lock.
  @inline(never)
  func applyInterestChanges() {
    var index = 0
    while index < interest.changed.count {
      let seat = interest.changed[index]
      index += 1
      seat.hasChange = false
      guard let source = seat.portSource as? SwitchedSource, source.isValid else { continue }
      if let error = lock.withLock({ applyInterest(seat) }) { source.lose(error, in: self) }
    }
    interest.changed.removeAll(keepingCapacity: true)
  }

  /// With the lock held.
  private func applyInterest(_ seat: Seat) -> PortError? {
    guard let mask = seat.portSource?.mask.load(ordering: .acquiring) else { return nil }
    var failure: PortError?
    for mode in seat.modeSet.modes {
      guard let ports = mode.ports else { continue }
      do {
        try ports.setMask(mask, of: seat)
      } catch {
        failure = error
      }
    }
    return failure
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
