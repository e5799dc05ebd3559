import LinuxSystem

/// Threads that nobody waits for.
enum ThreadStart {
  static func detached(_ body: @escaping @Sendable () -> Void) { pthread_detach(joinable(body)) }

  static func joinable(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
    precondition(status == 0, "a thread could not be started: error \(status)")
    return thread
  }

  /// The calling thread's number.
  static var number: Int32 { Int32(linux_gettid()) }

  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
