extension RunLoop {
  /// The names of the loop's modes: `default`, and every mode that an item or a block was ever put into.
  /// Corresponds to `CFRunLoopCopyAllModes`.
  public var allModes: [Mode] {
    lock.withLock { modes.map(\.name) }
  }

  /// The mode of the innermost run, also as seen by its entry and exit observers; nil when no run is in progress.
  /// Corresponds to `CFRunLoopCopyCurrentMode`.
  public var currentMode: Mode? {
    lock.withLock { runs.mode?.takeUnretainedValue().name }
  }

  /// Makes a mode common permanently: every item of the common modes, present or future, is added to it.
  ///
  /// Throws when a port source among them can not be watched in the mode; the mode is common nevertheless, and has
  /// all the other items. Corresponds to `CFRunLoopAddCommonMode`.
  public func addCommonMode(_ name: Mode) throws(PortError) {
    if name == .common { return }
    let joining = lock.withLock { () -> [RegisteredItem] in
      sweepSets()
      guard modeTable.makeCommon(name) else { return [] }
      let bound = commonBoundItems()
      if !bound.isEmpty, !hasEnded {
        let mode = modeMaking(name)
        for item in bound { item._withUnsafeGuaranteedRef { join($0, Few(mode)) } }
      }
      return registrations.all.filter(\.isCommon).map(\.item)
    }
    var failure: PortError?
    for item in joining {
      // Another thread may have removed it from the common modes meanwhile.
      do { _ = try register(item, in: name, ifCommon: true) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// The modes that are common, unordered. `default` always is.
  public var commonModes: Set<Mode> { Set(lock.withLock { modeTable.otherCommonNames } + [.default]) }

  // MARK: Inside, with the lock held

  var modes: [ModeState] { modeTable.modes }

  @inline(__always)
  var defaultMode: ModeState { modeTable.defaultMode }

  @inline(__always)
  func mode(named name: Mode) -> ModeState? { modeTable.mode(named: name) }

  /// The mode, made if it does not exist; `common` is not a mode.
  func modeMaking(_ name: Mode) -> ModeState {
    if let mode = mode(named: name) { return mode }
    let mode = modeTable.make(name)
    modeWasMade(mode)
    return mode
  }

  func modeWasMade(_ mode: ModeState) {
    // Under simulated time the order of ready ports is each mode's own from the start.
    if clock.isSimulated { _ = try? openPortsInside(mode) }
  }

  /// The common modes, for adding an item: modes that do not exist yet are made.
  func commonModesMaking() -> Few<ModeState> {
    // Looking for names without a mode takes a search for each.
    if let known = modeTable.knownSet(.common) { return known._withUnsafeGuaranteedRef { $0.modes } }
    var modes = modeTable.commonModes
    for name in modeTable.commonNamesWithoutMode { modes.append(modeMaking(name)) }
    return modes
  }

  /// The timers and observers that were added to the common modes.
  private func commonBoundItems() -> [Unmanaged<BoundItem>] {
    var items: [Unmanaged<BoundItem>] = []
    var missing = modeTable.commonObservers
    visitTimers { if $0.isCommon { items.append(.passUnretained($0)) } }
    for item in looseItems.all {
      items.append(item)
      if item._withUnsafeGuaranteedRef({ !$0.isTimer }) { missing -= 1 }
    }
    // Nearly always all of them are in the first mode.
    for mode in modes where missing > 0 {
      visitObservers(mode) { observer in
        guard observer.isCommon else { return }
        items.append(.passUnretained(observer))
        missing -= 1
      }
    }
    return items
  }

  /// All timers and observers of the loop.
  func boundItems() -> [Unmanaged<BoundItem>] {
    var items = looseItems.all
    visitTimers { items.append(.passUnretained($0)) }
    for mode in modes { visitObservers(mode) { items.append(.passUnretained($0)) } }
    return items
  }

  /// Calls `body` for each timer that is in a mode.
  private func visitTimers(_ body: (BoundItem) -> Void) {
    for set in modeTable.sets {
      for index in 0..<set.queue.count {
        set.queue[index].timer._withUnsafeGuaranteedRef { if !$0.flags.contains(.hasLeft) { body($0) } }
      }
    }
    // A timer that an inner run fires may be pending in an outer batch, too.
    var seen = Set<UInt>()
    for timer in firings.timersOutsideQueues(home: cell.address)
    where seen.insert(UInt(bitPattern: timer.toOpaque())).inserted {
      timer._withUnsafeGuaranteedRef { body($0) }
    }
  }

  /// Calls `body` for each observer of the mode that is in no earlier one.
  private func visitObservers(_ mode: ModeState, _ body: (BoundItem) -> Void) {
    for observer in mode.observers.all {
      let isFirst = observer.modeSet?._withUnsafeGuaranteedRef { $0.modes.first === mode } ?? false
      if isFirst { body(observer) }
    }
  }

  /// Drops the sets of modes that no item has, when there are many.
  @inline(__always)
  func sweepSets() {
    if modeTable.needsSweep { sweepSetsNow() }
  }

  @inline(never)
  private func sweepSetsNow() {
    let items = boundItems()
    for item in items {
      item._withUnsafeGuaranteedRef { $0.modeSet?._withUnsafeGuaranteedRef { $0.isUsed = true } }
    }
    for registration in registrations.all { registration.modeSet.isUsed = true }
    modeTable.sweep(items: items.count + registrations.all.count)
  }
}
