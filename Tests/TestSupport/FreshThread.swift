import LinuxSystem
package import RunLoopCore

/// Runs `body` on a thread of its own, waits until that thread and its run loop have ended, and returns what `body`
/// returned.
///
/// - Parameter clock: installed on the thread first, for simulated time.
package func onFreshThread<Value>(
  _ clock: SimulatedClock? = nil, _ body: @escaping @Sendable () throws -> sending Value
) rethrows -> Value {
  // `rethrows` wants the rethrowing to be seen here.
  func rethrowing(_ body: () throws -> Value) rethrows -> Value { try body() }
  let result = FreshThread(clock, body).join()
  return try rethrowing { try result.get() }
}

/// A thread of its own that has begun and is joined later.
///
/// Its body is a task of the test that makes the thread, so that a failed expectation on the thread is that test's.
package final class FreshThread<Value>: @unchecked Sendable {
  private var thread = pthread_t()
  /// Written by the thread, read after the join.
  private var result: Result<Value, any Error>?

  package init(_ clock: SimulatedClock? = nil, _ body: @escaping @Sendable () throws -> Value) {
    let start = ThreadStart(clock)
    _ = Task(executorPreference: start) { self.result = Result { try body() } }
    do throws(Errno) { thread = try SystemThread.start { start.run() } } catch {
      preconditionFailure("no thread could be made: \(error)")
    }
  }

  /// Waits for the end of the thread, with its run loop and all its thread-specific values.
  @discardableResult
  package func join() -> Result<Value, any Error> {
    let failure = pthread_join(thread, nil)
    precondition(failure == 0, "the thread was joined before")
    return result!
  }
}

/// Keeps the one job of a thread until the thread runs it.
private final class ThreadStart: TaskExecutor, @unchecked Sendable {
  private let clock: SimulatedClock?
  private var job: UnownedJob?

  init(_ clock: SimulatedClock?) {
    self.clock = clock
  }

  func enqueue(_ job: consuming ExecutorJob) {
    precondition(self.job == nil, "a thread's body does not suspend")
    self.job = UnownedJob(job)
  }

  func run() {
    clock?.install()
    job!.runSynchronously(on: asUnownedTaskExecutor())
  }
}
