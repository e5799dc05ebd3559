/// A way in the plane, such as a speed.
public struct CGVector: Hashable, Sendable {
  /// To the right, in points.
  public var dx: Double
  /// Downwards, in points.
  public var dy: Double

  /// A way by its parts; no way by default.
  public init(dx: Double = 0, dy: Double = 0) {
    self.dx = dx
    self.dy = dy
  }

  /// No way.
  public static let zero = CGVector()
}
