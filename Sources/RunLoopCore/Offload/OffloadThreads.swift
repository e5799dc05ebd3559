import LinuxSystem
import Synchronization

/// The threads of an `Offload`, and the work that waits for them.
///
/// Invariant: while work waits, no thread is idle, and there are `limit` threads, one is about to begin, or none could be made.
final class OffloadThreads: @unchecked Sendable {
  /// One lock for all pools, so that a fork takes a single one. Never held while work is done, delivered or released.
  static let lock = FutexLock()

  /// The pool's record of one of its threads.
  private final class Worker: @unchecked Sendable {
    /// 0 while the thread is idle; written under the lock. The thread sleeps on it.
    let isAwake = Atomic<UInt32>(1)
    /// Work that it was woken for. Guarded by the lock.
    @exclusivity(unchecked) var job: Offload.Job?
  }

  private let limit: Int
  private let capacity: Int
  private let idle: Nanoseconds
  private let niceness: Int32
  private let label: String
  // All of the following is guarded by the lock.
  /// Queued jobs; nil where a job was taken.
  @exclusivity(unchecked) private var queue: [Offload.Job?] = []
  /// The first place that was not taken.
  @exclusivity(unchecked) private var start = 0
  /// The number of queued jobs that are not cancelled, with those handed to a thread that has not begun them.
  @exclusivity(unchecked) private var waiting = 0
  @exclusivity(unchecked) private var threadCount = 0
  /// Idle threads; the one that became idle last is at the end.
  @exclusivity(unchecked) private var idleWorkers: [Worker] = []
  @exclusivity(unchecked) private var isClosed = false
  /// The process whose threads these are.
  @exclusivity(unchecked) private var generation = ForkGeneration.current

  init(limit: Int, capacity: Int, idle: Nanoseconds, niceness: Int32, label: String) {
    self.limit = limit
    self.capacity = capacity
    self.idle = idle
    self.niceness = niceness
    self.label = label
  }

  var load: (threads: Int, idle: Int, waiting: Int) {
    let lost = lockInThisProcess()
    defer { unlock(releasing: lost) }
    return (threadCount, idleWorkers.count, waiting)
  }

  // MARK: Work

  /// Hands the work to an idle thread, or queues it.
  func submit(_ job: Offload.Job, canWait: Bool) throws(OffloadError) {
    let lost = lockInThisProcess()
    guard job.phase == .new else {
      unlock(releasing: lost)
      throw .cancelled
    }
    if !canWait, idleWorkers.isEmpty, threadCount >= limit, waiting >= capacity {
      unlock(releasing: lost)
      throw .full(capacity)
    }
    job.phase = .queued
    job.threads = self
    waiting += 1
    if let worker = idleWorkers.popLast() {
      worker.job = job
      wake(worker)
      return unlock(releasing: lost)
    }
    queue.append(job)
    let begins = threadCount < limit
    if begins { threadCount += 1 }
    unlock(releasing: lost)
    if begins, !beginThread() { try failWithoutThreads(job) }
  }

  /// Fails queued jobs when no thread could be made, unless other threads can do them.
  private func failWithoutThreads(_ job: Offload.Job) throws(OffloadError) {
    Self.lock.lock()
    threadCount -= 1
    var failed: [Offload.Job] = []
    if threadCount == 0 {
      failed = queue.compactMap { $0?.phase == .queued ? $0 : nil }
      for job in failed { job.phase = .done }
      (queue, start, waiting) = ([], 0, 0)
    }
    Self.lock.unlock()
    // Queued by threads that, like this one, expected a thread of their own.
    for other in failed where other !== job { other.fail(.noThreadLeft) }
    if failed.contains(where: { $0 === job }) { throw .noThreadLeft }
  }

  /// Notes that a job was cancelled before a thread took it. With the lock held.
  func oneLessWaits() {
    waiting -= 1
  }

  /// Ends a job that ran. False when it was cancelled meanwhile: then its result is dropped.
  func end(_ job: Offload.Job) -> Bool {
    Self.lock.withLock {
      guard job.phase == .running else { return false }
      job.phase = .done
      return true
    }
  }

  /// Lets the threads end when all work is done.
  func close() {
    let lost = lockInThisProcess()
    isClosed = true
    while let worker = idleWorkers.popLast() { wake(worker) }
    unlock(releasing: lost)
  }

  // MARK: Forks

  /// Takes the lock. A child of fork(2) has no thread of the parent and drops its work; the caller releases the returned jobs after it has
  /// unlocked.
  private func lockInThisProcess() -> [Offload.Job] {
    Self.lock.lock()
    guard generation != ForkGeneration.current else { return [] }
    generation = ForkGeneration.current
    let lost = queue.compactMap { $0 }
    (queue, start, waiting, threadCount, idleWorkers) = ([], 0, 0, 0, [])
    for job in lost { job.phase = .cancelled }
    return lost
  }

  private func unlock(releasing jobs: [Offload.Job]) {
    Self.lock.unlock()
    withExtendedLifetime(jobs) {}
  }

  // MARK: Threads

  private func wake(_ worker: Worker) {
    worker.isAwake.store(1, ordering: .relaxed)
    withUnsafePointer(to: worker.isAwake) {
      SystemCall.wake(UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self))
    }
  }

  /// Begins a thread that blocks all signals, so that the kernel delivers them to other threads.
  private func beginThread() -> Bool {
    (try? SystemThread.startDetached(blocksSignals: true) { self.work() }) != nil
  }

  private func work() {
    linux_set_thread_name(label)
    if niceness != 0 { linux_set_thread_priority(niceness) }
    let worker = Worker()
    while let job = next(worker) { job.perform() }
  }

  /// The next piece of work, sleeping until there is one; nil when the thread should end.
  private func next(_ worker: Worker) -> Offload.Job? {
    Self.lock.lock()
    while true {
      if let job = worker.job.take() ?? takeFirst() {
        // A cancelled job has already dropped its work: releasing it here runs no code of the program.
        guard job.phase == .queued else { continue }
        job.phase = .running
        waiting -= 1
        Self.lock.unlock()
        return job
      }
      if isClosed { break }
      worker.isAwake.store(0, ordering: .relaxed)
      idleWorkers.append(worker)
      Self.lock.unlock()
      sleep(worker)
      Self.lock.lock()
      if worker.isAwake.load(ordering: .relaxed) == 0 {
        idleWorkers.removeAll { $0 === worker }
        break
      }
    }
    threadCount -= 1
    Self.lock.unlock()
    return nil
  }

  private func takeFirst() -> Offload.Job? {
    guard start < queue.count else { return nil }
    let job = queue[start].take()
    start += 1
    if start == queue.count {
      // Frees the memory of a long queue.
      queue.removeAll(keepingCapacity: queue.capacity <= 4096)
      start = 0
    } else if start >= 1024, start >= queue.count / 2 {
      queue.removeFirst(start)
      start = 0
    }
    return job
  }

  /// Sleeps until the thread is woken, or has been idle for long enough.
  private func sleep(_ worker: Worker) {
    let now = MonotonicClock.now
    let deadline = idle < .never - now ? now + idle : .never
    withUnsafePointer(to: worker.isAwake) { word in
      let address = UnsafeRawPointer(word).assumingMemoryBound(to: UInt32.self)
      while worker.isAwake.load(ordering: .relaxed) == 0, MonotonicClock.now < deadline {
        SystemCall.sleep(on: address, while: 0, until: deadline)
      }
    }
  }
}
