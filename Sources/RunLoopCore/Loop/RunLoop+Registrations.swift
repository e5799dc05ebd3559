/// Sources and port sources: items that have a registration in each of their loops.
extension RunLoop {
  /// Puts a source into a mode, or into all common modes. Adding it again changes nothing. A source may be in any
  /// number of loops.
  ///
  /// False, and nothing happens, when the source is invalid or the loop has ended. Corresponds to
  /// `CFRunLoopAddSource`.
  @discardableResult
  public func add(_ source: Source, to mode: Mode = .default) -> Bool {
    // Only port sources can fail.
    (try? register(source, in: mode)) ?? false
  }

  /// Puts a port source into a mode, or into all common modes, and watches its descriptor.
  ///
  /// False, and nothing happens, when the source is invalid or the loop has ended. Throws when the descriptor is
  /// closed, is watched in the mode already, or no descriptor is left for watching it. With several common modes, the
  /// source is then in those where it could be watched.
  @discardableResult
  public func add(_ source: PortSource, to mode: Mode = .default) throws(PortError) -> Bool {
    try register(source, in: mode)
  }

  /// Takes a source out of a mode; out of `common`, only if it was put there, and then out of all common modes.
  /// Its mark stays. Corresponds to `CFRunLoopRemoveSource`.
  public func remove(_ source: RegisteredItem, from name: Mode = .default) {
    source.registrationLock.lock()
    var removed: Registration?
    let left = lock.withLock { () -> Few<ModeState> in
      guard let registration = source.registration(in: self) else { return Few() }
      let left: Few<ModeState>
      if name == .common {
        guard registration.isCommon else { return Few() }
        registration.isCommon = false
        left = registration.modeSet.modes.common
      } else {
        guard let mode = mode(named: name), registration.modeSet.contains(mode) else { return Few() }
        left = Few(mode)
      }
      if leave(registration, left) { removed = registration }
      return left
    }
    if let removed {
      source.registrations.removeAll { $0 === removed }
      source.registrationsChanged()
    }
    source.registrationLock.unlock()
    source.didLeave(Membership(self, left))
    withExtendedLifetime(removed) {}
  }

  /// Whether the source is in the mode; of `common`: whether it was put there. Corresponds to
  /// `CFRunLoopContainsSource`.
  public func contains(_ source: RegisteredItem, in name: Mode = .default) -> Bool {
    source.registrationLock.lock()
    defer { source.registrationLock.unlock() }
    return lock.withLock {
      guard let registration = source.registration(in: self) else { return false }
      if name == .common { return registration.isCommon }
      return mode(named: name).map { registration.modeSet.contains($0) } ?? false
    }
  }

  // MARK: Inside

  /// - Parameter ifCommon: only an item that is in the common modes.
  func register(_ item: RegisteredItem, in name: Mode, ifCommon: Bool = false) throws(PortError) -> Bool {
    item.registrationLock.lock()
    guard item.isValid else {
      item.registrationLock.unlock()
      return false
    }
    var failure: PortError?
    var hasOrphans = false
    let joined = lock.withLock { () -> Few<ModeState>? in
      guard !hasEnded else { return nil }
      sweepSets()
      let known = item.registration(in: self)
      if ifCommon, !(known?.isCommon ?? false) { return nil }
      let registration =
        known
        ?? Registration(
          item, loopAddress: address, cellAddress: cell.address, setAddress: modeTable.emptySet.address)
      let wasCommon = registration.isCommon
      if name == .common { registration.isCommon = true }
      let present = registration.modeSet
      var modes = Few<ModeState>()
      let wanted = name == .common ? commonModesMaking() : Few(modeMaking(name))
      if registration.portSource == nil, present.isEmpty {
        modes = wanted
      } else {
        for mode in wanted where !present.contains(mode) {
          do throws(PortError) {
            try watch(registration, mode)
            modes.append(mode)
          } catch {
            failure = error
          }
        }
      }
      join(registration, modes)
      // It could be watched nowhere: nothing was added.
      if failure != nil, registration.modeSet.isEmpty { registration.isCommon = wasCommon }
      if known == nil, !modes.isEmpty || registration.isCommon {
        registrations.append(registration)
        item.registrations.append(registration)
        item.registrationsChanged()
      }
      if registration.source?.isSignalled ?? false { signalled.list(.passUnretained(registration)) }
      hasOrphans = !registrations.orphans.isEmpty
      return modes
    }
    item.registrationLock.unlock()
    guard let joined else { return false }
    if hasOrphans { loseOrphans() }
    item.didJoin(Membership(self, joined))
    if let failure { throw failure }
    return true
  }

  /// Watches a port source's descriptor in a mode that it joins.
  private func watch(_ registration: Registration, _ mode: ModeState) throws(PortError) {
    guard let source = registration.portSource else { return }
    let ports: PortSet
    do {
      ports = try openPortsInside(mode)
    } catch {
      throw error.portError(source.port.descriptor, source.label)
    }
    if let orphan = try ports.watch(registration, source, mode: mode.name) {
      registrations.orphans.append(orphan)
    }
    // The loop sleeps on its word: it must sleep again in the new port set.
    if sleepRecord.isIn(mode) { waker.interruptSleepOnWord() }
  }

  private func join(_ registration: Registration, _ modes: Few<ModeState>) {
    if modes.isEmpty { return }
    registration.modeSet = modeTable.set(registration.modeSet, adding: modes)
    signalled.joined(registration, modes)
    for mode in modes { mode.countSources(1) }
  }

  /// True when the registration is no longer in a mode, and was removed. The lock is held.
  private func leave(_ registration: Registration, _ left: Few<ModeState>) -> Bool {
    for mode in left {
      if let source = registration.portSource { mode.ports?.unwatch(registration, source) }
      mode.countSources(-1)
    }
    registration.modeSet = modeTable.set(registration.modeSet, removing: left)
    guard registration.modeSet.isEmpty, !registration.isCommon else { return false }
    // Until here, the loop's thread may use it without the item's lock.
    if registration.item.onlyCell.load(ordering: .relaxed) == cell.address {
      registration.item.onlyCell.store(0, ordering: .sequentiallyConsistent)
    }
    signalled.remove(registration)
    registrations.remove(registration)
    return true
  }

  /// Removes the registration and returns its modes. Called with the item's lock held, which keeps the loop alive.
  func leaveAll(_ registration: Registration) -> Few<ModeState> {
    lock.withLock {
      let left = registration.modeSet.modes
      registration.isCommon = false
      _ = leave(registration, left)
      return left
    }
  }
}

extension RunLoop.RegisteredItem {
  /// Takes the item out of all modes of all loops permanently. Corresponds to `CFRunLoopSourceInvalidate`.
  public final func invalidate() {
    _ = invalidateOnce()
  }

  /// False when it was invalid already.
  final func invalidateOnce() -> Bool {
    guard validity.exchange(false, ordering: .acquiringAndReleasing) else { return false }
    // The lock keeps the registrations' loops from ending meanwhile.
    registrationLock.lock()
    // After the unlock only `left` keeps the loops.
    var left = Few<(loop: RunLoop, modes: Few<ModeState>)>()
    for registration in registrations {
      let loop = registration.loop
      left.append((loop, loop.leaveAll(registration)))
    }
    var removed = Few<Registration>()
    swap(&removed, &registrations)
    registrationsChanged()
    let perform = self.perform.take()
    registrationLock.unlock()
    for (loop, modes) in left { didLeave(Membership(loop, modes)) }
    willForget()
    withExtendedLifetime((removed, perform)) {}
    return true
  }

  final func registration(in loop: RunLoop) -> Registration? {
    registrations.first { $0.loop === loop }
  }
}

extension RunLoop {
  /// For callers that must not name a loop.
  @inline(__always)
  fileprivate var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
}

extension Membership {
  init(_ loop: RunLoop, _ modes: Few<ModeState>) {
    self.init(loopAddress: loop.address, states: modes)
  }

  var loop: RunLoop { Unmanaged<RunLoop>.fromOpaque(loopAddress).takeUnretainedValue() }
}

extension Registration {
  @inline(__always)
  var loopReference: Unmanaged<RunLoop> { .fromOpaque(loopAddress) }

  var loop: RunLoop { loopReference.takeUnretainedValue() }
}
