import Synchronization

extension RunLoop {
  /// The core's own queue for the main thread: what GCD's main queue is to CFRunLoop.
  public static let mainQueue = MainQueue()

  /// Blocks that the main thread's loop runs, one batch a turn, in the common modes.
  ///
  /// A block that is queued by a block of the queue waits for the next turn, and an inner run inside a block does
  /// not serve the queue. Corresponds to the main dispatch queue.
  public final class MainQueue: @unchecked Sendable {
    private let lock = FutexLock()
    /// Guarded by the lock.
    @exclusivity(unchecked) private var queued = BlockList()
    /// An empty list with room. The main thread only.
    @exclusivity(unchecked) private var spare = BlockList()
    /// Whether a block was queued since the loop last checked.
    private let ready = Atomic<Bool>(false)
    /// A block of the queue is running. Written by the main thread only.
    private let draining = Atomic<Bool>(false)
    private let portLock = FutexLock()
    /// Rung when the loop sleeps; under simulated time always. Guarded by `portLock`.
    @exclusivity(unchecked) private var port: WakePort?
    /// Another library's queue that is served together with this one. The main thread only.
    @exclusivity(unchecked) private(set) var guest: GuestQueue?
    /// The same, never released, for the check in each turn. The main thread only.
    @exclusivity(unchecked) private var guestReference: Unmanaged<GuestQueue>?

    /// Queues a block, and wakes the main loop if it sleeps in a common mode. From any thread.
    ///
    /// File and line are the block's origin, for reports of stalls.
    public func async(
      file: StaticString = #fileID, line: UInt = #line, _ body: @escaping @Sendable () -> Void
    ) {
      let block = Block(body: body, target: .common, file: file, line: line)
      lock.lock()
      queued.append(block)
      lock.unlock()
      let wasReady = ready.exchange(true, ordering: .sequentiallyConsistent)
      RunLoop.main.mainQueueBecameReady(wasReady: wasReady)
    }

    /// Serves another queue at the same step from now on, after this one. On the main thread.
    package func serve(_ guest: GuestQueue) {
      precondition(RunLoop.main.isOwnThread, "the main queue's guest is the main thread's business")
      precondition(self.guest == nil, "the main queue has one guest")
      self.guest = guest
      guestReference = .passUnretained(guest)
    }

    package var hasGuest: Bool { guest != nil }

    /// Whether a block is pending; a guest's blocks count only where they are known without a system call.
    var isReady: Bool { ready.load(ordering: .sequentiallyConsistent) || guest?.isNoted ?? false }
    var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// The queue's descriptor, made now if need be, or -1.
    var descriptor: Int32 {
      portLock.withLock {
        if port == nil { port = try? WakePort() }
        return port?.descriptor ?? -1
      }
    }

    /// Acknowledges queued blocks; false when there were none.
    ///
    /// - Parameter simulated: the port was rung for every block, and stays ready until its count is taken.
    @inline(__always)
    func takeReady(simulated: Bool = false) -> Bool {
      if let guestReference { return takeReady(with: guestReference, simulated: simulated) }
      return takeOwnReady(simulated: simulated)
    }

    @inline(never)
    private func takeReady(with guest: Unmanaged<GuestQueue>, simulated: Bool) -> Bool {
      let own = takeOwnReady(simulated: simulated)
      return guest._withUnsafeGuaranteedRef { $0.takeReady() } || own
    }

    @inline(__always)
    private func takeOwnReady(simulated: Bool) -> Bool {
      guard ready.load(ordering: .sequentiallyConsistent) else { return false }
      if simulated { _ = SystemCall.takeCount(descriptor) }
      return ready.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// Called around a fork, so that the child finds no operation of another thread incomplete.
    func lockForFork() {
      lock.lock()
      portLock.lock()
    }

    func unlockInParent() {
      portLock.unlock()
      lock.unlock()
    }

    func unlockInCopy() {
      portLock.reset()
      lock.reset()
    }

    /// The process is a copy of the one that made the port.
    func becameCopy() {
      let old = portLock.withLock {
        defer { port = nil }
        return port
      }
      withExtendedLifetime(old) {}
      // The thread that queued a block may not have marked the queue before the fork.
      if lock.withLock({ !queued.isEmpty }) { ready.store(true, ordering: .sequentiallyConsistent) }
    }

    /// Runs the blocks that are queued now, and then the guest's.
    func drain(_ loop: RunLoop) {
      var batch = BlockList()
      swap(&batch, &spare)
      lock.lock()
      swap(&batch, &queued)
      lock.unlock()
      draining.store(true, ordering: .relaxed)
      while !batch.isEmpty {
        let block = batch.takeFirst()
        callOutToMainQueue(loop, block.body, block.place)
      }
      // As in CFRunLoop, also when the guest may be empty: then it does nothing.
      if let guest { callOutToMainQueue(loop, guest.drain, BlockPlace()) }
      draining.store(false, ordering: .relaxed)
      if !spare.hasRoom { swap(&batch, &spare) }
    }
  }

  fileprivate func mainQueueBecameReady(wasReady: Bool) {
    if clock.isSimulated {
      SystemCall.ring(Self.mainQueue.descriptor)
    } else if !wasReady {
      let state = waker.state.load(ordering: .sequentiallyConsistent)
      guard state & WakeState.awaitsMainQueue != 0 else { return }
      if state & (WakeState.onWord | WakeState.mainQueueUnwatched) != 0 {
        wakeUp()
      } else {
        SystemCall.ring(Self.mainQueue.descriptor)
      }
    }
  }
}
