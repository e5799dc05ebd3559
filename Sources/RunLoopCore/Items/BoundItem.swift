import Synchronization

extension RunLoop {
  /// An item of at most one loop at a time: a timer or an observer.
  ///
  /// `home` names the loop whose lock guards the other properties: the one that the item is in, or was in last. An
  /// item that was in no loop yet is guarded by the thread that sets `home` to `busy`.
  public class BoundItem: Item, @unchecked Sendable {
    static let nowhere: UInt = 0
    static let busy: UInt = 1

    // The small ones first: so a timer fits into 88 bytes.

    final let kind: Kind
    /// Added to the common modes.
    @exclusivity(unchecked) final var isCommon = false
    @exclusivity(unchecked) final var flags: Flags = []
    private final let queueIndexStorage = Atomic<Int32>(-1)
    /// The address of a loop's cell, or `nowhere`, or `busy`. Leaves a cell's address only under its lock.
    final let home = Atomic<UInt>(nowhere)
    /// The set of modes that it is in, or that it has left while that set's queue still has its entry: see `modeSet`.
    @exclusivity(unchecked) final var setAddress: UnsafeRawPointer?
    /// The address of the extras, which it owns; or, when it has none, the time of a timer's entry in a queue.
    @exclusivity(unchecked) private final var extrasOrEntryTime: UInt64 = 0

    init(kind: Kind) {
      self.kind = kind
    }

    deinit {
      if flags.contains(.hasExtras) { extrasReference.release() }
    }

    @inline(__always)
    final var isTimer: Bool { kind != .observer }

    /// The index of a timer's entry in a queue, or less than 0 when it has none: see `looseIndex`. Written under the guard.
    ///
    /// A timer that is deallocated reads it without the guard: less than 0 says that no queue looks at it.
    @inline(__always)
    final var queueIndex: Int32 {
      get { queueIndexStorage.load(ordering: .acquiring) }
      set { queueIndexStorage.store(newValue, ordering: .releasing) }
    }

    /// The place among the loop's items in no mode, or nil: in the same word, since such an item has no entry in a queue.
    final var looseIndex: Int? {
      get { queueIndex < -1 ? -2 - Int(queueIndex) : nil }
      set { queueIndex = newValue.map { Int32(truncatingIfNeeded: -2 - $0) } ?? -1 }
    }

    /// Properties that most items do not have.
    final var extras: Extras? {
      flags.contains(.hasExtras) ? extrasReference.takeUnretainedValue() : nil
    }

    /// The item's number in `CalloutNames`, under its guard; 0 without a label.
    @inline(__always)
    final var number: UInt32 {
      flags.contains(.hasExtras) ? extrasReference._withUnsafeGuaranteedRef { $0.number } : 0
    }

    /// Requires `hasExtras`.
    final var extrasReference: Unmanaged<Extras> {
      // Stored when the flag was set.
      .fromOpaque(UnsafeRawPointer(bitPattern: UInt(extrasOrEntryTime)).unsafelyUnwrapped)
    }

    @inline(__always)
    final var hasPastDate: Bool {
      flags.contains(.hasExtras) && extrasReference._withUnsafeGuaranteedRef { $0.pastDate != nil }
    }

    /// Gives the item extras; it must have none.
    final func give(_ extras: Extras) {
      extras.entryTime = entryTime
      flags.insert(.hasExtras)
      extrasOrEntryTime = UInt64(UInt(bitPattern: Unmanaged.passRetained(extras).toOpaque()))
    }

    /// The time of a timer's entry in a queue: its fire time, or an earlier one.
    @inline(__always)
    final var entryTime: Nanoseconds {
      get {
        flags.contains(.hasExtras)
          ? extrasReference._withUnsafeGuaranteedRef { $0.entryTime } : extrasOrEntryTime
      }
      set {
        if flags.contains(.hasExtras) {
          extrasReference._withUnsafeGuaranteedRef { $0.entryTime = newValue }
        } else {
          extrasOrEntryTime = newValue
        }
      }
    }

    /// Makes the item invalid, under the guard; false when it was already.
    @inline(__always)
    final func invalidateOnce() -> Bool {
      guard isValid else { return false }
      validity.store(false, ordering: .releasing)
      return true
    }

    /// As `label`, under the item's guard.
    final var labelInside: String { extras?.label ?? "" }

    /// Makes the loop with the cell at `address` the item's home, unless it has another one; called with that loop's lock held.
    @inline(__always)
    final func bind(to address: UInt) -> Bool {
      while true {
        let now = home.load(ordering: .acquiring)
        if now > Self.busy { return now == address }
        let exchange = home.compareExchange(
          expected: Self.nowhere, desired: address, ordering: .acquiringAndReleasing)
        if exchange.exchanged { return true }
        if exchange.original == Self.busy { Backoff.pause() }
      }
    }
  }
}

extension RunLoop.BoundItem {
  enum Kind: UInt8 {
    case observer, timer, repeatingTimer
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// The item's callout is on the stack.
    static let isFiring = Flags(rawValue: 1)
    /// The timer's date was set during its callout.
    static let wasSet = Flags(rawValue: 2)
    /// The timer is in no mode, and a batch has the reference that the loop had.
    static let isHeldByBatch = Flags(rawValue: 4)
    /// A timer that fires once stays valid, and may be added again. Never changes.
    static let isReusable = Flags(rawValue: 8)
    /// Never removed.
    static let hasExtras = Flags(rawValue: 16)
    /// A batch lists the timer without a reference of its own, or its callout is on the stack: when it leaves its modes,
    /// the loop's reference becomes the batch's.
    static let isInBatch = Flags(rawValue: 32)
    /// The timer has left the modes of the set at `setAddress`, whose queue still has its entry.
    static let hasLeft = Flags(rawValue: 64)
  }

  final class Extras {
    let label: String
    let order: Int
    let tolerance: Nanoseconds
    /// How often a timer repeats; 0 for one that fires once.
    let interval: Nanoseconds
    /// Timers: the date as it was given, when that was in the past and the timer has not fired since.
    @exclusivity(unchecked) var pastDate: Int64?
    /// See `BoundItem.entryTime`.
    @exclusivity(unchecked) var entryTime: Nanoseconds = 0
    /// The item's number in `CalloutNames`; 0 without a label.
    let number: UInt32

    init(
      label: String, order: Int = 0, tolerance: Nanoseconds = 0, interval: Nanoseconds = 0,
      pastDate: Int64? = nil, file: StaticString = "", line: UInt = 0
    ) {
      self.label = label
      number = label.isEmpty ? 0 : CalloutNames.number(label: label, file: file, line: line)
      self.order = order
      self.tolerance = tolerance
      self.interval = interval
      self.pastDate = pastDate
    }
  }
}
