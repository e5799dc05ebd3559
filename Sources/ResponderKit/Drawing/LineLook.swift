/// How a context or a path draws lines.
struct LineLook {
  /// The width in points.
  var width = 1.0
  var cap = CGLineCap.butt
  var join = CGLineJoin.miter
  var miterLimit = 10.0
  /// The lengths of dashes and gaps, in turn.
  var dash: [Double] = []
  /// The place in the dashes at which a line begins.
  var phase = 0.0

  var style: StrokeStyle {
    let join: StrokeStyle.Join =
      switch join {
      case .miter: .miter
      case .round: .round
      case .bevel: .bevel
      }
    return StrokeStyle(width: width, isRound: cap == .round, join: join, miterLimit: miterLimit)
  }

  /// The lines of a path as they are drawn.
  func pieces(of path: [PathPiece]) -> [PathPiece] {
    let pieces = dash.isEmpty ? path : PathCutter.dashes(of: path, dash, phase: phase)
    return cap == .square ? PathCutter.lengthened(pieces, by: width / 2) : pieces
  }
}

/// The shape of lines' ends.
public enum CGLineCap: Int32, Hashable, Sendable {
  /// At its last point.
  case butt
  /// With half a circle around its last point.
  case round
  /// Half its width beyond its last point.
  case square
}

/// The shape of lines' corners.
public enum CGLineJoin: Int32, Hashable, Sendable {
  /// With a point.
  case miter
  /// With a part of a circle.
  case round
  /// With a cut corner.
  case bevel
}
