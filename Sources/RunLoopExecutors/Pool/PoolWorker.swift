internal import LinuxSystem
internal import RunLoopCore
internal import Synchronization

/// A thread of a pool, with its queue of jobs.
final class PoolWorker: @unchecked Sendable {
  let number: Int
  private let thread: LoopThread
  let loop: RunLoop
  /// The thread's address, as `linux_thread_pointer` gives it there.
  let owner: UInt
  private let source: RunLoop.Source
  private let lock = FutexLock()
  /// Guarded by the lock.
  @exclusivity(unchecked) private var queue = JobQueue()
  /// The length of the queue, for other threads.
  let waiting = Atomic<Int>(0)
  /// The number of jobs that have begun here. Written by the thread; others see whether it makes progress.
  let progress = Atomic<UInt>(0)
  // The thread only:
  /// Whether a job runs; an inner run of the loop inside it runs no other job.
  @exclusivity(unchecked) var isDraining = false
  /// Checks whether other threads are held up, while this one is idle.
  @exclusivity(unchecked) var lookout: RunLoop.Timer?

  init(_ number: Int, _ label: String, of pool: PoolExecutor) throws(LoopThreadError) {
    self.number = number
    thread = try LoopThread(label: "\(label) \(number + 1)")
    loop = thread.loop
    owner = (try? thread.loop.performAndWait { linux_thread_pointer() }) ?? 0
    // The last signal may be served while the pool is deallocated elsewhere.
    source = RunLoop.Source(label: "pool") { [weak pool] in pool?.drain(number) }
    loop.add(source, to: .common)
  }

  deinit { source.invalidate() }

  // MARK: Jobs

  /// Queues a job, and returns the length of the queue.
  @inline(__always)
  func append(_ job: UnownedJob, priority: UInt8) -> Int {
    lock.lock()
    queue.append(job, priority: priority)
    let count = queue.count
    // A thread that is about to sleep reads it after it has announced that.
    waiting.store(count, ordering: .sequentiallyConsistent)
    lock.unlock()
    return count
  }

  @inline(__always)
  func popFirst() -> UnownedJob? {
    if waiting.load(ordering: .relaxed) == 0 { return nil }
    lock.lock()
    let job = queue.popFirst()
    waiting.store(queue.count, ordering: .relaxed)
    lock.unlock()
    return job
  }

  /// Takes half of this thread's jobs, for another one. Only one lock is held at a time.
  func takeHalf() -> JobQueue {
    lock.withLock {
      let half = queue.takeHalf()
      waiting.store(queue.count, ordering: .relaxed)
      return half
    }
  }

  func append(contentsOf jobs: consuming JobQueue) {
    lock.lock()
    queue.append(contentsOf: jobs)
    waiting.store(queue.count, ordering: .sequentiallyConsistent)
    lock.unlock()
  }

  // MARK: The thread

  /// Has the thread look for jobs.
  @inline(__always)
  func rouse() {
    source.signal()
    if !loop.isOwnThread { loop.wakeUp() }
  }

  func lockForFork() { lock.lock() }
  func unlockAfterFork() { lock.unlock() }
}
