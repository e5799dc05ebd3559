import CLinux
import Glibc

/// The handlers around fork(2).
enum ForkGuard {
  private static let isInstalled: Bool = {
    // Before the fork the forking thread takes the locks that the child will need, so that no other thread holds one.
    pthread_atfork({ ForkGuard.prepare() }, { ForkGuard.parent() }, { ForkGuard.child() }) == 0
  }()

  /// Called when a loop is made.
  static func install() { _ = isInstalled }

  private static func prepare() {
    // In the order in which they are taken elsewhere: a mode that is made under a loop's lock gets a number.
    if let loop = RunLoop.currentIfMade {
      loop.lock.lock()
      loop.blocks.lock.lock()
      loop.name.lock.lock()
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
    loop.name.lock.unlock()
    loop.blocks.lock.unlock()
    loop.lock.unlock()
  }

  private static func child() {
    ForkGeneration.advance()
    RunLoop.mainQueue.unlockInCopy()
    RunLoop.simulatedMainLock.reset()
    LoopCell.spareLock.reset()
    CalloutNames.lock.reset()
    RunLoop.currentIfMade?.becameCopy()
  }
}
