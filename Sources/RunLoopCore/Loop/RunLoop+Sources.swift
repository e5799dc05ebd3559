import Synchronization

extension RunLoop {
  /// Step 4: performs the mode's sources that are signalled now, by order and then by when they were signalled.
  /// Sources that are signalled meanwhile wait for the next turn. True when any was performed.
  @inline(__always)
  func performSources(_ mode: ModeState, onlyOne: Bool) -> Bool {
    if signalled.isEmpty { return false }
    return performListedSources(mode, onlyOne: onlyOne)
  }

  @inline(never)
  private func performListedSources(_ mode: ModeState, onlyOne: Bool) -> Bool {
    lock.lockAsOwner()
    signalled.takeStack()
    if signalled.listed.count == 1 {
      let seat = signalled.listed[0]
      if seat._withUnsafeGuaranteedRef({ signalled.takeOnly($0, mode) }) { return performAndUnlock(seat) }
      lock.unlockAsOwner()
      return false
    }
    let sources = signalled.signalled(in: mode)
    lock.unlockAsOwner()
    return perform(sources, onlyOne: onlyOne)
  }

  private func perform(_ seats: [Seat], onlyOne: Bool) -> Bool {
    var handled = false
    for seat in seats {
      guard let source = seat.source, source.takeSignal() else { continue }
      lock.lockAsOwner()
      guard performAndUnlock(.passUnretained(seat)) else { continue }
      handled = true
      if onlyOne { break }
    }
    return handled
  }

  // MARK: Calls

  /// Calls the seat's closure, outside the lock; gives back whether it has one. The lock is held before, and the seat
  /// there; it stays until the call has returned.
  @inline(__always)
  private func performAndUnlock(_ seat: Unmanaged<Seat>) -> Bool {
    seat._withUnsafeGuaranteedRef { seat in
      seat.callDepth += 1
      guard seat.hasBody else { return performAgain(seat) }
      let body = seat.takeBody()
      lock.unlockAsOwner()
      callOutToItem(seat, body)
      lock.lockAsOwner()
      seat.callDepth -= 1
      if seat.index >= 0, seat.item.isValid {
        seat.putBack(consume body)
        lock.unlockAsOwner()
      } else {
        let departed = seats.takeDeparted()
        lock.unlockAsOwner()
        // Here, without the lock, they go.
        withExtendedLifetime((body, departed)) {}
      }
      return true
    }
  }

  /// An inner run calls the closure that a call further down the stack has taken.
  @inline(never)
  private func performAgain(_ seat: Seat) -> Bool {
    lock.unlockAsOwner()
    let body = seat.item.currentPerform()
    if let body { callOutToItem(seat, body) }
    lock.lockAsOwner()
    seat.callDepth -= 1
    let departed = seats.takeDeparted()
    lock.unlockAsOwner()
    withExtendedLifetime(departed) {}
    return body != nil
  }

  @inline(__always)
  private func callOutToItem(_ seat: Seat, _ body: Callback) {
    if seat.portSource == nil {
      callOutToSource(body, seat.item.number, self)
    } else {
      callOutToPortSource(self, body, seat.item.number)
    }
  }

  /// Step 9 for a source's port, unless the source has left the mode or is invalid. True when it was performed.
  func performPortSource(_ port: PortSet.ReadySource, _ mode: ModeState) -> Bool {
    if port.isDueForCheck, findsClosed(port, mode) { return false }
    lock.lockAsOwner()
    // Another thread may have taken it out and put it in again since its count was taken.
    guard let seat = mode.portsWithoutLock?._withUnsafeGuaranteedRef({ $0.seat(of: port) }) else {
      lock.unlockAsOwner()
      return false
    }
    interest.reported = port.events
    return performAndUnlock(seat)
  }

  /// Whether a port's descriptor was closed while a duplicate of it lives; its source is invalid then.
  @inline(never)
  private func findsClosed(_ port: PortSet.ReadySource, _ mode: ModeState) -> Bool {
    lock.lockAsOwner()
    let seat = mode.portsWithoutLock?._withUnsafeGuaranteedRef { $0.seat(of: port) }?.takeUnretainedValue()
    lock.unlockAsOwner()
    guard let seat, let source = seat.portSource, let error = checkWatch(seat) else { return false }
    source.seatLock.withLock { if source.failureInside == nil { source.failureInside = error } }
    source.invalidate()
    return true
  }
}
