import Glibc
package import RunLoopCore

/// Runs `body` on a thread of its own, waits until that thread and its run loop have ended, and gives back what
/// `body` gave.
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
package final class FreshThread<Value>: @unchecked Sendable {
  private var thread = pthread_t()
  /// Written by the thread, read after the join.
  private var result: Result<Value, any Error>?
  private let clock: SimulatedClock?
  private let body: @Sendable () throws -> Value

  package init(_ clock: SimulatedClock? = nil, _ body: @escaping @Sendable () throws -> Value) {
    self.clock = clock
    self.body = body
    let start = Unmanaged<ThreadStart>.passRetained(ThreadStart { self.run() })
    let failure = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<ThreadStart>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, start.toOpaque())
    precondition(failure == 0, "no thread could be made")
  }

  private func run() {
    clock?.install()
    result = Result { try body() }
  }

  /// Waits for the end of the thread, with its run loop and all its thread-specific values.
  @discardableResult
  package func join() -> Result<Value, any Error> {
    let failure = pthread_join(thread, nil)
    precondition(failure == 0, "the thread was joined before")
    return result!
  }
}

private final class ThreadStart {
  let run: () -> Void

  init(_ run: @escaping () -> Void) {
    self.run = run
  }
}
