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

extension UIOffset {
  /// It, or no way where one of its parts is no number.
  var finite: UIOffset { horizontal.isFinite && vertical.isFinite ? self : .zero }
}

extension Rect {
  func moved(by way: UIOffset) -> Rect { offsetBy(dx: way.horizontal, dy: way.vertical) }
}
