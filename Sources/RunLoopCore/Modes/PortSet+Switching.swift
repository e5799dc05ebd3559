import CLinux

/// Sources that are switched while they are watched, and descriptors that were closed while they were. All with the loop's
/// lock held.
extension PortSet {
  /// Has the kernel watch for something else, or no more; without a call when it does already.
  func setMask(_ mask: UInt32, of seat: Seat) throws(RunLoop.PortError) {
    guard let source = seat.portSource else { return }
    let descriptor = source.port.descriptor
    guard let slot = slotOfDescriptor[descriptor], !isOwn(descriptor),
      slots[slot].seat?.toOpaque() == Unmanaged.passUnretained(seat).toOpaque()
    else { throw .closed(descriptor: descriptor, label: source.label) }
    let old = slots[slot].mask
    // One that was told of its one shot is off in the kernel.
    if old == mask || mask == 0 && old == Self.consumedMask { return }
    slots[slot].mask = mask
    slots[slot].told = 0
    if process != ForkGeneration.current { return }
    if mask == 0 {
      guard SystemCall.unwatch(descriptor, in: set.number) else {
        throw .closed(descriptor: descriptor, label: source.label)
      }
      return
    }
    do {
      try SystemCall.watch(descriptor, in: set.number, token: token(of: slot), mask: mask, again: old != 0)
    } catch {
      throw error.portError(descriptor, source.label)
    }
  }

  /// Whether the kernel still watches the same file under the descriptor's number.
  func check(_ seat: Seat) throws(RunLoop.PortError) {
    guard let source = seat.portSource, let slot = slotOfDescriptor[source.port.descriptor],
      slots[slot].seat?.toOpaque() == Unmanaged.passUnretained(seat).toOpaque(), slots[slot].mask != 0,
      process == ForkGeneration.current
    else { return }
    if isOwn(source.port.descriptor) {
      throw .closed(descriptor: source.port.descriptor, label: source.label)
    }
    do {
      let edge = slots[slot].told != 0 ? EPOLLET.rawValue : 0
      try SystemCall.watch(
        source.port.descriptor, in: set.number, token: token(of: slot), mask: slots[slot].mask | edge,
        again: true)
    } catch {
      throw error.portError(source.port.descriptor, source.label)
    }
  }

  /// Whether the number, which a source believes to watch, is that of one of the loop's own descriptors by now.
  func isOwn(_ descriptor: Int32) -> Bool {
    descriptor == doorbell || descriptor == set.number || descriptor == timerPort?.descriptor
      || descriptor == hostSet?.descriptor
      || watchesMainQueue && descriptor == mainQueue || watchesGuest && descriptor == guest
  }

  /// Whether the number of the slot's descriptor is still its source's, not one's that came with the same number after the
  /// first was closed.
  func hasNumber(_ slot: Int) -> Bool {
    slots[slot].seat != nil && slotOfDescriptor[slots[slot].descriptor] == slot
  }

  /// Whether the source has not been switched off, or to other events, since the kernel was asked.
  @inline(__always)
  func isWanted(_ reported: UInt32, _ slot: Int, _ seat: Unmanaged<Seat>) -> Bool {
    if slots[slot].mask & EPOLLONESHOT.rawValue != 0 { slots[slot].mask = Self.consumedMask }
    return seat._withUnsafeGuaranteedRef { seat in
      seat.portSource.map { reported & $0.mask.load(ordering: .acquiring) != 0 } ?? false
    }
  }

  /// The kernel reports what nobody watches any more: a descriptor was closed while a duplicate of it lives, so that it
  /// could not be taken out. Without it in a new set, the loop would never sleep again. Under the lock, on the loop's
  /// thread, which is not in the kernel therefore.
  @inline(never)
  func rebuild() {
    guard let fresh = try? SystemCall.portSetDescriptor() else { return }
    try? SystemCall.watch(doorbell, in: fresh, token: Self.doorbellToken, edge: true)
    if let timerPort {
      try? SystemCall.watch(timerPort.descriptor, in: fresh, token: Self.timerToken, edge: true)
    }
    if watchesMainQueue {
      try? SystemCall.watch(mainQueue, in: fresh, token: Self.mainQueueToken, edge: true)
    }
    if watchesGuest { try? SystemCall.watch(guest, in: fresh, token: Self.mainQueueToken, edge: true) }
    for slot in slots.indices where slots[slot].mask != 0 && hasNumber(slot) {
      slots[slot].told = 0
      let known = slots[slot]
      // One that was closed too is found when it is told of something.
      try? SystemCall.watch(known.descriptor, in: fresh, token: token(of: slot), mask: known.mask)
    }
    SystemCall.replace(set.number, by: fresh)
    if let hostSet { try? SystemCall.watch(set.number, in: hostSet.descriptor, token: 0, edge: false) }
  }
}
