import Synchronization

/// The package interface of a loop for `FoundationBridge`.
extension RunLoop {
  /// Whether the loop has the item in a mode, or among its common items. From any thread.
  package func keeps(_ item: Item) -> Bool {
    switch item {
    case let item as RegisteredItem:
      item.registrationLock.withLock { item.registration(in: self) != nil }
    case let item as BoundItem:
      lock.withLock { item.home.load(ordering: .acquiring) == cell.address && item.modeSet != nil }
    default: false
    }
  }

  /// Whether the mode is one of the common ones. From any thread.
  package func isCommon(_ mode: Mode) -> Bool { lock.withLock { modeTable.isCommon(mode) } }

  /// Whether a run of the mode would have nothing to wait for. From another thread, blocks that the loop's own thread queued
  /// are not seen.
  package func isFinished(_ name: Mode) -> Bool {
    guard let mode = lock.withLock({ mode(named: name) }) else { return true }
    if isOwnThread { return isEmpty(mode) }
    return !mode.hasWork && !servesMainQueue(in: mode) && blocks.counts(for: [mode], isOwner: false) == [0]
  }
}
