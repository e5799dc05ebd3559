/// Lets a closure that a loop may call name an object of the loop's thread, without keeping it alive.
final class ThreadBound<Object: AnyObject>: @unchecked Sendable {
  /// Used on the object's thread only.
  private(set) weak var object: Object?
  init(_ object: Object) { self.object = object }
}
