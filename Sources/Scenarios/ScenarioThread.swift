import LinuxSystem

/// A thread that can be joined.
///
/// Nothing of Foundation's or Swift's own: a loop is torn down by a destructor that runs when its thread
/// exits, and only `pthread_join` reports its end.
package struct ScenarioThread: Sendable {
  private let id: pthread_t

  package init(_ call: @escaping @Sendable () -> Void) {
    do throws(Errno) { id = try SystemThread.start(call) } catch {
      preconditionFailure("can not start a thread: \(error)")
    }
  }

  package func join() { pthread_join(id, nil) }

  /// Starts a detached thread.
  package static func detach(_ call: @escaping @Sendable () -> Void) {
    pthread_detach(ScenarioThread(call).id)
  }

  /// The calling thread, as the trace knows it.
  static var current: pthread_t { pthread_self() }

  /// Blocks the calling thread permanently: its callers may not be able to continue.
  static func abandon() -> Never {
    while true { pause() }
  }
}

package typealias ScenarioSemaphore = Semaphore
