import LinuxSystem

/// How a view's old picture passes into what it shows.
enum ViewPassage: Hashable {
  case fade
  /// The new picture moves in from a side, the old one out at the other, or both.
  case slide(from: Side, old: Bool, new: Bool)
  /// Both are the sides of a card that turns: this edge of it comes to the front first.
  case flip(from: Side)

  enum Side { case left, right, top, bottom }

  /// How far both are from their places after a part of the way, in parts of the size.
  func offsets(_ part: Double) -> (old: Point, new: Point)? {
    guard case .slide(let side, let old, let new) = self else { return nil }
    let way =
      switch side {
      case .left: Point(1, 0)
      case .right: Point(-1, 0)
      case .top: Point(0, 1)
      case .bottom: Point(0, -1)
      }
    let (gone, left) = (old ? part : 0, new ? part - 1 : 0)
    return (Point(way.x * gone, way.y * gone), Point(way.x * left, way.y * left))
  }

  var isTurn: Bool { if case .flip = self { true } else { false } }

  /// How a card of this size is seen after a part of its turn, from its own pixels; and whether its back, the new picture, is seen. Nil for what does not turn.
  func turn(_ part: Double, of size: Size) -> (map: PlaneMap, isNew: Bool)? {
    guard case .flip(let side) = self else { return nil }
    let part = min(max(part.isNaN ? 1 : part, 0), 1)
    let isNew = part >= 0.5
    let isUpright = side == .left || side == .right
    // The side that comes to the front has the positive angle around its axis.
    let angle = (part - (isNew ? 1 : 0)) * .pi * (side == .left || side == .bottom ? 1 : -1)
    let (length, distance) = (isUpright ? size.width : size.height, 2 * max(size.width, size.height, 1))
    var eye = CATransform3D()
    eye.m34 = -1 / distance
    // As far away as it has to be for its nearest edge to be as long as in its place.
    let shrink = (distance - abs(sin(angle)) * length / 2) / distance
    let turned = CATransform3DMakeRotation(angle, isUpright ? 0 : 1, isUpright ? 1 : 0, 0)
      .concatenating(eye).concatenating(CATransform3DMakeScale(shrink, shrink, 1))
    let middle = Point(size.width / 2, size.height / 2)
    let map = PlaneMap(AffineTransform(translationX: -middle.x, y: -middle.y))
      .concatenating(PlaneMap(turned))
      .concatenating(PlaneMap(AffineTransform(translationX: middle.x, y: middle.y)))
    return (map, isNew)
  }

  /// Whether what is new lies over the old.
  var isNewInFront: Bool {
    if case .slide(_, _, let new) = self { return new }
    return false
  }
}
