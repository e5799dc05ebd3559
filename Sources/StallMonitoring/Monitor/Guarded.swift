import RunLoopCore

/// A value and the lock that guards it.
///
/// As `Synchronization.Mutex`, but the thread sanitizer can follow it when threads meet.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = FutexLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
