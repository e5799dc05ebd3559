import Synchronization

extension RunLoop {
  /// Step 4: performs the mode's sources that are signalled now, by order and then by when they were signalled.
  /// Sources that are signalled meanwhile wait for the next turn. True when any was performed.
  @inline(__always)
  func performSources(_ mode: ModeState, onlyOne: Bool) -> Bool {
    if listedCount.load(ordering: .relaxed) == 0, postedSeats.load(ordering: .acquiring) == 0 { return false }
    return performListedSources(mode, onlyOne: onlyOne)
  }

  @inline(never)
  private func performListedSources(_ mode: ModeState, onlyOne: Bool) -> Bool {
    lock.lockAsOwner()
    takePostedSeats()
    if listedSeats.count == 1 {
      let seat = listedSeats[0]
      if seat._withUnsafeGuaranteedRef({ takeOnlyListed($0, mode) }) { return performAndUnlock(seat) }
      lock.unlockAsOwner()
      return false
    }
    let sources = signalledSeats(mode)
    lock.unlockAsOwner()
    return perform(sources, onlyOne: onlyOne)
  }

  /// With the lock held. The sources, retained by those who go through them: any may leave meanwhile.
  private func signalledSeats(_ mode: ModeState) -> [Seat] {
    var signalled: [Seat] = []
    var kept = 0
    for index in listedSeats.indices {
      let seat = listedSeats[index].takeUnretainedValue()
      // Sources that were performed since leave the list.
      guard seat.isListed, let source = seat.source, source.isSignalled else {
        seat.isListed = false
        continue
      }
      if seat.modeSet.contains(mode), source.isValid { signalled.append(seat) }
      listedSeats[kept] = listedSeats[index]
      kept += 1
    }
    listedSeats.removeLast(listedSeats.count - kept)
    listedCount.store(kept, ordering: .relaxed)
    if signalled.count > 1 { signalled.sort { Self.comesBefore($0, $1) } }
    return signalled
  }

  private static func comesBefore(_ one: Seat, _ other: Seat) -> Bool {
    guard let one = one.source, let other = other.source else { return false }
    return (one.order, one.sequence) < (other.order, other.sequence)
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

  /// Takes the only listed seat out of the list, and its mark, if it is to be performed. With the lock held.
  @inline(__always)
  private func takeOnlyListed(_ seat: Seat, _ mode: ModeState) -> Bool {
    guard let source = seat.sourceReference else { return false }
    return source._withUnsafeGuaranteedRef { source in
      guard seat.modeSet.contains(mode) || !source.isSignalled else { return false }
      listedSeats.removeLast()
      listedCount.store(0, ordering: .relaxed)
      seat.isListed = false
      return source.isValid && source.takeSignal()
    }
  }

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
        let departed = takeDepartedSeats()
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
    let departed = takeDepartedSeats()
    lock.unlockAsOwner()
    withExtendedLifetime(departed) {}
    return body != nil
  }

  @inline(__always)
  private func callOutToItem(_ seat: Seat, _ body: Block.Body) {
    if seat.portSource == nil {
      callOutToSource(body, seat.item.number, self)
    } else {
      callOutToPortSource(self, body, seat.item.number)
    }
  }

  /// The seats that were given up and whose calls have returned. With the lock held.
  private func takeDepartedSeats() -> [Seat] {
    let departed = departedSeats.filter { $0.callDepth == 0 }
    departedSeats.removeAll { $0.callDepth == 0 }
    return departed
  }

  /// Step 9 for a source's port, unless the source has left the mode or is invalid. True when it was performed.
  func performPortSource(_ port: PortSet.ReadySource, _ mode: ModeState) -> Bool {
    lock.lockAsOwner()
    // Another thread may have taken it out and put it in again since its count was taken.
    guard let seat = mode.portsWithoutLock?._withUnsafeGuaranteedRef({ $0.seat(of: port) }) else {
      lock.unlockAsOwner()
      return false
    }
    readyEvents = port.events
    return performAndUnlock(seat)
  }

  // MARK: The list

  /// The seat's source was signalled. With the lock held.
  @inline(__always)
  func list(_ seat: Unmanaged<Seat>) {
    let isNew = seat._withUnsafeGuaranteedRef { seat in
      if seat.isListed || seat.index < 0 { return false }
      seat.isListed = true
      return true
    }
    guard isNew else { return }
    listedSeats.append(seat)
    listedCount.store(listedSeats.count, ordering: .relaxed)
  }

  /// The seat's source was signalled; its lock is held, so the seat stays.
  @inline(__always)
  static func listFromAnywhere(_ seat: Unmanaged<Seat>) {
    seat._withUnsafeGuaranteedRef { place in
      place.loopReference._withUnsafeGuaranteedRef { loop in
        if !loop.isOwnThread { return loop.post(place) }
        loop.lock.lockAsOwner()
        loop.list(seat)
        loop.lock.unlockAsOwner()
      }
    }
  }

  @inline(__always)
  private func post(_ seat: Seat) {
    if seat.isPosted.exchange(true, ordering: .sequentiallyConsistent) { return }
    var top = postedSeats.load(ordering: .relaxed)
    while true {
      seat.below = top
      let exchange = postedSeats.compareExchange(
        expected: top, desired: seat.address, ordering: .acquiringAndReleasing)
      if exchange.exchanged { return }
      top = exchange.original
    }
  }

  /// Lists what other threads put on the stack. With the lock held.
  @inline(__always)
  func takePostedSeats() {
    guard postedSeats.load(ordering: .relaxed) != 0 else { return }
    var address = postedSeats.exchange(0, ordering: .acquiring)
    while address != 0 {
      let seat = Seat.at(address)
      address = seat._withUnsafeGuaranteedRef { seat in
        let below = seat.below
        // Whoever marks the source after this puts the seat there again; before this, the mark is seen.
        _ = seat.isPosted.exchange(false, ordering: .sequentiallyConsistent)
        return below
      }
      list(seat)
    }
  }
}
