import LinuxSystem

/// A value behind a pthread mutex. Thread sanitizers know those; a contended `Synchronization.Mutex`, which the
/// kernel hands on, they take for a race.
package final class Locked<Value>: @unchecked Sendable {
  private var stored: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init(_ value: Value) {
    stored = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&stored)
  }

  package var value: Value {
    get { withLock { $0 } }
    set { _ = exchange(newValue) }
  }

  /// Replaces the value and returns the old one, which is released outside the lock.
  package func exchange(_ value: Value) -> Value {
    withLock { stored in
      defer { stored = value }
      return stored
    }
  }
}

/// A place for something that is made later, or by another thread.
package typealias Box<Value> = Locked<Value?>

extension Locked where Value: ExpressibleByNilLiteral {
  package convenience init() { self.init(nil) }
}
