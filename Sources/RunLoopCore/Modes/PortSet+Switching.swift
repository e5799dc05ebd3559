import LinuxSystem

/// Changing the mask of watched sources, and handling descriptors that were closed while watched. All with the loop's
/// lock held.
extension PortSet {
  /// Has the kernel watch for what the source wants now, or stop watching; without a call when nothing changes and no report
  /// may have been missed. False, and nothing is changed, when the kernel refuses for now, for lack of memory.
  func updateMask(of registration: Registration) throws(RunLoop.PortError) -> Bool {
    guard let source = registration.portSource else { return true }
    let mask = source.mask.load(ordering: .acquiring)
    let descriptor = source.port.descriptor
    guard let slot = slot(of: registration, descriptor), !isOwn(descriptor) else {
      throw .closed(descriptor: descriptor, label: source.label)
    }
    let old = slots[slot]
    // A level-triggered descriptor is reported again in any case, an edge-triggered one after a call. A persistent condition that
    // the source was called for is not repeated. Nor is what was repeated here while another mode's change was refused.
    let lost =
      old.mask & EPOLLET.rawValue != 0 ? registration.withdrawn : old.standing != 0 ? registration.missed : 0
    let again = old.count == registration.losses ? 0 : lost
    slots[slot].count = registration.losses
    if old.mask == mask, mask & again == 0 { return true }
    // The kernel disables a one-shot after reporting it.
    if mask == 0, old.mask == Self.consumedMask { return true }
    slots[slot].mask = mask
    slots[slot].standing = 0
    if process != ForkGeneration.current { return true }
    do throws(SystemError) {
      if mask == 0 {
        try SystemCall.stopWatching(descriptor, in: set.number)
      } else {
        try SystemCall.watch(
          descriptor, in: set.number, token: token(of: slot), mask: mask, again: old.mask != 0)
      }
      return true
    } catch {
      guard !SystemCall.isGone(descriptor, after: error) else {
        throw .closed(descriptor: descriptor, label: source.label)
      }
      slots[slot].mask = old.mask
      slots[slot].standing = old.standing
      slots[slot].count = old.count
      return false
    }
  }

  /// Whether the kernel still watches the same file under the descriptor's number.
  func check(_ registration: Registration) throws(RunLoop.PortError) {
    guard let source = registration.portSource, let slot = slot(of: registration, source.port.descriptor),
      slots[slot].mask != 0, process == ForkGeneration.current
    else { return }
    if isOwn(source.port.descriptor) {
      throw .closed(descriptor: source.port.descriptor, label: source.label)
    }
    do {
      let edge = slots[slot].standing != 0 ? EPOLLET.rawValue : 0
      try SystemCall.watch(
        source.port.descriptor, in: set.number, token: token(of: slot), mask: slots[slot].mask | edge,
        again: true)
    } catch {
      // A refusal says nothing about the descriptor.
      guard SystemCall.isGone(source.port.descriptor, after: error) else { return }
      throw error.portError(source.port.descriptor, source.label)
    }
  }

  /// Whether a number that a source watches now belongs to one of the loop's own descriptors.
  func isOwn(_ descriptor: Int32) -> Bool {
    descriptor == doorbell || descriptor == set.number || descriptor == timerPort?.descriptor
      || descriptor == hostSet?.descriptor
      || watchesMainQueue && descriptor == mainQueue || watchesGuest && descriptor == guest
  }

  /// Whether the slot's descriptor number still belongs to its source, not to another that reused the number after the
  /// descriptor was closed.
  func hasNumber(_ slot: Int) -> Bool {
    slots[slot].registration != nil && slotOfDescriptor[slots[slot].descriptor] == slot
  }

  /// Whether the source still wants any of the reported events.
  @inline(__always)
  func isWanted(_ reported: UInt32, _ slot: Int, _ registration: Unmanaged<Registration>) -> Bool {
    if slots[slot].mask & EPOLLONESHOT.rawValue != 0 { slots[slot].mask = Self.consumedMask }
    return registration._withUnsafeGuaranteedRef { registration in
      guard let source = registration.portReference else { return false }
      let wanted = reported & source._withUnsafeGuaranteedRef { $0.mask.load(ordering: .acquiring) }
      if wanted != reported { registration.lose(missed: reported & ~wanted) }
      return wanted != 0
    }
  }

  /// Replaces the set by a new one without stale descriptors. The kernel reports a descriptor that was closed while a
  /// duplicate of it lives, and it can not be removed from the old set, so the loop would never sleep again. Under the
  /// lock, on the loop's thread, which is therefore not waiting in the kernel.
  ///
  /// If the kernel refuses, nothing is changed, and the loop retries a hundred times a second.
  @inline(never)
  func rebuild() {
    do throws(SystemError) {
      let fresh = try madeAnew()
      // First, so that a host never misses the set. The old set's entry there ends with it.
      if let hostSet { try SystemCall.watch(fresh.number, in: hostSet.descriptor, token: 0, edge: false) }
      try SystemCall.replace(set.number, by: fresh)
      for slot in slots.indices { slots[slot].standing = 0 }
      isStale = false
    } catch {
      isStale = true
    }
  }

  /// A new set with every watched descriptor, except closed ones.
  private func madeAnew() throws(SystemError) -> Descriptor {
    let fresh = Descriptor(try SystemCall.portSetDescriptor())
    try SystemCall.watch(doorbell, in: fresh.number, token: Self.doorbellToken, edge: true)
    if let timerPort {
      try SystemCall.watch(timerPort.descriptor, in: fresh.number, token: Self.timerToken, edge: true)
    }
    if watchesMainQueue {
      try SystemCall.watch(mainQueue, in: fresh.number, token: Self.mainQueueToken, edge: true)
    }
    if watchesGuest { try SystemCall.watch(guest, in: fresh.number, token: Self.mainQueueToken, edge: true) }
    for slot in slots.indices where slots[slot].mask != 0 && hasNumber(slot) {
      let known = slots[slot]
      do throws(SystemError) {
        try SystemCall.watch(known.descriptor, in: fresh.number, token: token(of: slot), mask: known.mask)
      } catch {
        // Other closed descriptors are detected when the kernel reports them.
        guard SystemCall.isGone(known.descriptor, after: error) || error.isAlreadyThere else { throw error }
      }
    }
    return fresh
  }
}
