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

/// A source's or port source's place in one loop.
final class Seat {
  unowned(unsafe) let loop: RunLoop
  let item: RunLoop.SeatedItem
  /// The item, as what it is.
  let source: RunLoop.Source?
  let portSource: RunLoop.PortSource?
  /// Guarded by the loop's lock, as everything below.
  @exclusivity(unchecked) var modeSet: ModeSet
  var isCommon = false
  /// The loop's list of signalled sources has this seat.
  @exclusivity(unchecked) var isListed = false
  /// The place in the loop's list of seats.
  var index = -1

  init(_ item: RunLoop.SeatedItem, in loop: RunLoop) {
    self.item = item
    source = item as? RunLoop.Source
    portSource = item as? RunLoop.PortSource
    self.loop = loop
    modeSet = loop.emptyModeSet
  }
}
