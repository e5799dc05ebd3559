/// Sources and port sources: items that have a seat in each of their loops.
extension RunLoop {
  /// Puts a source into a mode, or into all common modes. Adding it again changes nothing. A source may be in any
  /// number of loops.
  ///
  /// False, and nothing happens, when the source is invalid or the loop has ended. Corresponds to
  /// `CFRunLoopAddSource`.
  @discardableResult
  public func add(_ source: Source, to mode: Mode = .default) -> Bool {
    // Only port sources can fail.
    (try? add(seated: source, to: mode)) ?? false
  }

  /// Puts a port source into a mode, or into all common modes, and watches its descriptor.
  ///
  /// False, and nothing happens, when the source is invalid or the loop has ended. Throws when the descriptor is
  /// closed, is watched in the mode already, or no descriptor is left to watch it with. Of several common modes it
  /// is then in those where it could be watched.
  @discardableResult
  public func add(_ source: PortSource, to mode: Mode = .default) throws(PortError) -> Bool {
    try add(seated: source, to: mode)
  }

  /// Takes a source out of a mode; out of `common`, only if it was put there, and then out of all common modes.
  /// Its mark stays. Corresponds to `CFRunLoopRemoveSource`.
  public func remove(_ source: SeatedItem, from name: Mode = .default) {
    source.seatLock.lock()
    var removed: Seat?
    let left = lock.withLock { () -> [Mode] in
      guard let seat = source.seat(in: self) else { return [] }
      let left: [ModeState]
      if name == .common {
        guard seat.isCommon else { return [] }
        seat.isCommon = false
        left = seat.modeSet.modes.filter { $0.isCommon.load(ordering: .relaxed) }
      } else {
        guard let mode = mode(named: name), seat.modeSet.contains(mode) else { return [] }
        left = [mode]
      }
      if leave(seat, left) { removed = seat }
      return left.map(\.name)
    }
    if let removed {
      source.seats.removeAll { $0 === removed }
      source.seatsChanged()
    }
    source.seatLock.unlock()
    source.didLeave(Membership(self, left))
    withExtendedLifetime(removed) {}
  }

  /// Whether the source is in the mode; of `common`: whether it was put there. Corresponds to
  /// `CFRunLoopContainsSource`.
  public func contains(_ source: SeatedItem, in name: Mode = .default) -> Bool {
    source.seatLock.lock()
    defer { source.seatLock.unlock() }
    return lock.withLock {
      guard let seat = source.seat(in: self) else { return false }
      if name == .common { return seat.isCommon }
      return mode(named: name).map { seat.modeSet.contains($0) } ?? false
    }
  }

  // MARK: Inside

  /// - Parameter ifCommon: only an item that is in the common modes.
  func add(seated item: SeatedItem, to name: Mode, ifCommon: Bool = false) throws(PortError) -> Bool {
    item.seatLock.lock()
    guard item.isValid else {
      item.seatLock.unlock()
      return false
    }
    var failure: PortError?
    var hasOrphans = false
    let joined = lock.withLock { () -> [Mode]? in
      guard !hasEnded else { return nil }
      let known = item.seat(in: self)
      if ifCommon, !(known?.isCommon ?? false) { return nil }
      let seat =
        known
        ?? Seat(item, loopAddress: address, cellAddress: cell.address, setAddress: modeTable.emptySet.address)
      let wasCommon = seat.isCommon
      if name == .common { seat.isCommon = true }
      var joined: [Mode] = []
      for mode in name == .common ? commonModesMaking() : [modeMaking(name)]
      where !seat.modeSet.contains(mode) {
        do throws(PortError) {
          try join(seat, mode)
          joined.append(mode.name)
        } catch {
          failure = error
        }
      }
      // It could be watched nowhere: nothing was added.
      if failure != nil, seat.modeSet.isEmpty { seat.isCommon = wasCommon }
      if known == nil, !joined.isEmpty || seat.isCommon {
        seats.append(seat)
        item.seats.append(seat)
        item.seatsChanged()
      }
      if seat.source?.isSignalled ?? false { signalled.list(.passUnretained(seat)) }
      hasOrphans = !seats.orphans.isEmpty
      return joined
    }
    item.seatLock.unlock()
    guard let joined else { return false }
    if hasOrphans { loseOrphans() }
    item.didJoin(Membership(self, joined))
    if let failure { throw failure }
    return true
  }

  private func join(_ seat: Seat, _ mode: ModeState) throws(PortError) {
    if let source = seat.portSource {
      let ports: PortSet
      do {
        ports = try openPortsInside(mode)
      } catch {
        throw error.portError(source.port.descriptor, source.label)
      }
      if let orphan = try ports.watch(seat, source, mode: mode.name) { seats.orphans.append(orphan) }
      // It sleeps without descriptors: let it sleep with these.
      if sleepRecord.isIn(mode) { waker.interruptSleepOnWord() }
    }
    seat.modeSet = modeTable.set(seat.modeSet, toggling: mode)
    mode.countSources(1)
  }

  /// True when the seat is in no mode any more, and was given up. The lock is held.
  private func leave(_ seat: Seat, _ left: [ModeState]) -> Bool {
    for mode in left {
      if let source = seat.portSource { mode.ports?.unwatch(seat, source) }
      seat.modeSet = modeTable.set(seat.modeSet, toggling: mode)
      mode.countSources(-1)
    }
    guard seat.modeSet.isEmpty, !seat.isCommon else { return false }
    // The loop's thread may use it without the item's lock until here.
    if seat.item.onlyCell.load(ordering: .relaxed) == cell.address {
      seat.item.onlyCell.store(0, ordering: .sequentiallyConsistent)
    }
    signalled.remove(seat)
    seats.remove(seat)
    return true
  }

  /// Gives the seat up; the modes that it was in. Called with the item's lock held, which keeps the loop alive.
  func leaveAll(_ seat: Seat) -> [Mode] {
    lock.withLock {
      let left = seat.modeSet.modes
      seat.isCommon = false
      _ = leave(seat, left)
      return left.map(\.name)
    }
  }
}

extension RunLoop.SeatedItem {
  /// Takes the item out of all modes of all loops permanently. Corresponds to `CFRunLoopSourceInvalidate`.
  public final func invalidate() {
    _ = invalidateOnce()
  }

  /// False when it was invalid already.
  final func invalidateOnce() -> Bool {
    guard validity.exchange(false, ordering: .acquiringAndReleasing) else { return false }
    // The lock keeps the seats' loops from ending meanwhile.
    seatLock.lock()
    let left = seats.map { ($0, $0.loop, $0.loop.leaveAll($0)) }
    seats = []
    seatsChanged()
    let perform = self.perform
    self.perform = nil
    seatLock.unlock()
    for (_, loop, modes) in left { didLeave(Membership(loop, modes)) }
    willForget()
    withExtendedLifetime((left, perform)) {}
    return true
  }

  final func seat(in loop: RunLoop) -> Seat? {
    seats.first { $0.loop === loop }
  }
}

extension RunLoop {
  /// For those that must not name a loop.
  @inline(__always)
  fileprivate var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
}

extension Membership {
  init(_ loop: RunLoop, _ modes: [RunLoop.Mode]) {
    self.init(loopAddress: loop.address, modes: modes)
  }

  var loop: RunLoop { Unmanaged<RunLoop>.fromOpaque(loopAddress).takeUnretainedValue() }
}

extension Seat {
  @inline(__always)
  var loopReference: Unmanaged<RunLoop> { .fromOpaque(loopAddress) }

  var loop: RunLoop { loopReference.takeUnretainedValue() }
}
