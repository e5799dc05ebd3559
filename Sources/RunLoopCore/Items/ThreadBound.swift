/// Lets a closure that a loop may call name an object of the loop's thread, without keeping it alive.
package final class ThreadBound<Object: AnyObject>: @unchecked Sendable {
  /// Used on the object's thread only.
  package private(set) weak var object: Object?
  package init(_ object: Object) { self.object = object }
}
