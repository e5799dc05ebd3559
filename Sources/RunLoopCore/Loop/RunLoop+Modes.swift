extension RunLoop {
  /// The names of the loop's modes: `default`, and every mode that an item or a block was ever put into.
  /// Corresponds to `CFRunLoopCopyAllModes`.
  public var allModes: [Mode] {
    lock.withLock { modes.map(\.name) }
  }

  /// The mode of the innermost run, also as seen by its entry and exit observers; nil when no run is in progress.
  /// Corresponds to `CFRunLoopCopyCurrentMode`.
  public var currentMode: Mode? {
    lock.withLock { runs.mode?.name }
  }

  /// Makes a mode common permanently: every item of the common modes, present or future, is added to it.
  ///
  /// Throws when a port source among them can not be watched in the mode; the mode is common nevertheless, and has
  /// all the other items. Corresponds to `CFRunLoopAddCommonMode`.
  public func addCommonMode(_ name: Mode) throws(PortError) {
    if name == .common { return }
    let joining = lock.withLock { () -> [RegisteredItem] in
      guard modeTable.makeCommon(name) else { return [] }
      let bound = commonBoundItems()
      if !bound.isEmpty, !hasEnded {
        let mode = modeMaking(name)
        for item in bound { item._withUnsafeGuaranteedRef { join($0, mode) } }
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
  func commonModesMaking() -> [ModeState] {
    modeTable.commonModes + modeTable.commonNamesWithoutMode.map { modeMaking($0) }
  }

  /// The timers and observers that were added to the common modes.
  private func commonBoundItems() -> [Unmanaged<BoundItem>] {
    boundItems().filter { $0._withUnsafeGuaranteedRef { $0.isCommon } }
  }

  /// All timers and observers of the loop.
  func boundItems() -> [Unmanaged<BoundItem>] {
    var items = looseItems
    var seen = Set<UInt>()
    func add(_ item: BoundItem) {
      let item = Unmanaged.passUnretained(item)
      if seen.insert(UInt(bitPattern: item.toOpaque())).inserted { items.append(item) }
    }
    for set in modeTable.sets {
      for index in 0..<set.queue.count {
        set.queue[index].timer._withUnsafeGuaranteedRef { if !$0.flags.contains(.hasLeft) { add($0) } }
      }
    }
    for timer in firings.timersOutsideQueues(home: cell.address) { add(timer.takeUnretainedValue()) }
    for mode in modes {
      for observer in mode.observers { add(observer) }
    }
    return items
  }
}
