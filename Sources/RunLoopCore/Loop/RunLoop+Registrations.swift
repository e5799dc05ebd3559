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
      for mode in left { leave(registration, mode) }
      registration.modeSet = modeTable.set(registration.modeSet, removing: left)
      if registration.isNowhere, !registration.isCommon {
        giveUp(registration)
        removed = registration
      }
      return left
    }
    if let removed {
      source.registrations.removeAll { $0 === removed }
      source.registrationsChanged()
    }
    let follower = source.followerInside
    source.registrationLock.unlock()
    follower?.left(Membership(self, left))
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
      var modes = Few<ModeState>()
      let wanted = setMaking(name)
      do throws(PortError) {
        if try enters(registration, allOf: wanted) {
          if item.followsMembership { modes = wanted._withUnsafeGuaranteedRef { $0.modes } }
        } else {
          modes = join(registration, wanted, &failure)
        }
      } catch {
        failure = error
      }
      // It could be watched nowhere: nothing was added.
      if failure != nil, registration.isNowhere { registration.isCommon = wasCommon }
      if known == nil, !registration.isNowhere || registration.isCommon {
        registrations.append(registration)
        item.registrations.append(registration)
        item.registrationsChanged()
      }
      if let source = registration.sourceReference, source._withUnsafeGuaranteedRef({ $0.isSignalled }) {
        signalled.list(.passUnretained(registration))
      }
      hasOrphans = !registrations.orphans.isEmpty
      return modes
    }
    item.registrationLock.unlock()
    guard let joined else { return false }
    if hasOrphans { loseOrphans() }
    if item.followsMembership { item.didJoin(Membership(self, joined)) }
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
      // An error of the set itself is not about the source.
      throw error.portError(-1, label)
    }
    if let orphan = try ports.watch(registration, source, mode) { registrations.orphans.append(orphan) }
    // The loop sleeps on its word: it must sleep again in the new port set.
    if sleepRecord.isIn(mode) { waker.interruptSleepOnWord() }
  }

  /// Adds a registration that is in no mode to all modes of a set in one step, as for most sources, which are added once. Returns false
  /// without any change if it is in a mode already, or if it has a descriptor and the set several modes: the kernel may refuse the
  /// descriptor in some of them.
  @inline(__always)
  private func enters(
    _ registration: Registration, allOf set: Unmanaged<ModeSet>
  ) throws(PortError) -> Bool {
    guard registration.isNowhere else { return false }
    if registration.portReference != nil {
      guard let mode = set._withUnsafeGuaranteedRef({ $0.onlyMode }) else { return false }
      try watch(registration, mode.takeUnretainedValue())
    }
    registration.setAddress = UnsafeRawPointer(set.toOpaque())
    set._withUnsafeGuaranteedRef { set in
      if registration.isListed { signalled.joined(registration, set.modes) }
      set.eachMode { $0.countSources(1) }
    }
    return true
  }

  /// Adds a registration to modes of a set that it is not in, where its descriptor can be watched; returns these.
  private func join(
    _ registration: Registration, _ set: Unmanaged<ModeSet>, _ failure: inout PortError?
  ) -> Few<ModeState> {
    let present = registration.modeSet
    var modes = Few<ModeState>()
    for mode in set.takeUnretainedValue().modes where !present.contains(mode) {
      do throws(PortError) {
        try watch(registration, mode)
        modes.append(mode)
      } catch {
        failure = error
      }
    }
    if modes.isEmpty { return modes }
    registration.modeSet = modeTable.set(present, adding: modes)
    signalled.joined(registration, modes)
    for mode in modes { mode.countSources(1) }
    return modes
  }

  /// The set of the modes that the name stands for; they are made if they do not exist. The loop keeps it.
  @inline(__always)
  private func setMaking(_ name: Mode) -> Unmanaged<ModeSet> {
    if let known = modeTable.knownSet(name) { return known }
    let modes = name == .common ? commonModesMaking() : Few(modeMaking(name))
    return .passUnretained(modeTable.set(modeTable.emptySet, adding: modes))
  }

  @inline(__always)
  private func leave(_ registration: Registration, _ mode: ModeState) {
    if let source = registration.portReference {
      source._withUnsafeGuaranteedRef { mode.ports?.unwatch(registration, $0) }
    }
    mode.countSources(-1)
  }

  /// Removes a registration that is in no mode. The lock is held.
  private func giveUp(_ registration: Registration) {
    // Until here, the loop's thread may use it without the item's lock.
    if registration.item.onlyCell.load(ordering: .relaxed) == cell.address {
      registration.item.onlyCell.store(0, ordering: .sequentiallyConsistent)
    }
    signalled.remove(registration, modes: modes)
    registrations.remove(registration)
  }

  /// Removes the registration, and returns its modes if its item follows its membership. Called with the item's lock held, which keeps the
  /// loop alive until the registration has left.
  func leaveAll(_ registration: Registration) -> Few<ModeState> {
    lock.withLock {
      let left = registration.item.followsMembership ? registration.modeSet.modes : Few()
      registration.isCommon = false
      registration.eachMode { leave(registration, $0) }
      registration.setAddress = modeTable.emptySet.address
      giveUp(registration)
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
    // The lock keeps the loops of present registrations from ending meanwhile.
    registrationLock.lock()
    // Keeps the loops, which are released without the lock: what another module keeps with a loop may be released with it.
    var left = Few<(loop: RunLoop, modes: Few<ModeState>)>()
    for registration in registrations {
      // Retained before: once the registration has left, the loop may end without waiting for this lock. The loop's own thread keeps it
      // in any case.
      let isHere = registration.loopReference._withUnsafeGuaranteedRef { $0.isOwnThread }
      let loop = followsMembership || !isHere ? registration.loop : nil
      let modes = registration.loopReference._withUnsafeGuaranteedRef { $0.leaveAll(registration) }
      if let loop { left.append((loop, modes)) }
    }
    var removed = Few<Registration>()
    swap(&removed, &registrations)
    registrationsChanged()
    let perform = self.perform.take()
    let follower = followerInside
    registrationLock.unlock()
    if let follower { for (loop, modes) in left { follower.left(Membership(loop, modes)) } }
    willForget()
    withExtendedLifetime((left, removed, perform)) {}
    return true
  }

  /// What to notify of modes that the item leaves; nil unless it follows its membership. With `registrationLock` held.
  @inline(__always)
  final var followerInside: Follower? {
    followsMembership ? Follower(item: self, cancel: cancelInside) : nil
  }

  /// An item that follows its membership, as it leaves modes.
  struct Follower {
    fileprivate let item: RunLoop.RegisteredItem
    fileprivate let cancel: ((Membership) -> Void)?

    /// Without a lock.
    func left(_ membership: Membership) {
      if let cancel { cancel(membership) } else { item.didLeave(membership) }
    }
  }

  final func registration(in loop: RunLoop) -> Registration? {
    // Most are in no loop yet, or in one.
    registrations.isEmpty ? nil : registrations.first { $0.loopAddress == loop.address }
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
