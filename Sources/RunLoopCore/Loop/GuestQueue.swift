/// A queue of somebody else's that the main loop serves at the main-queue step, together with its own: GCD's.
///
/// The main loop watches its descriptor while it sleeps in a common mode, and asks it once in each turn whether it has
/// something, which costs a system call; whoever has no guest pays nothing. The main thread only.
package final class GuestQueue {
  /// An eventfd that is rung when something is queued. It stays its owner's, and does not block.
  let descriptor: Int32
  /// Runs what is queued now. Called in one callout of the kind main queue, never from within itself.
  let drain: Block.Body
  /// It may be ready, though its ring was heard by a run that does not serve the main queue, or was not listened for.
  @exclusivity(unchecked) private(set) var isNoted = false

  package init(descriptor: Int32, drain: @escaping () -> Void) {
    self.descriptor = descriptor
    self.drain = Block.Body(call: drain)
  }

  func note() {
    isNoted = true
  }

  /// Takes its ring; false when there was none.
  func takeReady() -> Bool {
    isNoted = false
    return SystemCall.takeCount(descriptor)
  }
}

extension RunLoop {
  /// How often a guest is asked while it can not be watched, for want of descriptors or of the kernel's memory.
  private static let guestInterval: Nanoseconds = 10_000_000

  /// Has the guest, if there is one, watched in the mode's port set.
  @inline(__always)
  func watchGuest(_ run: Run, _ ports: PortSet) {
    guard run.servesMainQueue, let guest = Self.mainQueue.guest, !ports.watchesGuest else { return }
    try? ports.watchGuest(guest.descriptor)
  }

  /// Until when a sleep may last at most for the sake of a guest that is not watched.
  @inline(__always)
  func latestLookAtGuest(_ run: Run, _ ports: PortSet?) -> Nanoseconds {
    guard run.servesMainQueue, let guest = Self.mainQueue.guest, !(ports?.watchesGuest ?? false) else {
      return .never
    }
    // Asked after the sleep, whatever ended it.
    guest.note()
    return clockNow + Self.guestInterval
  }
}
