import Synchronization

/// The package interface of a loop for `RunLoopExecutors`.
extension RunLoop {
  /// The one object that another module keeps with the loop, made at the first call and released with the loop object.
  /// From any thread. The object must not retain the loop.
  ///
  /// - Parameter begin: called with it once, before the call that made it returns.
  package func attachment<Object: AnyObject>(
    makingOnce make: () -> Object, whenMade begin: (Object) -> Void
  ) -> Object {
    if let known: Object = existingAttachment() { return known }
    let made = make()
    let reference = Unmanaged.passRetained(made)
    let exchange = attachmentAddress.compareExchange(
      expected: 0, desired: UInt(bitPattern: reference.toOpaque()), ordering: .acquiringAndReleasing)
    if exchange.exchanged {
      begin(made)
      return made
    }
    // Another thread was first.
    reference.release()
    return existingAttachment() ?? made
  }

  @inline(__always)
  private func existingAttachment<Object: AnyObject>() -> Object? {
    UnsafeRawPointer(bitPattern: attachmentAddress.load(ordering: .acquiring)).map {
      // There is only one client, hence one type.
      Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
    }
  }

  func releaseAttachment() {
    guard let address = UnsafeRawPointer(bitPattern: attachmentAddress.load(ordering: .acquiring)) else {
      return
    }
    Unmanaged<AnyObject>.fromOpaque(address).release()
  }

  /// Whether the innermost run is inside another one. On the loop's thread.
  package var isNested: Bool { runs.depth > 1 }
}
