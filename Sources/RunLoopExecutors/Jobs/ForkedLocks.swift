internal import RunLoopCore

/// Owners of locks that a fork takes, so that no other thread holds one in the child.
protocol ForkParticipant: AnyObject {
  /// Takes the locks.
  func lockForFork()
  /// Gives them back, in the parent or in the child.
  func unlockAfterFork(inCopy: Bool)
}

/// The module's objects with such locks: executors and loop threads. Both are few.
///
/// A thread that holds one of their locks takes no second one, so they may be taken in any order.
final class ForkedLocks: @unchecked Sendable {
  static let shared = ForkedLocks()

  /// Weak: an object that is being deallocated waits in `leave` during a fork, and no thread holds a lock of it.
  private struct Member {
    weak var object: (any ForkParticipant)?
  }

  private let lock = FutexLock()
  /// Guarded by the lock, which is held by an object that joins or leaves, and by a fork.
  private var members: [ObjectIdentifier: Member] = [:]
  /// The objects whose locks a fork has taken.
  private var locked: [any ForkParticipant] = []

  private init() {
    ForkGuard.add(
      prepare: { ForkedLocks.shared.prepare() }, parent: { ForkedLocks.shared.finish(inCopy: false) },
      child: { ForkedLocks.shared.finish(inCopy: true) })
  }

  func join(_ object: any ForkParticipant) {
    lock.withLock { members[ObjectIdentifier(object)] = Member(object: object) }
  }

  /// To be called by the object's deinit.
  func leave(_ object: any ForkParticipant) {
    lock.withLock { _ = members.removeValue(forKey: ObjectIdentifier(object)) }
  }

  private func prepare() {
    lock.lock()
    locked = members.values.compactMap(\.object)
    for object in locked { object.lockForFork() }
  }

  private func finish(inCopy: Bool) {
    let unlocked = locked
    locked = []
    for object in unlocked { object.unlockAfterFork(inCopy: inCopy) }
    lock.unlock()
    // Released here: the last reference to one may be this, and its deinit takes the lock.
    withExtendedLifetime(unlocked) {}
  }
}
