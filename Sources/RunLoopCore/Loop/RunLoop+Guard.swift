import Synchronization

/// Access to a timer or observer: under its loop's lock, or under the item's own guard while it is in no loop.
extension RunLoop.BoundItem {
  /// The item's name in snapshots, traces and reports.
  public final var label: String { withGuard { _ in labelInside } }

  /// Calls `body` with exclusive access to the item; it gets the loop that the item is in, whose lock is held.
  ///
  /// `body` must not call out, nor release a user's objects.
  @inline(__always)
  final func withGuard<Result>(_ body: (RunLoop?) -> Result) -> Result {
    withCell { cell in body(modeSet == nil ? nil : cell?.loop?.takeUnretainedValue()) }
  }

  /// Like `withGuard`, with the cell whose lock is held.
  @inline(__always)
  final func withCell<Result>(_ body: (LoopCell?) -> Result) -> Result {
    let address = home.load(ordering: .acquiring)
    if address > Self.busy {
      let result = LoopCell.at(address)._withUnsafeGuaranteedRef { cell -> Result? in
        guard cell.lock.isOwner else { return nil }
        cell.lock.lockAsOwner()
        defer { cell.lock.unlockAsOwner() }
        return home.load(ordering: .relaxed) == address ? body(cell) : nil
      }
      if let result { return result }
    }
    return withCellFromElsewhere(body)
  }

  @inline(never)
  private func withCellFromElsewhere<Result>(_ body: (LoopCell?) -> Result) -> Result {
    while true {
      let address = home.load(ordering: .acquiring)
      if address > Self.busy {
        let cell = LoopCell.at(address).takeUnretainedValue()
        cell.lock.lock()
        defer { cell.lock.unlock() }
        if home.load(ordering: .relaxed) == address { return body(cell) }
      } else if home.compareExchange(
        expected: Self.nowhere, desired: Self.busy, ordering: .acquiringAndReleasing
      ).exchanged {
        defer { home.store(Self.nowhere, ordering: .releasing) }
        return body(nil)
      } else {
        Backoff.pause()
      }
    }
  }
}
