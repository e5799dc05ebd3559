import Scenarios

/// Observers (rules O), sources (rules Z and V) and blocks (rules B).
extension LoopModel {
  enum Activity: UInt32 {
    case entry = 1
    case beforeTimers = 2
    case beforeSources = 4
    case beforeWaiting = 32
    case afterWaiting = 64
    case exit = 128
  }

  func callObservers(of mode: ModelMode, _ activity: Activity) throws(Ending) {
    // O-5: a snapshot.
    let snapshot = mode.observers.filter {
      $0.activities & activity.rawValue != 0 && $0.isValid && !$0.isFiring
    }
    for observer in snapshot where observer.isValid {  // O-6
      observer.isFiring = true  // O-7
      try trace("obs \(observer.name) \(activity)")
      try call(observer, activity: activity.rawValue)
      if observer.once { try invalidate(observer) }  // O-8
      observer.isFiring = false
    }
  }

  /// Step 4; says whether the pass "handled" a source.
  func performSources(in mode: ModelMode, onlyOne: Bool) throws(Ending) -> Bool {
    // Z-4: a snapshot, by order and first signal.
    let snapshot = mode.sources.filter { $0.isValid && $0.signalled != nil }
      .sorted { ($0.order, $0.signalled ?? 0) < ($1.order, $1.signalled ?? 0) }
    var wasHandled = false
    for source in snapshot {
      let performs = source.signalled != nil && source.isValid  // Z-5
      source.signalled = nil
      if performs {
        try trace("src \(source.name)")
        try call(source)
      }
      // Z-7: CFRunLoop goes by the last one.
      wasHandled = performs || wasHandled && fixes.contains(.lastSource)
      if performs && onlyOne { break }  // Z-8
    }
    return wasHandled
  }

  /// Step 9 for a version 1 source; false when it has left the mode since the wait.
  func performPort(_ port: ModelItem, in mode: ModelMode) throws(Ending) -> Bool {
    guard mode.ports.contains(where: { $0 === port }), port.isValid else { return false }
    try trace("port \(port.name)")
    try call(port)
    return true
  }

  /// Z-2.
  func signal(_ item: ModelItem) {
    if item.kind == .port {
      makeReadable(item)
    } else if item.isValid && item.signalled == nil {
      item.signalled = reading()
    }
  }

  /// B-2.
  func matches(_ modes: [String], _ mode: ModelMode) -> Bool {
    modes.contains(mode.name) || modes.contains("common") && loop.commonModes.contains(mode.name)
  }

  /// One place where blocks are performed (B-3 to B-7).
  func performBlocks(in mode: ModelMode) throws(Ending) {
    let detached = loop.blocks  // B-6: private while it is performed.
    loop.blocks = []
    var kept: [ModelLoop.PendingBlock] = []
    for block in detached {
      if matches(block.modes, mode) {
        try trace("block \(block.item.name)")
        try call(block.item)
      } else {
        kept.append(block)
      }
    }
    loop.blocks = kept + loop.blocks
  }

  /// CFRunLoopPerformBlock (B-1): does not wake (W-8).
  func perform(_ block: ModelItem, in modes: [String], of loop: ModelLoop) {
    if loop.isDead { return }
    for name in modes where name != "common" || !fixes.contains(.commonLiteral) {
      _ = mode(name, of: loop)  // M-1, M-3
    }
    loop.blocks.append(ModelLoop.PendingBlock(item: block, modes: modes))
  }
}
