import Scenarios

/// What is in which mode of which loop (rules M, and Z-3, Z-11, O-1, T-1, X).
extension LoopModel {
  /// The mode of that name, which comes into being with this (M-1).
  func mode(_ name: String, of owner: ModelLoop) -> ModelMode {
    if let mode = owner.mode(name) { return mode }
    let mode = ModelMode(index: modeCount, name: name, loop: owner)
    modeCount += 1
    owner.modes.append(mode)
    if owner.isWakePending { becomesReady(.wake, in: mode) }
    return mode
  }

  func find(_ name: String?) -> ModelLoop? {
    name == nil ? loop : otherLoops.first { $0.name == name }
  }

  /// A timer or observer belongs to one loop at a time (T-1, O-1).
  private func isTaken(_ item: ModelItem, for owner: ModelLoop) -> Bool {
    guard item.kind == .timer || item.kind == .observer, let current = item.loop else { return false }
    return current !== owner
  }

  func add(_ item: ModelItem, to place: Scenario.Place) throws(Ending) {
    guard let owner = find(place.loop), !owner.isDead, item.isValid, !isTaken(item, for: owner)
    else { return }
    guard place.mode == "common" else {
      try add(item, to: mode(place.mode, of: owner))
      return
    }
    // M-4: a common item, and a member of every common mode.
    if !owner.commonItems.contains(where: { $0 === item }) { owner.commonItems.append(item) }
    for name in owner.commonModes { try add(item, to: mode(name, of: owner)) }
  }

  private func add(_ item: ModelItem, to mode: ModelMode) throws(Ending) {
    if item.modes.contains(where: { $0 === mode }) { return }  // M-9
    item.modes.append(mode)
    switch item.kind {
    case .source:
      mode.sources.append(item)
      try trace("sched \(item.name) \(mode.name)", sortable: true)  // Z-3
    case .port:
      mode.ports.append(item)
      if item.isReadable { becomesReady(.source(item.index), in: mode) }  // V-1
    case .timer:
      insert(item, in: mode)
    case .observer:
      let index = mode.observers.firstIndex { $0.order > item.order }  // O-2
      mode.observers.insert(item, at: index ?? mode.observers.endIndex)
    case .block:
      break
    }
  }

  func remove(_ item: ModelItem, from place: Scenario.Place) throws(Ending) {
    guard let owner = find(place.loop) else { return }
    if place.mode == "common" {
      try removeFromCommonModes(item, of: owner)
    } else if let mode = owner.mode(place.mode) {
      try remove(item, from: mode)  // M-7
    }
  }

  /// M-6: only a common item, and then also where it was added explicitly.
  private func removeFromCommonModes(_ item: ModelItem, of owner: ModelLoop) throws(Ending) {
    guard owner.commonItems.contains(where: { $0 === item }) else { return }
    owner.commonItems.removeAll { $0 === item }
    for name in owner.commonModes {
      if let mode = owner.mode(name) { try remove(item, from: mode) }
    }
  }

  private func remove(_ item: ModelItem, from mode: ModelMode) throws(Ending) {
    guard item.modes.contains(where: { $0 === mode }) else { return }
    item.modes.removeAll { $0 === mode }
    switch item.kind {
    case .source:
      mode.sources.removeAll { $0 === item }
      try trace("cancel \(item.name) \(mode.name)", sortable: true)
    case .port:
      mode.ports.removeAll { $0 === item }
      mode.ready.removeAll { $0.port == .source(item.index) }
    case .timer:
      mode.timers.removeAll { $0 === item }
      arm(mode)
    case .observer:
      mode.observers.removeAll { $0 === item }
    case .block:
      break
    }
  }

  /// M-8.
  func contains(_ item: ModelItem, in place: Scenario.Place) -> Bool {
    guard let owner = find(place.loop) else { return false }
    if item.kind == .timer && item.loop !== owner { return false }
    if place.mode == "common" { return owner.commonItems.contains { $0 === item } }
    return item.modes.contains { $0.loop === owner && $0.name == place.mode }
  }

  /// Z-11, T-36, O-9: out of every mode of every loop that it is in, and of those loops' common items. An item
  /// that is in no mode of a loop stays among its common items.
  func invalidate(_ item: ModelItem) throws(Ending) {
    guard item.isValid else { return }
    item.isValid = false
    item.signalled = nil
    item.date = 0
    for owner in [loop] + otherLoops where item.modes.contains(where: { $0.loop === owner }) {
      for mode in item.modes where mode.loop === owner { try remove(item, from: mode) }
      try removeFromCommonModes(item, of: owner)
    }
    guard fixes.contains(.zombieCommon) else { return }
    for owner in [loop] + otherLoops { owner.commonItems.removeAll { $0 === item } }
  }

  /// CFRunLoopAddCommonMode (M-5).
  func addCommonMode(_ place: Scenario.Place) throws(Ending) {
    guard let owner = find(place.loop), !owner.isDead, !owner.commonModes.contains(place.mode) else { return }
    owner.commonModes.append(place.mode)
    let items = owner.commonItems.filter { $0.isValid && !isTaken($0, for: owner) }
    if items.isEmpty { return }  // M-1
    let mode = mode(place.mode, of: owner)
    let readyBefore = mode.ready.count
    for item in items { try add(item, to: mode) }
    let orders = items.filter { $0.kind == .observer }.map(\.order)
    if Set(orders).count < orders.count || mode.ready.count > readyBefore + 1 {
      tieFinder.unspecifiedOrder(in: mode.name, at: now)
    }
  }

  /// The other thread ends, and its loop with it.
  func exitLoop(_ name: String) throws(Ending) {
    guard let owner = find(name), owner !== loop, !owner.isDead else { return }
    let previous = who
    who = name
    for item in items {
      for mode in item.modes where mode.loop === owner { try remove(item, from: mode) }
    }
    who = previous
    owner.commonItems = []
    owner.blocks = []
    owner.isDead = true
  }
}
