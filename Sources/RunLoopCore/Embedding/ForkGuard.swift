import CLinux
import Glibc
import Synchronization

/// Knows whether this process is a copy of the one in which something was made.
///
/// A fork copies a loop's memory, but its descriptors stay shared with the parent: a copy that went on would take the
/// parent's wake-ups and move its timers. Noticed by handlers around fork(2), so that a turn pays nothing for it.
enum ForkGuard {
  private static let generation = Atomic<UInt32>(0)
  private static let isInstalled: Bool = {
    // Before the fork the forking thread takes the locks that its copy will need, so that nobody is inside.
    pthread_atfork({ ForkGuard.prepare() }, { ForkGuard.parent() }, { ForkGuard.child() }) == 0
  }()

  /// How many forks lie between the first process and this one.
  @inline(__always)
  static var current: UInt32 { generation.load(ordering: .relaxed) }

  /// Called when a loop is made.
  static func install() { _ = isInstalled }

  private static func prepare() {
    // In the order in which they are taken elsewhere: a mode that is made under a loop's lock gets a number.
    if let loop = RunLoop.currentIfMade {
      loop.lock.lock()
      loop.blocks.lock.lock()
      loop.labelLock.lock()
    }
    CalloutNames.lock.lock()
    LoopCell.spareLock.lock()
    RunLoop.simulatedMainLock.lock()
    RunLoop.mainQueue.lockForFork()
  }

  private static func parent() {
    RunLoop.mainQueue.unlockInParent()
    RunLoop.simulatedMainLock.unlock()
    LoopCell.spareLock.unlock()
    CalloutNames.lock.unlock()
    guard let loop = RunLoop.currentIfMade else { return }
    loop.labelLock.unlock()
    loop.blocks.lock.unlock()
    loop.lock.unlock()
  }

  private static func child() {
    generation.wrappingAdd(1, ordering: .relaxed)
    RunLoop.mainQueue.unlockInCopy()
    RunLoop.simulatedMainLock.reset()
    LoopCell.spareLock.reset()
    CalloutNames.lock.reset()
    RunLoop.currentIfMade?.becameCopy()
  }
}
