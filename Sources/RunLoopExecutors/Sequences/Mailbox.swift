internal import RunLoopCore

/// Brings what happens on a loop to the one task that asks for it. It holds at most one element: what comes before the
/// task has asked is joined to that.
///
/// It refers to its timer or source on the loop, and ends it as soon as no more elements are wanted: the task was
/// cancelled, the sequence dropped, or the loop ended.
class Mailbox<Element: Sendable>: Waiter, @unchecked Sendable {
  private enum State {
    case empty
    case full(Element)
    case awaited(UnsafeContinuation<Element?, Never>)
    /// After the last element.
    case ended
  }

  private let executor: LoopExecutor
  private let lock = FutexLock()
  /// Guarded by the lock.
  private var state = State.empty

  init(for loop: RunLoop) {
    executor = loop.executor
  }

  // MARK: For subclasses

  /// Makes the loop's timer or source; false when the loop has ended. Called once.
  func open() -> Bool { false }

  /// Ends that. Called once, without a lock, from any thread.
  func close() {}

  /// The task waits for an element: called before it is suspended.
  func willWait() {}

  /// Adds an event that the task will receive.
  func join(_ element: Element, to older: Element) -> Element { element }

  // MARK: The loop's side

  func put(_ element: Element) {
    lock.lock()
    switch state {
    case .empty: state = .full(element)
    case .full(let older): state = .full(join(element, to: older))
    case .awaited(let continuation):
      state = .empty
      lock.unlock()
      return continuation.resume(returning: element)
    case .ended: break
    }
    lock.unlock()
  }

  override func loopEnded() {
    end()
  }

  override func lockForFork() { lock.lock() }

  override func unlockAfterFork() { lock.unlock() }

  // MARK: The task's side

  /// When the loop has ended, the mailbox has ended, too.
  private func begin() {
    if !executor.waiters.insert(self) || !open() { end() }
  }

  /// The next element, or nil after the end. Not to be called by two tasks at once.
  func next(isolation: isolated (any Actor)?) async -> Element? {
    await withTaskCancellationHandler(
      operation: { await withUnsafeContinuation(isolation: isolation) { take($0) } },
      onCancel: { end() }, isolation: isolation)
  }

  private func take(_ continuation: UnsafeContinuation<Element?, Never>) {
    willWait()
    lock.lock()
    switch state {
    case .empty:
      state = .awaited(continuation)
      lock.unlock()
    case .full(let element):
      state = .empty
      lock.unlock()
      continuation.resume(returning: element)
    case .ended:
      lock.unlock()
      continuation.resume(returning: nil)
    case .awaited:
      lock.unlock()
      preconditionFailure("two tasks await the next element of one iterator")
    }
  }

  /// Ends the sequence. The loop's timer or source is removed when this returns.
  func end() {
    lock.lock()
    let old = state
    state = .ended
    lock.unlock()
    if case .ended = old { return }
    // Closed first: removing the timer or source needs locks, which a fork takes as long as this is a waiter.
    close()
    executor.waiters.remove(self)
    if case .awaited(let continuation) = old { continuation.resume(returning: nil) }
  }

  /// Owned by an iterator: begins the mailbox, and ends it when the iterator is released.
  final class Owner<Box: Mailbox>: Sendable {
    let mailbox: Box

    init(_ mailbox: Box) {
      self.mailbox = mailbox
      mailbox.begin()
    }

    deinit {
      mailbox.end()
    }
  }
}
