import LinuxSystem

extension Outline {
  /// Lines along paths, with round corners, and with round ends or ends that are cut at the last point.
  init(strokes: [PathPiece], _ width: Double, _ isRound: Bool, scale: Double) {
    self.init()
    for stroke in strokes {
      let points = stroke.isClosed ? stroke.points + stroke.points.prefix(1) : stroke.points
      if isRound || stroke.isClosed {
        if points.count == 1 { addCapsule(from: points[0], to: points[0], width: width, scale: scale) }
        for (from, to) in zip(points, points.dropFirst()) {
          addCapsule(from: from, to: to, width: width, scale: scale)
        }
        continue
      }
      for (from, to) in zip(points, points.dropFirst()) { addBar(from: from, to: to, width: width) }
      for corner in points.dropFirst().dropLast() {
        addCapsule(from: corner, to: corner, width: width, scale: scale)
      }
    }
  }

  /// A line with ends that are cut at its points; goes around as `addCapsule` does.
  private mutating func addBar(from start: Point, to end: Point, width: Double) {
    let way = start.distance(to: end)
    guard way > 0, way.isFinite, width > 0 else { return }
    let across = Point(-(end.y - start.y) / way * width / 2, (end.x - start.x) / way * width / 2)
    addPolygon([end - across, end + across, start + across, start - across])
  }
}
