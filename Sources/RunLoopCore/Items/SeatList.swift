/// The seats of a loop's sources and port sources. Guarded by the loop's lock.
///
/// Invariant: a seat's `index` is its place in `all`, or -1 when it was given up; one whose closure is being called then stays
/// until the call has returned.
struct SeatList: ~Copyable {
  private(set) var all: [Seat] = []
  /// Seats that were given up while their closure was being called.
  private var departed: [Seat] = []
  /// Seats of sources whose descriptor was closed behind their back, until they are notified.
  var orphans: [Seat] = []

  mutating func append(_ seat: Seat) {
    seat.index = all.count
    all.append(seat)
  }

  mutating func remove(_ seat: Seat) {
    if seat.callDepth > 0 { departed.append(seat) }
    guard seat.index >= 0 else { return }
    let last = all.removeLast()
    if last !== seat {
      all[seat.index] = last
      last.index = seat.index
    }
    seat.index = -1
  }

  /// The seats that were given up and whose calls have returned.
  @inline(__always)
  mutating func takeDeparted() -> [Seat] {
    departed.isEmpty ? [] : takeSomeDeparted()
  }

  @inline(never)
  private mutating func takeSomeDeparted() -> [Seat] {
    let returned = departed.filter { $0.callDepth == 0 }
    departed.removeAll { $0.callDepth == 0 }
    return returned
  }

  mutating func takeOrphans() -> [Seat] {
    defer { orphans = [] }
    return orphans
  }
}
