/// Insets whose sides are named by the direction of reading, which here is always from left to right.
public struct NSDirectionalEdgeInsets: Hashable, Sendable {
  /// Downwards, in points.
  public var top: Double
  /// From the side where lines begin: to the right.
  public var leading: Double
  /// Upwards, in points.
  public var bottom: Double
  /// From the side where lines end: to the left.
  public var trailing: Double

  /// The same by the sides of the screen.
  func edges(isMirrored: Bool) -> EdgeInsets {
    let edges = EdgeInsets(top: top, left: leading, bottom: bottom, right: trailing)
    return isMirrored ? edges.mirrored : edges
  }

  /// Insets in points; 0 where none is given.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// No edge moves.
  public static let zero = NSDirectionalEdgeInsets()
}
