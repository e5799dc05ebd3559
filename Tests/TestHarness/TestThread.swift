import LinuxSystem

/// A thread that a test has to itself: the test's steps run there, in their order.
///
/// On Swift's own pool, which has as many threads as there are processors, a step would wait until a test that blocks has ended.
final class TestThread: TaskExecutor, @unchecked Sendable {
  /// Guarded by `mutex`, as is `hasEnded`.
  private var jobs: [UnownedJob] = []
  private var hasEnded = false
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(change, nil)
    do throws(Errno) {
      try SystemThread.startDetached { [self] in
        linux_set_thread_name("test")
        work()
      }
    } catch {
      preconditionFailure("no thread could be made: \(error)")
    }
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(change)
    mutex.deallocate()
    change.deallocate()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    withLock { jobs.append(job) }
  }

  /// The thread ends when it has run what was enqueued.
  func end() { withLock { hasEnded = true } }

  private func withLock(_ body: () -> Void) {
    pthread_mutex_lock(mutex)
    body()
    pthread_cond_signal(change)
    pthread_mutex_unlock(mutex)
  }

  private func work() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while jobs.isEmpty, !hasEnded { pthread_cond_wait(change, mutex) }
    return jobs.isEmpty ? nil : jobs.removeFirst()
  }
}
