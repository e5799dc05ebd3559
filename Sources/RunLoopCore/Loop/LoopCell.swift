/// The part of a loop that is never freed: its lock, and the way to the loop while it exists.
///
/// An item remembers the cell of the loop that it is in, or was in last, so that a thread with the item finds the lock
/// that guards it. Cells are never freed: later loops reuse them. An item that remembers the cell of an ended loop
/// is then guarded by another loop's lock, which works as well.
final class LoopCell: @unchecked Sendable {
  let lock = OwnerLock(owner: 0)
  /// The loop, until it ends. Guarded by the lock.
  @exclusivity(unchecked) private(set) var loop: Unmanaged<RunLoop>?

  static let spareLock = FutexLock()
  /// Cells that no loop has. Guarded by `spareLock`.
  nonisolated(unsafe) private static var spare: [LoopCell] = []

  private init() {}

  /// A cell that no loop has.
  static func take() -> LoopCell {
    if let used = spareLock.withLock({ spare.popLast() }) { return used }
    let cell = LoopCell()
    // Never released.
    _ = Unmanaged.passRetained(cell)
    return cell
  }

  /// Returns the cell for reuse when its loop is deallocated.
  func giveBack() {
    lock.withLock { loop = nil }
    Self.spareLock.withLock { Self.spare.append(self) }
  }

  func enter(_ loop: RunLoop) {
    lock.withLock { self.loop = .passUnretained(loop) }
  }

  /// Forgets the loop when it ends. With the lock held.
  func leave() {
    loop = nil
  }

  @inline(__always)
  var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// The cell at an address that an item remembers.
  @inline(__always)
  static func at(_ address: UInt) -> Unmanaged<LoopCell> {
    // Only addresses of cells are remembered.
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
  }
}
