/// Finds among many subviews those that may hold a point.
final class SiblingIndex {
  /// From how many subviews on it is worth it.
  static let least = 32
}

/// What a look at the subviews gave.
enum Descent {
  /// A view answered for itself.
  case hit(UIView)
  /// A standard view holds the point, which is here in its coordinates.
  case below(UIView, Point)
  case none
}

extension UIView {
  /// Subviews came, went or moved.
  final func placesOfChildrenChanged() { siblingIndex = nil }

  /// As the look at each subview, by the index; nil when that is not worth it.
  final func indexedDescent(_ point: Point, _ event: UIEvent?) -> Descent? { nil }
}
