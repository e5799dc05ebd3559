/// Lets a closure that a loop may call name an object that belongs to the loop's thread, without keeping it alive.
final class ThreadConfined<Object: AnyObject>: @unchecked Sendable {
  /// Used on the object's thread only.
  weak var object: Object?
  init(_ object: Object?) { self.object = object }
}
