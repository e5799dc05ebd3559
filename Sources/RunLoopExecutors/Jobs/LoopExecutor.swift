internal import LinuxSystem
internal import RunLoopCore
internal import Synchronization

/// A loop as the executor of actors: their code runs on the loop's thread, also after each `await`.
///
///     actor Account {
///       let executor: LoopExecutor
///       nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///       init(_ loop: RunLoop) { executor = loop.executor }
///     }
///
/// In plain callbacks of the loop `assumeIsolated`, `assertIsolated` and `preconditionIsolated` of such an actor hold.
///
/// Jobs run when the loop runs in a common mode, in the order of their queueing, all that are queued at one point of
/// a turn: those of the main loop at its main-queue step, as blocks of `RunLoop.mainQueue`; those of any other loop
/// as one signalled source of order 0, which is in the common modes from the first use of the executor on, so that
/// runs in those modes do not finish. A job is not interrupted by another: an inner
/// run inside a job runs none.
///
/// When the loop's thread ends, the queued jobs run there, as the last thing it does, and waits for the loop itself,
/// such as `sleep(for:)`, throw `RunLoop.Ended`. Jobs that are enqueued later are not lost: they run, still one at a
/// time, on another thread.
public final class LoopExecutor: SerialExecutor, ForkParticipant, @unchecked Sendable {
  /// A job, and as whose it came.
  enum Job {
    case ofActor(UnownedJob)
    case ofTask(UnownedJob, UnownedTaskExecutor)
  }

  /// How many batches of jobs the end of a thread runs: jobs that queue jobs without an end must not keep it from ending.
  private static let lastBatches = 64

  private let isMain: Bool
  /// Of the loop object, which lives as long as the phase is not `ended`.
  private let loop: Unmanaged<RunLoop>
  private let source: RunLoop.Source
  private let lock = FutexLock()
  /// Guarded by the lock.
  private var queued: [Job] = []
  /// Whether the loop has ended, or is about to. Written under the lock.
  private let hasEnded = Atomic<Bool>(false)
  /// Whether a thread runs a batch, after which it looks for more jobs. Guarded by the lock.
  private var isDraining = false
  /// An empty array with room, for the draining thread.
  private var spare: [Job] = []
  /// The thread that runs the jobs after the loop's end, or 0.
  private let lateThread = Atomic<UInt>(0)
  /// Waiters for the loop, which must be notified of its end.
  let waiters = WaiterList()

  init(for loop: RunLoop) {
    isMain = loop.isMain
    self.loop = .passUnretained(loop)
    source = RunLoop.Source(
      label: "executor", cancel: { loop, _ in loop.executor.loopEnds() },
      perform: { RunLoop.current.executor.drain() })
    ForkedLocks.shared.join(self)
  }

  deinit { ForkedLocks.shared.leave(self) }

  /// Has the loop serve the jobs. Once.
  func begin(in loop: RunLoop) {
    if isMain { return }
    if !loop.add(source, to: .common) { loopEnds() }
  }

  // MARK: As Swift's runtime sees it

  /// Has the loop run a job; from any thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    enqueue(.ofActor(UnownedJob(job)))
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Whether the calling thread is the loop's: it is in plain callbacks too. So `assumeIsolated` works there.
  public func isIsolatingCurrentContext() -> Bool? {
    if isMain { return RunLoop.main.isOwnThread }
    if lateThread.load(ordering: .acquiring) == linux_thread_pointer() { return true }
    return !hasEnded.load(ordering: .acquiring) && RunLoop.currentAddress == UInt(bitPattern: loop.toOpaque())
  }

  public func checkIsolated() {
    precondition(
      isIsolatingCurrentContext() ?? false, "not on the thread of the run loop that is the executor")
  }

  // MARK: Inside

  func enqueue(_ job: Job) {
    if isMain { return RunLoop.mainQueue.async(file: "", line: 0) { self.run(job) } }
    lock.lock()
    queued.append(job)
    // Else it was notified already, or the thread that drains will see it.
    guard queued.count == 1, !isDraining else { return lock.unlock() }
    if hasEnded.load(ordering: .relaxed) {
      isDraining = true
      lock.unlock()
      return runLate()
    }
    // It must not go before it was woken.
    let loop = self.loop.takeUnretainedValue()
    lock.unlock()
    source.signal()
    loop.wakeUp()
  }

  private func run(_ job: Job) {
    switch job {
    case .ofActor(let job):
      note(job)
      job.runSynchronously(on: asUnownedSerialExecutor())
    case .ofTask(let job, let executor):
      note(job)
      job.runSynchronously(on: executor)
    }
  }

  /// Records the subject of the callout in the loop's heartbeat.
  private func note(_ job: UnownedJob) {
    if hasEnded.load(ordering: .relaxed) { return }
    loop._withUnsafeGuaranteedRef { $0.noteCode(JobFunction.address(of: job)) }
  }

  /// The source's callout: runs the jobs that are queued now.
  private func drain() {
    lock.lock()
    guard !isDraining else { return lock.unlock() }
    isDraining = true
    runBatch()
    isDraining = false
    let hasMore = !queued.isEmpty
    lock.unlock()
    // On the loop's own thread, which looks at its sources again before it sleeps.
    if hasMore { source.signal() }
  }

  /// With the lock held, and again when it returns.
  private func runBatch() {
    var batch = spare
    spare = []
    swap(&batch, &queued)
    lock.unlock()
    for job in batch { run(job) }
    // Frees the memory of a flood.
    if batch.capacity <= 4096 { batch.removeAll(keepingCapacity: true) } else { batch = [] }
    lock.lock()
    spare = batch
  }

  /// The loop's thread ends, or has ended. Everything that waits for the loop is resumed; then the last jobs run here.
  ///
  /// Called again, it completes the remaining steps, on the loop's thread.
  func finish() {
    waiters.close()
    lock.lock()
    guard !isDraining, !hasEnded.load(ordering: .relaxed) else { return lock.unlock() }
    isDraining = true
    for _ in 0..<Self.lastBatches where !queued.isEmpty { runBatch() }
    isDraining = false
    lock.unlock()
  }

  private func loopEnds() {
    finish()
    lock.lock()
    let isFirst = !hasEnded.exchange(true, ordering: .sequentiallyConsistent)
    // Called inside a job, this thread's drain continues, and what comes after that is for another thread.
    let hasMore = isFirst && !queued.isEmpty && !isDraining
    if hasMore { isDraining = true }
    lock.unlock()
    if isFirst { source.invalidate() }
    if hasMore { runLate() }
  }

  /// Runs queued and later jobs on a thread of its own, since the loop's has ended.
  private func runLate() {
    do throws(Errno) {
      try SystemThread.startDetached {
        linux_set_thread_name("ended loop")
        self.drainLate()
      }
    } catch {
      // Without a thread, here: later than never.
      drainLate()
    }
  }

  // MARK: Forks

  func lockForFork() {
    lock.lock()
    waiters.lockForFork()
  }

  func unlockAfterFork(inCopy: Bool) {
    // A thread that does not exist in the child may have queued a job, and not signalled the source yet.
    if inCopy, !queued.isEmpty { source.markInCopy() }
    waiters.unlockAfterFork()
    lock.unlock()
  }

  private func drainLate() {
    let outer = lateThread.exchange(linux_thread_pointer(), ordering: .acquiringAndReleasing)
    lock.lock()
    while !queued.isEmpty { runBatch() }
    isDraining = false
    lateThread.store(outer, ordering: .releasing)
    lock.unlock()
  }
}
