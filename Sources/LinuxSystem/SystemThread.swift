/// Threads of the C library.
package enum SystemThread {
  /// Starts a thread that must be joined or detached.
  ///
  /// - Parameters:
  ///   - stackSize: in bytes; the system's default when nil.
  ///   - blocksSignals: the kernel delivers the process's signals to other threads. Without it the thread inherits its
  ///     creator's mask.
  ///   - unblocked: signals that it takes nevertheless.
  package static func start(
    stackSize: Int? = nil, blocksSignals: Bool = false, except unblocked: [Int32] = [],
    _ body: @escaping @Sendable () -> Void
  ) throws(Errno) -> pthread_t {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    let start = Unmanaged.passRetained(Body(body))
    var before = sigset_t()
    if blocksSignals {
      var blocked = sigset_t()
      sigfillset(&blocked)
      for signal in unblocked { sigdelset(&blocked, signal) }
      pthread_sigmask(SIG_SETMASK, &blocked, &before)
    }
    defer { if blocksSignals { pthread_sigmask(SIG_SETMASK, &before, nil) } }
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        // Retained for this thread.
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().call() }
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      start.release()
      throw Errno(code)
    }
    return thread
  }

  /// Starts a thread that is not waited for.
  package static func startDetached(
    blocksSignals: Bool = false, _ body: @escaping @Sendable () -> Void
  ) throws(Errno) {
    pthread_detach(try start(blocksSignals: blocksSignals, body))
  }

  private final class Body: Sendable {
    let call: @Sendable () -> Void

    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }
}

/// A counting semaphore between threads.
package final class Semaphore: @unchecked Sendable {
  /// Allocated, because a semaphore must not move.
  @usableFromInline let place = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() { sem_init(place, 0, 0) }

  deinit {
    sem_destroy(place)
    place.deallocate()
  }

  @inlinable
  package func signal() { sem_post(place) }

  /// Waits until the count is positive, and takes one off.
  @inlinable
  package func wait() {
    while sem_wait(place) != 0 {}
  }
}
