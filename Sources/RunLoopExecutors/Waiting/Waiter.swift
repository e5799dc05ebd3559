internal import RunLoopCore

/// A waiter for a loop, which must be notified when the loop ends.
class Waiter: @unchecked Sendable {
  // Guarded by the list's lock.
  fileprivate final var next: Waiter?
  fileprivate final unowned(unsafe) var previous: Waiter?
  fileprivate final var isListed = false

  /// Called at most once, on the thread that ends, without a lock.
  func loopEnded() {}

  /// Takes the waiter's locks for a fork; with the list's lock held.
  func lockForFork() {}

  func unlockAfterFork() {}
}

/// The waiters of a loop, retained, in no order that means anything.
final class WaiterList: @unchecked Sendable {
  private let lock = FutexLock()
  /// Guarded by the lock.
  private var first: Waiter?
  /// The loop has ended. Guarded by the lock.
  private var isClosed = false

  /// False when the loop has ended.
  func insert(_ waiter: Waiter) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if isClosed { return false }
    waiter.next = first
    first?.previous = waiter
    first = waiter
    waiter.isListed = true
    return true
  }

  func remove(_ waiter: Waiter) {
    lock.lock()
    let isListed = waiter.isListed
    if isListed { unlink(waiter) }
    lock.unlock()
  }

  /// The caller has the waiter, so nothing is released here.
  private func unlink(_ waiter: Waiter) {
    waiter.next?.previous = waiter.previous
    if let previous = waiter.previous { previous.next = waiter.next } else { first = waiter.next }
    waiter.next = nil
    waiter.previous = nil
    waiter.isListed = false
  }

  func lockForFork() {
    lock.lock()
    forEach { $0.lockForFork() }
  }

  func unlockAfterFork() {
    forEach { $0.unlockAfterFork() }
    lock.unlock()
  }

  private func forEach(_ body: (Waiter) -> Void) {
    var next = first
    while let waiter = next {
      body(waiter)
      next = waiter.next
    }
  }

  /// Ends with the loop: resumes all waiters, and refuses new ones.
  func close() {
    while let waiter = takeFirst() { waiter.loopEnded() }
  }

  private func takeFirst() -> Waiter? {
    lock.lock()
    defer { lock.unlock() }
    isClosed = true
    guard let waiter = first else { return nil }
    unlink(waiter)
    return waiter
  }
}
