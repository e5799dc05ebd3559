import Dispatch

/// A thread that does for another one what that one must not do itself, as a peer whose system calls do not fail.
///
/// Made before the other's calls are watched: a thread has the filters of the one that makes it.
package final class HelperThread: @unchecked Sendable {
  private let work = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  private var body: (() -> Void)?
  private var thread: FreshThread<Void>?

  package init() {
    thread = FreshThread { [unowned self] in
      while runOne() { done.signal() }
    }
  }

  /// What the body had is released before it counts as done.
  private func runOne() -> Bool {
    work.wait()
    guard let body else { return false }
    self.body = nil
    body()
    return true
  }

  /// Has the thread do it; `wait` waits until that is done.
  package func begin(_ body: @escaping () -> Void) {
    self.body = body
    work.signal()
  }

  package func wait() { done.wait() }

  /// Has the thread do it, and waits until that is done.
  package func perform<Value>(_ body: @escaping () throws -> Value) rethrows -> Value {
    // `rethrows` wants the rethrowing to be seen here.
    func rethrowing(_ body: () throws -> Value) rethrows -> Value { try body() }
    var result: Result<Value, any Error>?
    begin { result = Result { try body() } }
    wait()
    return try rethrowing { try result!.get() }
  }

  package func end() {
    work.signal()
    thread?.join()
  }
}
