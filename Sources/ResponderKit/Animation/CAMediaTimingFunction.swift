/// The pace of an animation: constant, or slower at its ends.
public final class CAMediaTimingFunction: NSObject {
  let curve: AnimationTiming.Curve

  /// One of the known curves.
  public init(name: CAMediaTimingFunctionName) {
    curve =
      switch name {
      case .linear: .linear
      case .easeIn: .cubic(CubicCurve(Point(0.42, 0), Point(1, 1)))
      case .easeOut: .cubic(CubicCurve(Point(0, 0), Point(0.58, 1)))
      case .easeInEaseOut: .cubic(CubicCurve(Point(0.42, 0), Point(0.58, 1)))
      case .default: .cubic(CubicCurve(Point(0.25, 0.1), Point(0.25, 1)))
      }
    super.init()
  }

  /// A cubic curve from (0, 0) to (1, 1); x is the time.
  public init(controlPoints x1: Float, _ y1: Float, _ x2: Float, _ y2: Float) {
    curve = .cubic(CubicCurve(Point(Double(x1), Double(y1)), Point(Double(x2), Double(y2))))
    super.init()
  }
}

/// The known curves.
public enum CAMediaTimingFunctionName: Hashable, Sendable {
  /// Constant speed.
  case linear
  /// Slow at the beginning.
  case easeIn
  /// Slow at the end.
  case easeOut
  /// Slow at both ends.
  case easeInEaseOut
  /// Fast at the beginning, slow at the end.
  case `default`
}

/// What an animation shows before it begins and after its end.
public enum CAMediaTimingFillMode: Hashable, Sendable {
  /// The layer's own values.
  case removed
  /// After its end, its last values.
  case forwards
  /// Before it begins, its first values.
  case backwards
  /// Both.
  case both
}
