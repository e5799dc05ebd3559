/// A value and the lock that guards it.
///
/// Like `Synchronization.Mutex`, but the thread sanitizer can follow it under contention.
package final class Guarded<Value>: @unchecked Sendable {
  @usableFromInline let lock = FutexLock()
  @usableFromInline var value: Value

  @inlinable
  package init(_ value: sending Value) {
    self.value = value
  }

  /// Calls a function with the value. The lock is not recursive, and others wait for it: the function is short and calls no code of users.
  @inlinable
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
