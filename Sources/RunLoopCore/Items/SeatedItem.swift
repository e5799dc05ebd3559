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
    @exclusivity(unchecked) final var perform: Block.Body?
    /// The item's number in `CalloutNames`.
    final let number: UInt32

    init(order: Int, label: String, file: StaticString, line: UInt, _ perform: @escaping () -> Void) {
      self.order = order
      self.label = label
      self.perform = Block.Body(call: perform)
      number = CalloutNames.number(label: label, file: file, line: line)
    }

    /// Takes the item out of all modes of all loops, for ever. Corresponds to `CFRunLoopSourceInvalidate`.
    public final func invalidate() {
      _ = invalidateOnce()
    }

    /// False when it was invalid already.
    final func invalidateOnce() -> Bool {
      guard validity.exchange(false, ordering: .acquiringAndReleasing) else { return false }
      // The lock keeps the seats' loops from ending meanwhile.
      seatLock.lock()
      let left = seats.map { ($0, $0.loop, $0.loop.leaveAll($0)) }
      seats = []
      seatsChanged()
      let perform = self.perform
      self.perform = nil
      seatLock.unlock()
      for (_, loop, modes) in left { didLeave(loop, modes) }
      willForget()
      withExtendedLifetime((left, perform)) {}
      return true
    }

    final func seat(in loop: RunLoop) -> Seat? {
      seats.first { $0.loop === loop }
    }

    /// With `seatLock` held.
    final func seatsChanged() {
      if seats.count == 1 {
        onlySeat = .passUnretained(seats[0])
        onlyCell.store(seats[0].loop.cell.address, ordering: .sequentiallyConsistent)
      } else {
        onlyCell.store(0, ordering: .sequentiallyConsistent)
      }
    }

    /// The closure to call, unless the item is invalid.
    final func currentPerform() -> Block.Body? {
      seatLock.lock()
      defer { seatLock.unlock() }
      return perform
    }

    /// Tells the item, without a lock, that it is in more modes.
    func didJoin(_ loop: RunLoop, _ modes: [Mode]) {}

    /// Tells the item, without a lock, that it is in fewer modes.
    func didLeave(_ loop: RunLoop, _ modes: [Mode]) {}

    /// The item is invalid: the last chance to let go of closures.
    func willForget() {}
  }
}
