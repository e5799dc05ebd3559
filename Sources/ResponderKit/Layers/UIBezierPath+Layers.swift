/// Layers' name of `UIBezierPath`.
public typealias CGPath = UIBezierPath

/// A path as layers have it.
extension UIBezierPath {
  /// A copy of it, as it is now.
  public var cgPath: CGPath { UIBezierPath(cgPath: self) }

  var shapeParts: [PathPiece] { pieces }
}
