import Synchronization

extension RunLoop {
  /// A source that is signalled by hand. Signalling marks it; a loop that runs in one of its modes performs it in
  /// its next turn, once, however often it was marked.
  ///
  /// Signalling does not wake the loop: call `wakeUp()` when it may be asleep. Sources are told apart by identity.
  /// Corresponds to a version-0 `CFRunLoopSource`.
  public final class Source: SeatedItem, @unchecked Sendable {
    private let signalled = Atomic<Bool>(false)
    /// Orders sources that were signalled for the same turn. Written by whoever marks the source.
    private let signalSequence = Atomic<UInt64>(0)
    private var schedule: ((RunLoop, Mode) -> Void)?
    private var cancel: ((RunLoop, Mode) -> Void)?

    /// - Parameters:
    ///   - schedule: called after the source came to be in a mode of a loop, once per mode.
    ///   - cancel: called after it ceased to be in a mode; when a loop ends, on the thread that ends.
    ///   - perform: called on the loop's thread when the source was signalled.
    public init(
      order: Int = 0, label: String = "", schedule: (@Sendable (RunLoop, Mode) -> Void)? = nil,
      cancel: (@Sendable (RunLoop, Mode) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line,
      perform: @escaping @Sendable () -> Void
    ) {
      self.schedule = schedule
      self.cancel = cancel
      super.init(order: order, label: label, file: file, line: line, perform)
    }

    /// Marks the source. From any thread. The mark stays until a loop performs the source, also while it is in no
    /// mode; on an invalid source it does nothing. Corresponds to `CFRunLoopSourceSignal`.
    public func signal() {
      let address = onlyCell.load(ordering: .acquiring)
      if address != 0, signalAsOwner(address) { return }
      seatLock.lock()
      defer { seatLock.unlock() }
      guard isValid else { return }
      // First, for a loop that finds the mark before it is listed.
      if !isSignalled { signalSequence.store(Timer.nextSequence(), ordering: .releasing) }
      // Whoever finds the mark there already, under the lock, may rely on its being listed too.
      if signalled.exchange(true, ordering: .sequentiallyConsistent) { return }
      listInside()
    }

    /// On the thread of the only loop where it has a seat. False when nothing was done.
    @inline(__always)
    private func signalAsOwner(_ address: UInt) -> Bool {
      LoopCell.at(address)._withUnsafeGuaranteedRef { cell in
        guard cell.lock.isOwner else { return false }
        cell.lock.lockAsOwner()
        // Acquiring again: the seat may be another one than at the first look.
        guard onlyCell.load(ordering: .acquiring) == address, isValid, !isSignalled, let seat = onlySeat,
          let loop = cell.loop
        else {
          cell.lock.unlockAsOwner()
          return false
        }
        signalSequence.store(loop._withUnsafeGuaranteedRef { $0.nextTimerSequence() }, ordering: .relaxed)
        let wasSignalled = signalled.exchange(true, ordering: .sequentiallyConsistent)
        // Another loop that it comes to be in at this moment sees the mark, or is seen here.
        let isOnly = onlyCell.load(ordering: .sequentiallyConsistent) == address
        if !wasSignalled, isOnly { loop._withUnsafeGuaranteedRef { $0.signalled.list(seat) } }
        cell.lock.unlockAsOwner()
        if !wasSignalled, !isOnly { listEverywhere() }
        return true
      }
    }

    @inline(never)
    private func listEverywhere() {
      seatLock.lock()
      listInside()
      seatLock.unlock()
    }

    /// With `seatLock` held.
    @inline(__always)
    private func listInside() {
      if onlyCell.load(ordering: .relaxed) != 0, let onlySeat { return RunLoop.listFromAnywhere(onlySeat) }
      for seat in seats { RunLoop.listFromAnywhere(.passUnretained(seat)) }
    }

    /// Whether it was signalled and not performed since.
    public var isSignalled: Bool { signalled.load(ordering: .acquiring) }

    // MARK: Inside

    var sequence: UInt64 { signalSequence.load(ordering: .acquiring) }

    /// Takes the mark away; false when it was not there.
    func takeSignal() -> Bool {
      signalled.exchange(false, ordering: .acquiringAndReleasing)
    }

    override func didJoin(_ loop: RunLoop, _ modes: [Mode]) {
      seatLock.lock()
      let schedule = self.schedule
      seatLock.unlock()
      if let schedule { for mode in modes { schedule(loop, mode) } }
    }

    override func didLeave(_ loop: RunLoop, _ modes: [Mode]) {
      seatLock.lock()
      let cancel = self.cancel
      seatLock.unlock()
      if let cancel { for mode in modes { cancel(loop, mode) } }
    }

    override func willForget() {
      seatLock.lock()
      signalled.store(false, ordering: .releasing)
      let closures = (schedule.take(), cancel.take())
      seatLock.unlock()
      withExtendedLifetime(closures) {}
    }
  }
}
