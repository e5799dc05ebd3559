extension RunLoop {
  /// Step 4: performs the mode's sources that are signalled now, by order and then by when they were signalled.
  /// Sources that are signalled meanwhile wait for the next turn. True when any was performed.
  @inline(__always)
  func performSources(_ mode: ModeState, onlyOne: Bool) -> Bool {
    lock.lockAsOwner()
    if listedSeats.isEmpty {
      lock.unlockAsOwner()
      return false
    }
    let sources = signalledSources(mode)
    lock.unlockAsOwner()
    return perform(sources, onlyOne: onlyOne)
  }

  /// With the lock held. Seats whose source was performed since leave the list.
  private func signalledSources(_ mode: ModeState) -> [Source] {
    var signalled: [Source] = []
    var kept = 0
    for index in listedSeats.indices {
      let seat = listedSeats[index]
      guard let source = seat.source, source.isSignalled else {
        seat.isListed = false
        continue
      }
      if seat.modeSet.contains(mode), source.isValid { signalled.append(source) }
      listedSeats.swapAt(kept, index)
      kept += 1
    }
    listedSeats.removeLast(listedSeats.count - kept)
    if signalled.count > 1 { signalled.sort { ($0.order, $0.sequence) < ($1.order, $1.sequence) } }
    return signalled
  }

  private func perform(_ sources: [Source], onlyOne: Bool) -> Bool {
    var handled = false
    for source in sources where source.takeSignal() {
      let number = source.number
      guard let body = source.currentPerform() else { continue }
      callOutToSource(body, number, self)
      handled = true
      if onlyOne { break }
    }
    return handled
  }

  /// Step 9 for a source's port, unless the source has left the mode or is invalid. True when it was performed.
  func performPortSource(_ seat: Seat, _ mode: ModeState) -> Bool {
    let isThere = lock.withLock {
      // Another thread may have taken it out and put it in again since its count was taken.
      seat.modeSet.contains(mode) || seats.contains { $0.item === seat.item && $0.modeSet.contains(mode) }
    }
    guard isThere, let body = seat.item.currentPerform() else { return false }
    callOutToPortSource(self, body, seat.item.number)
    return true
  }
}
