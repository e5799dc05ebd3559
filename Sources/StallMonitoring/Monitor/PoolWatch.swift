import RunLoopCore

/// Watches the threads that run Swift's tasks. Their number is that of the processors: when all of them wait inside tasks, no
/// other task can run.
///
/// The core sees the pool as a loop, whose callout lasts while all threads wait, and whose thread is the last that began to wait.
final class PoolWatch {
  private let interval: UInt64
  private var next: UInt64 = 0
  private var line: ForeignLine?
  private var workers: [TaskPool.Worker] = []

  init(interval: UInt64) { self.interval = max(interval, 1_000_000) }

  /// Looks at the threads when due, and at each pass while they are stuck, before the core's own look. Returns when to look again.
  func look(_ core: MonitorCore, _ now: UInt64) -> UInt64 {
    guard now >= next || line != nil else { return next }
    let found = core.world.blockedTaskThreads().sorted { ($0.since, $0.thread) < ($1.since, $1.thread) }
    if let line, found != workers {
      // One of them has continued, if only to wait again.
      core.remove { $0.line.address == line.line.address }
      self.line = nil
    }
    if line == nil, found.count >= core.world.processorCount, let last = found.last {
      let line = ForeignLine()
      line.apply(.began(last.since))
      core.add(WatchedLoop(.line(line.line), label: TaskPool.label(found.count), thread: last.thread))
      (self.line, workers) = (line, found)
    }
    next = now &+ (line == nil ? interval : min(core.poll, interval))
    return next
  }
}
