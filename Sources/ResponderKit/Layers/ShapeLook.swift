/// What a layer draws besides its box.
struct ShapeLook: Hashable {
  var picture: LayerPicture?
  var contentsRect = Rect(0, 0, 1, 1)
  var gravity = CALayerContentsGravity.resize
  var contentsScale = 1.0
  /// The size of the letters of a text layer.
  var fontSize = 36.0
  var textColor: CGColor? = .white
  // Of a shape layer.
  var path: ShapePath?
  var fill: CGColor? = .black
  var isEvenOdd = false
  var stroke: CGColor?
  var lineWidth = 1.0
  var cap = CAShapeLayerLineCap.butt
  var join = CAShapeLayerLineJoin.miter
  var miterLimit = 10.0
  /// The part of the path that is stroked, from 0 to 1 of its length.
  var start = 0.0
  var end = 1.0
  var dash: [Double] = []
  var dashPhase = 0.0

  var strokeStyle: StrokeStyle {
    let join: StrokeStyle.Join =
      switch join {
      case .miter: .miter
      case .round: .round
      case .bevel: .bevel
      }
    return StrokeStyle(width: lineWidth, isRound: cap == .round, join: join, miterLimit: miterLimit)
  }
}

/// The lines of a path. Equal to itself only: two are compared at each picture.
final class ShapePath: Hashable {
  let parts: [PathPiece]

  init(_ parts: [PathPiece]) { self.parts = parts }

  static func == (left: ShapePath, right: ShapePath) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The box around all points; nil without points.
  var box: Rect? {
    let points = parts.lazy.flatMap(\.points)
    guard let first = points.first else { return nil }
    var (least, most) = (first, first)
    for point in points {
      least = Point(min(least.x, point.x), min(least.y, point.y))
      most = Point(max(most.x, point.x), max(most.y, point.y))
    }
    return Rect(minX: least.x, minY: least.y, maxX: most.x, maxY: most.y)
  }
}
