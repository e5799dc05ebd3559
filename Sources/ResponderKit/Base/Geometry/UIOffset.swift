/// A way from a place, in points.
public struct UIOffset: Hashable, Sendable {
  /// To the right.
  public var horizontal: Double
  /// Downwards.
  public var vertical: Double

  /// A way by its parts; no way by default.
  public init(horizontal: Double = 0, vertical: Double = 0) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// No way.
  public static let zero = UIOffset()
}
