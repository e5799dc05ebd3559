import Synchronization

extension RunLoop {
  /// An item that may be in several loops at once: a source or a port source. It has a seat in each.
  public class SeatedItem: Item, @unchecked Sendable {
    /// What the item is called in snapshots, traces and reports.
    public final let label: String
    /// Sources that are signalled at the same time are performed by ascending order.
    public final let order: Int
    /// Guards the seats and the closures. Taken before a loop's lock.
    final let seatLock = FutexLock()
    @exclusivity(unchecked) final var seats: [Seat] = []
    /// The cell of the only loop where the item has a seat, or 0. Set under `seatLock`; taken back under that loop's
    /// lock too, so that the loop's thread needs no other lock to use the seat.
    final let onlyCell = Atomic<UInt>(0)
    /// That seat, while `onlyCell` names its loop.
    @exclusivity(unchecked) final var onlySeat: Unmanaged<Seat>?
    /// Gone when the item is invalid.
    @exclusivity(unchecked) final var perform: Callback?
    /// The item's number in `CalloutNames`.
    final let number: UInt32

    init(order: Int, label: String, file: StaticString, line: UInt, _ perform: @escaping () -> Void) {
      self.order = order
      self.label = label
      self.perform = Callback(call: perform)
      number = CalloutNames.number(label: label, file: file, line: line)
    }

    /// With `seatLock` held.
    final func seatsChanged() {
      if seats.count == 1 {
        onlySeat = .passUnretained(seats[0])
        onlyCell.store(seats[0].cellAddress, ordering: .sequentiallyConsistent)
      } else {
        onlyCell.store(0, ordering: .sequentiallyConsistent)
      }
    }

    /// The closure to call, unless the item is invalid.
    final func currentPerform() -> Callback? {
      seatLock.lock()
      defer { seatLock.unlock() }
      return perform
    }

    /// Tells the item, without a lock, that it is in more modes.
    func didJoin(_ membership: Membership) {}

    /// Tells the item, without a lock, that it is in fewer modes.
    func didLeave(_ membership: Membership) {}

    /// The item is invalid: the last chance to release closures.
    func willForget() {}
  }
}
