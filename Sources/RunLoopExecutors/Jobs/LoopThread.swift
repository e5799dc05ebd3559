internal import LinuxSystem
public import RunLoopCore
internal import Synchronization

/// A thread whose only work is to run its loop in the default mode, until it is asked to end or this object is no longer
/// referenced.
///
///     let thread = try LoopThread(label: "storage")
///     actor Storage {
///       let executor: LoopExecutor
///       nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///       init(_ loop: RunLoop) { executor = loop.executor }
///     }
///     let storage = Storage(thread.loop)
///
/// `RunLoop.stop()` does not end it: the loop is run again. See `LoopExecutor` for what happens to jobs.
public final class LoopThread: Sendable {
  /// The thread's loop. Once the thread has ended, the loop refuses items and blocks.
  public let loop: RunLoop
  private let state: State

  /// Begins a thread, and waits until it has its loop.
  ///
  /// - Parameter label: the loop's, and, cut at 15 characters, the thread's name.
  public init(label: String = "loop thread") throws(LoopThreadError) {
    let state = State(label: label)
    self.state = state
    guard let thread = try? SystemThread.start({ state.run() }) else { throw .noThreadLeft }
    loop = state.waitForLoop()
    state.began(thread)
  }

  deinit {
    end()
    if !isGoneInCopy { state.letGo() }
  }

  /// Whether the thread is one of another process, of which this is a copy made by fork(2).
  private var isGoneInCopy: Bool { loop.isCopyOfAnotherProcess && !loop.isOwnThread }

  /// Asks the thread to end, and returns at once. From any thread, including its own; a second call changes nothing.
  ///
  /// The outermost run ends after its turn: a callout or an inner run in progress is not cut short, and blocks that were posted
  /// before run. Then the jobs that are queued run, and the thread ends.
  public func end() {
    if !isGoneInCopy { state.end(loop) }
  }

  /// Asks the thread to end, and waits until it has, with its loop and the loop's descriptors.
  ///
  /// It blocks the calling thread, and must not be called by the loop's own one; an `async` function awaits `ended()`. In a
  /// child made by fork(2), which has no such thread, it returns at once.
  public func join() {
    precondition(!loop.isOwnThread, "the thread of run loop '\(loop.label)' can not wait for its own end")
    if isGoneInCopy { return }
    end()
    state.join()
  }

  /// Waits until the loop has run for the last time: `end()` was called, and the jobs that were queued have run.
  public func ended() async {
    if isGoneInCopy { return }
    await withUnsafeContinuation { state.addListener($0) }
  }
}

/// Why there is no thread. `description` includes what to do about it.
public enum LoopThreadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The process or the system has no thread left.
  case noThreadLeft

  public var description: String {
    "no thread can be made: end some, or raise the limits (ulimit -u, /proc/sys/kernel/threads-max, pids.max)"
  }
}

extension LoopThread {
  /// State that the thread and the object share, so that the thread does not keep the object alive.
  fileprivate final class State: ForkParticipant, @unchecked Sendable {
    private enum Handle {
      case none
      case running(pthread_t)
      /// Joined, or never to be joined.
      case gone
    }

    private let label: String
    private let shallEnd = Atomic<Bool>(false)
    /// The block that ends the thread has run, and so has every block before it. The thread only.
    private var isStopped = false
    private let hasLoop = Semaphore()
    private let lock = FutexLock()
    /// Guarded by the lock, as all that follows.
    private var loop: RunLoop?
    private var handle = Handle.none
    private var hasEnded = false
    private var listeners: [UnsafeContinuation<Void, Never>] = []
    /// Held while one thread joins, so that others wait for it.
    private let joinLock = FutexLock()

    init(label: String) {
      self.label = label
      ForkedLocks.shared.join(self)
    }

    deinit { ForkedLocks.shared.leave(self) }

    // MARK: On the thread

    func run() {
      linux_set_thread_name(label)
      let loop = RunLoop.current
      loop.label = label
      // From now on the default mode is not empty.
      let executor = loop.executor
      lock.withLock { self.loop = loop }
      hasLoop.signal()
      while !isStopped { loop.run(mode: .default) }
      executor.finish()
      let listeners = lock.withLock {
        hasEnded = true
        defer { self.listeners = [] }
        return self.listeners
      }
      for listener in listeners { listener.resume() }
    }

    /// A block of the loop: ends the outermost run. In an inner one it waits, without waking any thread.
    private func stop(_ loop: RunLoop) {
      if loop.isNested {
        loop.perform(inModes: [.common]) { self.stop(loop) }
      } else {
        isStopped = true
        loop.stop()
      }
    }

    // MARK: Forks

    func lockForFork() { lock.lock() }

    func unlockAfterFork(inCopy: Bool) {
      // Held by a thread that waits for another one's end: a fork does not wait for that.
      if inCopy { joinLock.reset() }
      lock.unlock()
    }

    // MARK: From elsewhere

    func waitForLoop() -> RunLoop {
      hasLoop.wait()
      // Set before the signal.
      return lock.withLock { loop.take()! }
    }

    func began(_ thread: pthread_t) {
      lock.withLock { handle = .running(thread) }
    }

    func end(_ loop: RunLoop) {
      if shallEnd.exchange(true, ordering: .acquiringAndReleasing) { return }
      loop.post { [unowned loop] in self.stop(loop) }
    }

    func join() {
      joinLock.lock()
      defer { joinLock.unlock() }
      guard let thread = takeHandle() else { return }
      pthread_join(thread, nil)
    }

    func letGo() {
      if let thread = takeHandle() { pthread_detach(thread) }
    }

    private func takeHandle() -> pthread_t? {
      lock.lock()
      defer { lock.unlock() }
      guard case .running(let thread) = handle else { return nil }
      handle = .gone
      return thread
    }

    func addListener(_ listener: UnsafeContinuation<Void, Never>) {
      lock.lock()
      let isOver = hasEnded
      if !isOver { listeners.append(listener) }
      lock.unlock()
      if isOver { listener.resume() }
    }
  }
}
