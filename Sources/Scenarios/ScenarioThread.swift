import LinuxSystem

/// A thread that can be joined.
///
/// Nothing of Foundation's or Swift's own: a loop is torn down by a destructor that runs when its thread
/// exits, and only `pthread_join` says when that is over.
package struct ScenarioThread: Sendable {
  private let id: pthread_t

  private final class Body: Sendable {
    let call: @Sendable () -> Void

    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }

  package init(_ call: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(call)).toOpaque()
    var id = pthread_t()
    let failure = pthread_create(
      &id, nil,
      { body in
        if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().call() }
        return nil
      }, body)
    precondition(failure == 0, "cannot start a thread: error \(failure)")
    self.id = id
  }

  package func join() { pthread_join(id, nil) }

  /// Starts a thread that nobody waits for.
  package static func detach(_ call: @escaping @Sendable () -> Void) {
    pthread_detach(ScenarioThread(call).id)
  }

  /// The calling thread, as the trace knows it.
  static var current: pthread_t { pthread_self() }

  /// Stops the calling thread for ever: there may be callers that cannot be returned to.
  static func abandon() -> Never {
    while true { pause() }
  }
}

/// A counting semaphore.
package final class ScenarioSemaphore: @unchecked Sendable {
  /// Allocated, because a semaphore must not move.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  package func signal() { sem_post(semaphore) }

  package func wait() {
    while sem_wait(semaphore) != 0 {}
  }
}
