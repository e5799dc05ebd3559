internal import LinuxSystem

/// Threads of the module's own.
enum NewThread {
  /// Begins a detached thread; false when the system has none left.
  static func begin(
    _ argument: UnsafeMutableRawPointer?,
    _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  ) -> Bool {
    guard let thread = beginJoinable(argument, body) else { return false }
    pthread_detach(thread)
    return true
  }

  /// Begins a thread that must be joined or detached; nil when the system has none left.
  static func beginJoinable(
    _ argument: UnsafeMutableRawPointer?,
    _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  ) -> pthread_t? {
    var thread = pthread_t()
    return pthread_create(&thread, nil, body, argument) == 0 ? thread : nil
  }
}
