import Synchronization

extension RunLoop {
  /// A source that is signalled by the program. Signalling marks it; a loop that runs in one of its modes performs it in
  /// its next turn, once, however often it was marked.
  ///
  /// Signalling does not wake the loop: call `wakeUp()` when it may be asleep. Sources are compared by identity.
  /// Corresponds to a version-0 `CFRunLoopSource`.
  public final class Source: RegisteredItem, @unchecked Sendable {
    let mark = Atomic<Bool>(false)
    /// Orders sources that were signalled for the same turn. Written by the thread that marks the source.
    let signalSequence = Atomic<UInt64>(0)
    /// Guarded by `registrationLock`, as is `cancel`.
    @exclusivity(unchecked) private var schedule: ((Membership) -> Void)?
    @exclusivity(unchecked) private var cancel: ((Membership) -> Void)?

    init(
      order: Int, label: String, schedule: ((Membership) -> Void)?, cancel: ((Membership) -> Void)?,
      file: StaticString, line: UInt, _ perform: @escaping () -> Void
    ) {
      self.schedule = schedule
      self.cancel = cancel
      super.init(order: order, label: label, file: file, line: line, perform)
      followsMembership = schedule != nil || cancel != nil
    }

    /// Whether it was signalled and not performed since.
    public var isSignalled: Bool { mark.load(ordering: .acquiring) }

    // MARK: Inside

    var sequence: UInt64 { signalSequence.load(ordering: .acquiring) }

    /// Clears the mark; false when it was not set.
    func takeSignal() -> Bool {
      mark.exchange(false, ordering: .acquiringAndReleasing)
    }

    override var asSource: Unmanaged<Source>? { .passUnretained(self) }

    override func didJoin(_ membership: Membership) {
      registrationLock.lock()
      let schedule = self.schedule
      registrationLock.unlock()
      schedule?(membership)
    }

    override var cancelInside: ((Membership) -> Void)? { cancel }

    override func willForget() {
      // No thread marks an invalid source whose registrations are gone.
      mark.store(false, ordering: .releasing)
      // `followsMembership`, which does not change, says that there are none.
      guard followsMembership else { return }
      registrationLock.lock()
      let closures = (schedule.take(), cancel.take())
      registrationLock.unlock()
      withExtendedLifetime(closures) {}
    }
  }
}
