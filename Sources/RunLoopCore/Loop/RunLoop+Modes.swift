extension RunLoop {
  /// The names of the loop's modes: `default`, and every mode that an item or a block was ever put into.
  /// Corresponds to `CFRunLoopCopyAllModes`.
  public var allModes: [Mode] {
    lock.withLock { modes.map(\.name) }
  }

  /// The mode of the innermost run, also as seen by its entry and exit observers; nil when no run goes on.
  /// Corresponds to `CFRunLoopCopyCurrentMode`.
  public var currentMode: Mode? {
    lock.withLock { runningMode?.name }
  }

  /// Makes a mode common for ever: every item of the common modes comes to be in it, now and later.
  ///
  /// Throws when a port source among them can not be watched in the mode; the mode is common nevertheless, and has
  /// all the other items. Corresponds to `CFRunLoopAddCommonMode`.
  public func addCommonMode(_ name: Mode) throws(PortError) {
    if name == .common { return }
    let joining = lock.withLock { () -> [SeatedItem] in
      guard !isCommon(name) else { return [] }
      otherCommonNames.append(name)
      mode(named: name)?.isCommon.store(true, ordering: .relaxed)
      let bound = commonBoundItems()
      if !bound.isEmpty, !hasEnded {
        let mode = modeMaking(name)
        for item in bound { item._withUnsafeGuaranteedRef { join($0, mode) } }
      }
      return seats.filter(\.isCommon).map(\.item)
    }
    var failure: PortError?
    for item in joining {
      // Another thread may have taken it out of the common modes meanwhile.
      do { _ = try add(seated: item, to: name, ifCommon: true) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// The modes that are common, in no order. `default` always is.
  public var commonModes: Set<Mode> { Set(lock.withLock { otherCommonNames } + [.default]) }

  // MARK: Inside, with the lock held

  @inline(__always)
  func mode(named name: Mode) -> ModeState? {
    name.known == .default ? defaultMode : mode(namedOtherwise: name)
  }

  /// A loop has few modes as a rule, and the first of them are found quicker by looking than by hashing.
  private func mode(namedOtherwise name: Mode) -> ModeState? {
    for mode in modes.prefix(Self.modesWithoutTable) where mode.name.isStoredAs(name) { return mode }
    for mode in modes.prefix(Self.modesWithoutTable) where mode.name == name { return mode }
    return modes.count > Self.modesWithoutTable ? laterModes[name] : nil
  }

  /// The first table of a process costs more than all else that a loop needs to begin: its generic type is made then.
  private static let modesWithoutTable = 8

  private func isCommon(_ name: Mode) -> Bool { name == .default || otherCommonNames.contains(name) }

  /// The mode, made now if need be; `common` is not one.
  func modeMaking(_ name: Mode) -> ModeState {
    mode(named: name) ?? makeMode(name)
  }

  func makeMode(_ name: Mode) -> ModeState {
    precondition(name != .common, "'common' is a set of modes, not a mode")
    let mode = ModeState(name, index: modes.count)
    mode.isCommon.store(isCommon(name), ordering: .relaxed)
    enter(mode)
    return mode
  }

  func enter(_ mode: ModeState) {
    modes.append(mode)
    if mode.index >= Self.modesWithoutTable { laterModes[mode.name] = mode }
    // A literal's array would be of a type that the runtime makes first.
    var itself: [ModeState] = []
    itself.append(mode)
    mode.onlySet = .passUnretained(modeSet(of: itself))
    // Under simulated time the order of ready ports is each mode's own from the start.
    if simulation != nil { _ = try? openPortsInside(mode) }
  }

  /// The modes that are common, for an item to come into: those that do not exist yet are made now.
  func commonModesMaking() -> [ModeState] {
    let existing = modes.filter { $0.isCommon.load(ordering: .relaxed) }
    // `default` is there always.
    if existing.count == otherCommonNames.count + 1 { return existing }
    let missing = Set(otherCommonNames).subtracting(existing.map(\.name)).sorted { $0.rawValue < $1.rawValue }
    return existing + missing.map { makeMode($0) }
  }

  /// The one set of exactly these modes, which are in order of their index.
  func modeSet(of modes: [ModeState]) -> ModeSet {
    if modes.isEmpty { return emptyModeSet }
    if let known = modeSets.first(where: { $0.modes.elementsEqual(modes, by: ===) }) { return known }
    let set = ModeSet(modes)
    modeSets.append(set)
    for mode in modes { mode.timerSets.append(set) }
    return set
  }

  /// The timers and observers that were added to the common modes.
  private func commonBoundItems() -> [Unmanaged<BoundItem>] {
    boundItems().filter { $0._withUnsafeGuaranteedRef { $0.isCommon } }
  }

  /// All timers and observers of the loop.
  func boundItems() -> [Unmanaged<BoundItem>] {
    giveUpPlace()
    var items = looseItems
    var seen = Set<UInt>()
    func add(_ item: BoundItem) {
      let item = Unmanaged.passUnretained(item)
      if seen.insert(UInt(bitPattern: item.toOpaque())).inserted { items.append(item) }
    }
    for set in modeSets {
      for index in 0..<set.heap.count { add(set.heap[index].timer.takeUnretainedValue()) }
    }
    for timer in firingTimers() { add(timer) }
    for mode in modes {
      for observer in mode.observers { add(observer) }
    }
    return items
  }
}
