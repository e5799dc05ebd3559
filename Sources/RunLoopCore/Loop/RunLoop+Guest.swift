/// Watching the main queue's guest while the loop waits.
extension RunLoop {
  /// How often a guest is polled while it can not be watched, for lack of descriptors or of the kernel's memory.
  private static let guestInterval: Nanoseconds = 10_000_000

  /// Watches the guest, if there is one, in the mode's port set.
  @inline(__always)
  func watchGuest(_ run: borrowing Run, _ ports: PortSet) {
    guard run.servesMainQueue, let guest = Self.mainQueue.guest, !ports.watchesGuest else { return }
    try? ports.watchGuest(guest.descriptor)
  }

  /// Latest end of a sleep while there is a guest that is not watched.
  @inline(__always)
  func latestLookAtGuest(_ run: borrowing Run, _ ports: PortSet?) -> Nanoseconds {
    guard run.servesMainQueue, let guest = Self.mainQueue.guest, !(ports?.watchesGuest ?? false) else {
      return .never
    }
    // Polled after the sleep, whatever ended it.
    guest.note()
    return clockNow + Self.guestInterval
  }
}
