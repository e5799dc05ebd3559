/// The main queue's guest, while the loop waits.
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
