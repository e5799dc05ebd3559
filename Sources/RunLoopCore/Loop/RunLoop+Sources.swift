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
      let call = seat._withUnsafeGuaranteedRef { beginSourceCall($0, mode) }
      lock.unlockAsOwner()
      guard let call else { return false }
      perform(seat, call)
      return true
    }
    let sources = signalledSeats(mode)
    lock.unlockAsOwner()
    return perform(sources, mode, onlyOne: onlyOne)
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

  private func perform(_ seats: [Seat], _ mode: ModeState, onlyOne: Bool) -> Bool {
    var handled = false
    for seat in seats {
      guard let source = seat.source, source.takeSignal() else { continue }
      lock.lockAsOwner()
      let call = beginCall(seat)
      lock.unlockAsOwner()
      guard perform(.passUnretained(seat), call) else { continue }
      handled = true
      if onlyOne { break }
    }
    return handled
  }

  // MARK: Calls

  /// A call that was begun: the seat stays until it has ended.
  private struct Call {
    var body: Block.Body?
  }

  /// Takes the only listed seat out of the list, and its mark, if it is to be performed. With the lock held.
  @inline(__always)
  private func beginSourceCall(_ seat: Seat, _ mode: ModeState) -> Call? {
    guard seat.modeSet.contains(mode) || !(seat.source?.isSignalled ?? false) else { return nil }
    listedSeats.removeLast()
    listedCount.store(0, ordering: .relaxed)
    seat.isListed = false
    guard seat.item.isValid, seat.source?.takeSignal() ?? false else { return nil }
    return beginCall(seat)
  }

  /// With the lock held.
  @inline(__always)
  private func beginCall(_ seat: Seat) -> Call {
    seat.callDepth += 1
    return Call(body: seat.body.take())
  }

  /// Calls the closure, and puts it back. False when the item has none any more.
  @inline(__always) @discardableResult
  private func perform(_ seat: Unmanaged<Seat>, _ call: consuming Call) -> Bool {
    seat._withUnsafeGuaranteedRef { seat in
      // An inner run calls what a call further down the stack has taken.
      let body = call.body ?? seat.item.currentPerform()
      if let body { callOutToItem(seat, body) }
      lock.lockAsOwner()
      seat.callDepth -= 1
      // Else it goes when this returns, without a lock.
      let dropped: Block.Body?
      if seat.body == nil, seat.index >= 0, seat.item.isValid {
        seat.body = body
        dropped = nil
      } else {
        dropped = body
      }
      let departed = departedSeats.isEmpty ? [] : takeDepartedSeats()
      lock.unlockAsOwner()
      withExtendedLifetime((dropped, departed)) {}
      return body != nil
    }
  }

  @inline(__always)
  private func callOutToItem(_ seat: Seat, _ body: Block.Body) {
    if seat.portSource == nil {
      callOutToSource(body, seat.item.number, self)
    } else {
      callOutToPortSource(self, body, seat.item.number)
    }
  }

  /// The seats that were given up and whose calls have returned.
  private func takeDepartedSeats() -> [Seat] {
    let departed = departedSeats.filter { $0.callDepth == 0 }
    departedSeats.removeAll { $0.callDepth == 0 }
    return departed
  }

  /// Step 9 for a source's port, unless the source has left the mode or is invalid. True when it was performed.
  func performPortSource(_ port: PortSet.ReadySource, _ mode: ModeState) -> Bool {
    lock.lockAsOwner()
    // Another thread may have taken it out and put it in again since its count was taken.
    guard let seat = mode.ports?.seat(of: port) else {
      lock.unlockAsOwner()
      return false
    }
    let call = seat._withUnsafeGuaranteedRef { beginCall($0) }
    lock.unlockAsOwner()
    return perform(seat, call)
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
  func listFromAnywhere(_ seat: Seat) {
    if isOwnThread {
      lock.lockAsOwner()
      list(.passUnretained(seat))
      return lock.unlockAsOwner()
    }
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
