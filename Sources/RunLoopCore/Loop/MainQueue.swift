import Synchronization

extension RunLoop {
  /// The core's own queue for the main thread: what GCD's main queue is to CFRunLoop.
  public static let mainQueue = MainQueue()

  /// Blocks that the main thread's loop runs, one batch a turn, in the common modes.
  ///
  /// A block that is queued by a block of the queue waits for the next turn, and an inner run inside a block does
  /// not serve the queue. Corresponds to the main dispatch queue.
  public final class MainQueue: Sendable {
    private let blocks = Mutex<[@Sendable () -> Void]>([])
    /// Something was queued since the loop took notice.
    private let ready = Atomic<Bool>(false)
    /// A block of the queue is running. Written by the main thread only.
    private let draining = Atomic<Bool>(false)
    /// Rung when the loop sleeps; under simulated time always.
    private let port = Mutex<WakePort?>(nil)

    /// Queues a block, and wakes the main loop if it sleeps in a common mode. From any thread.
    public func async(_ body: @escaping @Sendable () -> Void) {
      blocks.withLock { $0.append(body) }
      let wasReady = ready.exchange(true, ordering: .sequentiallyConsistent)
      RunLoop.main.mainQueueBecameReady(wasReady: wasReady)
    }

    var isReady: Bool { ready.load(ordering: .sequentiallyConsistent) }
    var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// The queue's descriptor, made now if need be, or -1.
    var descriptor: Int32 {
      port.withLock { port in
        if port == nil { port = try? WakePort() }
        return port?.descriptor ?? -1
      }
    }

    /// Takes notice of what was queued; false when nothing was.
    func takeReady() -> Bool {
      guard isReady else { return false }
      if let port = port.withLock({ $0 }) { _ = SystemCall.takeCount(port.descriptor) }
      return ready.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// Runs the blocks that are queued now.
    func drain(_ loop: RunLoop) {
      let batch = blocks.withLock { blocks in
        let batch = blocks
        blocks = []
        return batch
      }
      draining.store(true, ordering: .relaxed)
      for body in batch { callOutToMainQueue(body, loop) }
      draining.store(false, ordering: .relaxed)
    }
  }

  fileprivate func mainQueueBecameReady(wasReady: Bool) {
    if simulation != nil { return SystemCall.ring(Self.mainQueue.descriptor) }
    let state = wakeState.load(ordering: .sequentiallyConsistent)
    guard !wasReady, state & WakeState.awaitsMainQueue != 0 else { return }
    if state & WakeState.onWord != 0 {
      interruptSleepOnWord()
    } else if state & WakeState.awaitsMainQueueAtDoorbell != 0 {
      ring(state)
    } else {
      SystemCall.ring(Self.mainQueue.descriptor)
    }
  }
}
