/// How a line ends.
public enum CAShapeLayerLineCap: Hashable, Sendable {
  /// At its last point.
  case butt
  /// With half a circle around its last point.
  case round
  /// Half its width beyond its last point.
  case square
}

/// How a line goes around corners.
public enum CAShapeLayerLineJoin: Hashable, Sendable {
  /// With a point.
  case miter
  /// With a part of a circle.
  case round
  /// With a cut corner.
  case bevel
}

/// What of a path is inside.
public enum CAShapeLayerFillRule: Hashable, Sendable {
  /// Points that the path goes around more often one way than the other.
  case nonZero
  /// Points that the path goes around once, three times, and so on.
  case evenOdd
}
