import Synchronization

extension RunLoop {
  /// An item that may be in several loops at once: a source or a port source. It has a registration in each.
  public class RegisteredItem: Item, @unchecked Sendable {
    /// The item's name in snapshots, traces and reports.
    public final let label: String
    /// Sources that are signalled at the same time are performed by ascending order.
    public final let order: Int
    /// Guards the registrations and the closures. Taken before a loop's lock.
    final let registrationLock = FutexLock()
    @exclusivity(unchecked) final var registrations = Few<Registration>()
    /// The cell of the only loop where the item has a registration, or 0. Set under `registrationLock`; cleared under that loop's
    /// lock too, so that the loop's thread needs no other lock to use the registration.
    final let onlyCell = Atomic<UInt>(0)
    /// That registration, while `onlyCell` names its loop.
    @exclusivity(unchecked) final var onlyRegistration: Unmanaged<Registration>?
    /// Nil when the item is invalid.
    @exclusivity(unchecked) final var perform: Callback?
    /// The item's number in `CalloutNames`.
    final let number: UInt32
    /// Whether the end of its loop invalidates the item, and so releases an owner that the closure holds. Set before it is added.
    @exclusivity(unchecked) package final var endsWithLoop = false
    /// Whether the item is notified of the modes that it joins and leaves. Most need not be. Set when it is made.
    @exclusivity(unchecked) final var followsMembership = false

    init(order: Int, label: String, file: StaticString, line: UInt, _ perform: @escaping () -> Void) {
      self.order = order
      self.label = label
      self.perform = Callback(call: perform)
      number = CalloutNames.number(label: label, file: file, line: line)
    }

    /// With `registrationLock` held.
    final func registrationsChanged() {
      if registrations.count == 1 {
        onlyRegistration = .passUnretained(registrations[0])
        onlyCell.store(registrations[0].cellAddress, ordering: .sequentiallyConsistent)
      } else {
        onlyCell.store(0, ordering: .sequentiallyConsistent)
      }
    }

    /// The closure to call, unless the item is invalid.
    final func currentPerform() -> Callback? {
      registrationLock.lock()
      defer { registrationLock.unlock() }
      return perform
    }

    /// The item as a source that the program signals, or nil.
    var asSource: Unmanaged<Source>? { nil }

    /// The item as a port source, or nil.
    var asPortSource: Unmanaged<PortSource>? { nil }

    /// Notifies an item that follows its membership, without a lock, that it is in more modes.
    func didJoin(_ membership: Membership) {}

    /// Notifies an item that follows its membership and has no `cancelInside`, without a lock, that it is in fewer modes.
    func didLeave(_ membership: Membership) {}

    /// What to call in place of `didLeave`, if anything. Taken with `registrationLock` held, as the item leaves: another thread may invalidate
    /// it before the call.
    var cancelInside: ((Membership) -> Void)? { nil }

    /// Releases closures; called once the item is invalid.
    func willForget() {}
  }
}
