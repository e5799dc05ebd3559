internal import RunLoopCore

/// What has locks that a fork takes, so that no other thread holds one in the child.
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

  private struct Member {
    unowned(unsafe) let object: any ForkParticipant
  }

  private let lock = FutexLock()
  /// Guarded by the lock, which is held by an object that joins or leaves, and by a fork.
  private var members: [ObjectIdentifier: Member] = [:]

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
    for member in members.values { member.object.lockForFork() }
  }

  private func finish(inCopy: Bool) {
    for member in members.values { member.object.unlockAfterFork(inCopy: inCopy) }
    lock.unlock()
  }
}
