import Synchronization

extension RunLoop {
  /// What can be put into a loop's modes: a source, a port source, a timer or an observer.
  ///
  /// Items may be used from any thread. A loop retains the items of its modes.
  public class Item: @unchecked Sendable {
    let validity = Atomic<Bool>(true)

    init() {}

    /// False once the item was invalidated, or has done its one call.
    public final var isValid: Bool { validity.load(ordering: .acquiring) }
  }

  /// An item of at most one loop at a time: a timer or an observer.
  ///
  /// `home` says which loop, and whose lock guards the other properties: that loop's. While the item is in no
  /// loop, whoever works on it sets `home` to `busy` first.
  public class BoundItem: Item, @unchecked Sendable {
    static let nowhere: UInt = 0
    static let busy: UInt = 1

    // The small ones first: a timer fits 88 bytes so.

    /// Timer or observer.
    final let isTimer: Bool
    /// Added to the common modes.
    @exclusivity(unchecked) final var isCommon = false
    @exclusivity(unchecked) final var flags: Flags = []
    /// A timer's place in its heap, or -1 when it is in none.
    @exclusivity(unchecked) final var heapIndex: Int32 = -1
    /// The address of the item's loop, or `nowhere`, or `busy`. Leaves the loop's address only under its lock.
    final let home = Atomic<UInt>(nowhere)
    /// The modes it is in; nil without a loop. Retained by the loop.
    @exclusivity(unchecked) final var modeSet: Unmanaged<ModeSet>?
    /// What most items do not have.
    @exclusivity(unchecked) final var extras: Extras?

    init(isTimer: Bool) {
      self.isTimer = isTimer
    }

    struct Flags: OptionSet {
      let rawValue: UInt8
      /// The item's callout is on the stack.
      static let isFiring = Flags(rawValue: 1)
      /// The timer's date was set during its callout.
      static let wasSet = Flags(rawValue: 2)
    }

    final class Extras {
      let label: String
      let order: Int
      let tolerance: Nanoseconds
      /// Timers: the date as it was given, when that was in the past and the timer has not fired since.
      var pastDate: Int64?
      /// The item's number in `CalloutNames`; 0 without a label.
      let number: UInt32

      init(
        label: String, order: Int = 0, tolerance: Nanoseconds = 0, pastDate: Int64? = nil,
        file: StaticString = "", line: UInt = 0
      ) {
        self.label = label
        number = label.isEmpty ? 0 : CalloutNames.number(label: label, file: file, line: line)
        self.order = order
        self.tolerance = tolerance
        self.pastDate = pastDate
      }
    }

    /// What the item is called in snapshots, traces and reports.
    public final var label: String { withGuard { _ in labelInside } }

    /// As `label`, under the item's guard.
    final var labelInside: String { extras?.label ?? "" }

    /// Runs `body` with the item to itself; it gets the item's loop, whose lock is held.
    ///
    /// `body` must not call out, nor release anything that a user may have made.
    final func withGuard<Result>(_ body: (RunLoop?) -> Result) -> Result {
      let current = RunLoop.currentAddress
      guard current != Self.nowhere, home.load(ordering: .acquiring) == current else {
        return withGuardFromElsewhere(body)
      }
      // The thread's own loop needs no retaining.
      let result = RunLoop.at(current)._withUnsafeGuaranteedRef { loop -> Result? in
        loop.lock.lockAsOwner()
        defer { loop.lock.unlockAsOwner() }
        return home.load(ordering: .relaxed) == current ? body(loop) : nil
      }
      return result ?? withGuardFromElsewhere(body)
    }

    @inline(never)
    private func withGuardFromElsewhere<Result>(_ body: (RunLoop?) -> Result) -> Result {
      while true {
        let exchange = home.compareExchange(
          expected: Self.nowhere, desired: Self.busy, ordering: .acquiringAndReleasing)
        if exchange.exchanged {
          defer { home.store(Self.nowhere, ordering: .releasing) }
          return body(nil)
        }
        if exchange.original == Self.busy {
          Backoff.pause()
          continue
        }
        // A loop ends under this lock, so one that is an item's home meanwhile is alive.
        Bindings.lock.lock()
        defer { Bindings.lock.unlock() }
        let address = home.load(ordering: .acquiring)
        guard address > Self.busy else { continue }
        let loop = RunLoop.at(address).takeUnretainedValue()
        loop.lock.lock()
        defer { loop.lock.unlock() }
        if home.load(ordering: .relaxed) == address { return body(loop) }
      }
    }

    /// Makes the loop the item's home, unless another one is; called with that loop's lock held.
    @inline(__always)
    final func bind(to loop: RunLoop) -> Bool {
      let address = loop.address
      while true {
        let exchange = home.compareExchange(
          expected: Self.nowhere, desired: address, ordering: .acquiringAndReleasing)
        if exchange.exchanged { return true }
        if exchange.original != Self.busy { return exchange.original == address }
        Backoff.pause()
      }
    }
  }
}

/// Guards the way from an item to its loop for threads that are not the loop's own. Taken before a loop's lock.
enum Bindings {
  static let lock = BindingsLock()

  final class BindingsLock: Sendable {
    private let word = FutexLock()
    func lock() { word.lock() }
    func unlock() { word.unlock() }
  }
}
