/// How a view's old picture passes into what it shows.
enum ViewPassage: Hashable {
  case fade
  /// The new picture moves in from a side, the old one out at the other, or both.
  case slide(from: Side, old: Bool, new: Bool)

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

  /// Whether what is new lies over the old.
  var isNewInFront: Bool {
    if case .slide(_, _, let new) = self { return new }
    return false
  }
}
