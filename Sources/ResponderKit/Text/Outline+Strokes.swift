import LinuxSystem

extension Outline {
  /// Lines along paths.
  init(strokes: [PathPiece], _ style: StrokeStyle, scale: Double) {
    self.init()
    let width = style.width
    for stroke in strokes {
      let points = stroke.isClosed ? stroke.points + stroke.points.prefix(1) : stroke.points
      if points.count == 1, style.isRound {
        addCapsule(from: points[0], to: points[0], width: width, scale: scale)
      }
      if style.join == .round, style.isRound || stroke.isClosed {
        for (from, to) in zip(points, points.dropFirst()) {
          addCapsule(from: from, to: to, width: width, scale: scale)
        }
        continue
      }
      for (from, to) in zip(points, points.dropFirst()) { addBar(from: from, to: to, width: width) }
      if style.isRound, !stroke.isClosed, let first = points.first, let last = points.last {
        for end in [first, last] { addCapsule(from: end, to: end, width: width, scale: scale) }
      }
      addCorners(points, isClosed: stroke.isClosed, style, scale)
    }
  }

  private mutating func addCorners(
    _ points: [Point], isClosed: Bool, _ style: StrokeStyle, _ scale: Double
  ) {
    // From a point to one that is nearly the same, as at the end of a circle, there is no direction.
    var corners: [Point] = []
    for point in points where point.isFinite && corners.last.map({ $0.distance(to: point) > 1e-6 }) != false {
      corners.append(point)
    }
    guard corners.count > 2 else { return }
    if isClosed { corners.append(corners[1]) }
    for index in 1..<(corners.count - 1) {
      if style.join == .round {
        addCapsule(from: corners[index], to: corners[index], width: style.width, scale: scale)
      } else {
        addCorner(corners[index], from: corners[index - 1], to: corners[index + 1], style)
      }
    }
  }

  /// What is missing between two lines on the outer side of a corner.
  private mutating func addCorner(_ corner: Point, from: Point, to: Point, _ style: StrokeStyle) {
    let (before, after) = (from.distance(to: corner), corner.distance(to: to))
    let (first, second) = (
      Point((corner.x - from.x) / before, (corner.y - from.y) / before),
      Point((to.x - corner.x) / after, (to.y - corner.y) / after)
    )
    let turn = first.x * second.y - first.y * second.x
    guard turn.isFinite, abs(turn) > 1e-9, style.width > 0 else { return }
    let side = (turn > 0 ? 0.5 : -0.5) * style.width
    let left = Point(first.y * side, -first.x * side)
    let right = Point(second.y * side, -second.x * side)
    var polygon = [corner, corner + left]
    // Twice the square of the cosine of half the turn: by its root the point is farther away than the edge.
    let nearness = 1 + first.x * second.x + first.y * second.y
    if style.join == .miter, style.miterLimit > 0, (nearness / 2).squareRoot() * style.miterLimit >= 1 {
      polygon.append(
        Point(corner.x + (left.x + right.x) / nearness, corner.y + (left.y + right.y) / nearness))
    }
    polygon.append(corner + right)
    // Goes around as `addBar` does.
    addPolygon(turn > 0 ? polygon : polygon.reversed())
  }

  /// A line with ends that are cut at its points; goes around as `addCapsule` does.
  private mutating func addBar(from start: Point, to end: Point, width: Double) {
    let way = start.distance(to: end)
    guard way > 0, way.isFinite, width > 0 else { return }
    let across = Point(-(end.y - start.y) / way * width / 2, (end.x - start.x) / way * width / 2)
    addPolygon([end - across, end + across, start + across, start - across])
  }
}
