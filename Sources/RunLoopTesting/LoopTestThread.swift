internal import LinuxSystem
internal import RunLoopCore

/// A thread for one test's task. It runs the task's jobs outside of its loop, and the loop while there are none.
final class LoopTestThread: TaskExecutor, @unchecked Sendable {
  /// Set by the thread, before the initializer returns.
  private(set) var loop: RunLoop! = nil
  private let lock = FutexLock()
  /// Guarded by the lock, as is `hasEnded`.
  private var jobs: [UnownedJob] = []
  private var hasEnded = false

  /// - Parameter clock: the loop's, or nil for the real one.
  init(label: String, _ clock: SimulatedClock?) throws {
    let start = Start(self, label, clock)
    do throws(Errno) { try SystemThread.startDetached { start.run() } } catch { throw NoThreadLeft() }
    start.isReady.wait()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lock.withLock { jobs.append(job) }
    loop.wakeUp()
  }

  /// Ends the thread when it has run the enqueued jobs.
  func end() {
    lock.withLock { hasEnded = true }
    loop.wakeUp()
  }

  private func work(_ loop: RunLoop) {
    while true {
      while let job = takeJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
      if lock.withLock({ hasEnded && jobs.isEmpty }) { return }
      // A stop of this run is for a run of the test's that has just ended.
      _ = loop.run(until: { lock.withLock { hasEnded || !jobs.isEmpty } }, timeout: .seconds(Int64.max))
    }
  }

  private func takeJob() -> UnownedJob? {
    lock.withLock { jobs.isEmpty ? nil : jobs.removeFirst() }
  }

  private struct NoThreadLeft: Error, CustomStringConvertible {
    var description: String {
      "no thread can be made for the test: run fewer tests at once, or raise the limits (ulimit -u, pids.max)"
    }
  }

  /// State shared by the new thread and its maker.
  private final class Start: @unchecked Sendable {
    private let thread: LoopTestThread
    private let label: String
    private let clock: SimulatedClock?
    let isReady = Semaphore()

    init(_ thread: LoopTestThread, _ label: String, _ clock: SimulatedClock?) {
      self.thread = thread
      self.label = label
      self.clock = clock
    }

    func run() {
      linux_set_thread_name("test")
      clock?.install()
      let loop = RunLoop.current
      loop.label = label
      thread.loop = loop
      isReady.signal()
      thread.work(loop)
    }
  }
}
