import LinuxSystem

/// The handlers around fork(2).
package enum ForkGuard {
  private static let isInstalled: Bool = {
    // Before the fork the forking thread takes the locks that the child will need, so that no other thread holds one.
    pthread_atfork({ ForkGuard.prepare() }, { ForkGuard.parent() }, { ForkGuard.child() }) == 0
  }()

  /// Called when a loop is made.
  static func install() { _ = isInstalled }

  /// Adds handlers for another module's locks, which are taken before the core's and released after them. Called once by each
  /// module, before its first lock is taken.
  package static func add(
    prepare: @escaping @convention(c) () -> Void, parent: @escaping @convention(c) () -> Void,
    child: @escaping @convention(c) () -> Void
  ) {
    // fork(2) calls the handlers in reverse order of registration before the fork, and in order of registration after it.
    install()
    pthread_atfork(prepare, parent, child)
  }

  private static func prepare() {
    // In the order of other code: making a mode under a loop's lock takes the lock of `CalloutNames`.
    if let loop = RunLoop.currentIfMade {
      loop.lock.lock()
      loop.blocks.lock.lock()
      loop.name.lock.lock()
    }
    CalloutNames.lock.lock()
    LoopCell.spareLock.lock()
    RunLoop.simulatedMainLock.lock()
    RunLoop.mainQueue.lockForFork()
    OffloadThreads.lock.lock()
    Spawning.lock.lock()
  }

  private static func parent() {
    Spawning.lock.unlock()
    OffloadThreads.lock.unlock()
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
    Spawning.lock.reset()
    OffloadThreads.lock.reset()
    RunLoop.mainQueue.unlockInCopy()
    RunLoop.simulatedMainLock.reset()
    LoopCell.spareLock.reset()
    CalloutNames.lock.reset()
    RunLoop.currentIfMade?.becameCopy()
  }
}
