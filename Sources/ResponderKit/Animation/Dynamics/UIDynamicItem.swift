/// The part of an item that touches others.
public enum UIDynamicItemCollisionBoundsType: UInt, Hashable, Sendable {
  /// Its bounds.
  case rectangle
  /// The ellipse in its bounds; sixteen straight edges unless that is a circle.
  case ellipse
  /// `collisionBoundingPath`.
  case path
}

/// What an animator moves: a view, or the attributes of a collection's element.
public protocol UIDynamicItem: NSObject {
  /// The middle.
  var center: Point { get set }
  /// The bounds, of which the size counts.
  var bounds: Rect { get }
  /// The transform, whose rotation the animator sets.
  var transform: AffineTransform { get set }
  /// What touches others; the bounds unless implemented.
  var collisionBoundsType: UIDynamicItemCollisionBoundsType { get }
  /// A convex path around (0, 0), the middle. Of another path its convex hull counts.
  var collisionBoundingPath: UIBezierPath { get }
}

extension UIDynamicItem {
  public var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }
  public var collisionBoundingPath: UIBezierPath { UIBezierPath() }
}

extension UIView: UIDynamicItem {}
