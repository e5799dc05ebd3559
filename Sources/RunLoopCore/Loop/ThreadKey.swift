import LinuxSystem

/// A value of the calling thread, kept alive by the thread: retained while it is set.
package struct ThreadKey<Value: AnyObject>: Sendable {
  @usableFromInline let key: pthread_key_t

  /// - Parameter atThreadEnd: called on a thread that ends with its value, which it must release; by default the
  ///   value is only released.
  package init(atThreadEnd: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = nil) {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, atThreadEnd ?? { Unmanaged<AnyObject>.fromOpaque($0!).release() })
    precondition(failure == 0, "the process has no thread-specific key left")
    self.key = key
  }

  @inlinable
  package var value: Value? {
    @inline(__always) get {
      pthread_getspecific(key).map { Unmanaged<Value>.fromOpaque($0).takeUnretainedValue() }
    }
    nonmutating set {
      let old = pthread_getspecific(key)
      pthread_setspecific(key, newValue.map { UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) })
      if let old { Unmanaged<Value>.fromOpaque(old).release() }
    }
  }

  /// Sets the value again that the thread's end has cleared, without retaining it.
  func restore(_ value: Unmanaged<Value>) {
    pthread_setspecific(key, value.toOpaque())
  }

  /// The value's address, for comparisons: no retain, no release.
  @inline(__always)
  var address: UInt { UInt(bitPattern: pthread_getspecific(key)) }
}
