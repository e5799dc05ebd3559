import LinuxSystem

/// Detached threads.
enum ThreadStart {
  static func detached(_ body: @escaping @Sendable () -> Void) { pthread_detach(joinable(body)) }

  static func joinable(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    do throws(Errno) { return try SystemThread.start(body) } catch {
      preconditionFailure("a thread could not be started: \(error)")
    }
  }

  /// The calling thread's number.
  static var number: Int32 { Int32(linux_gettid()) }
}
