import RunLoopCore

/// A value that threads share, under a lock that the thread sanitizer sees.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = FutexLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  /// Sections are short, and call nobody.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
