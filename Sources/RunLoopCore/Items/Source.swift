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

    private static let sequences = Atomic<UInt64>(0)

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
      // Under the lock, so that whoever finds the mark there already may rely on its being listed too.
      seatLock.lock()
      defer { seatLock.unlock() }
      guard isValid, !isSignalled else { return }
      // First, for a loop that finds the mark before it is listed.
      signalSequence.store(
        Self.sequences.wrappingAdd(1, ordering: .relaxed).newValue, ordering: .releasing)
      signalled.store(true, ordering: .releasing)
      for seat in seats { seat.loop.list(seat) }
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
