import RunLoopCore

/// Work that is done once in a long stall.
extension MonitorCore {
  private static let mostDeadlocks = 256

  /// Reports a deadlock when it has lasted for some seconds: only once, whichever of its threads stall.
  func tellDeadlock(_ index: Int) {
    guard let stall = watches[index].stall, !stall.isBurst, let chain = stall.record.diagnosis.chain,
      chain.isDeadlock, chain.seen &- chain.since >= settings.deadlockTime.inNanoseconds,
      // The newest look found it, too.
      chain.seen >= stall.lastStack, !toldDeadlocks.contains(chain.key)
    else { return }
    if toldDeadlocks.count >= Self.mostDeadlocks { toldDeadlocks.removeAll() }
    toldDeadlocks.insert(chain.key)
    // A deadlock has no end at which names could be added.
    stall.record.names = world.names(of: stall.record).names
    if stall.record.verdict == .repeated { accept(index, .reported) }
    let record = stall.record
    tellProgress(index)
    delegate?.deadlockFound(record)
  }

  /// Takes the stacks of all threads, once in a long stall.
  func takeAllStacks(_ index: Int, _ now: UInt64) {
    guard let stall = watches[index].stall, stall.isReported, !stall.hasAllStacks, !stall.isBurst,
      let time = settings.allStacksAfter?.inNanoseconds, now &- stall.record.started >= time
    else { return }
    stall.hasAllStacks = true
    stall.record.threadStacks = world.allStacks()
  }
}
