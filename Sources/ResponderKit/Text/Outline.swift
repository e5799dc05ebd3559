import LinuxSystem

/// Closed polygons: curves are cut into short lines when they are added. Inside is what a polygon goes around.
struct Outline {
  private(set) var points: [Point] = []
  /// Where each polygon begins in `points`.
  private(set) var starts: [Int] = []
  /// Whether points that it goes around twice are outside; otherwise those are inside that it goes around more often one way than the other.
  var isEvenOdd = false

  var isEmpty: Bool { points.isEmpty }

  /// Where a polygon ends in `points`.
  func end(ofPolygon index: Int) -> Int { index + 1 < starts.count ? starts[index + 1] : points.count }

  mutating func begin() {
    if starts.last != points.count { starts.append(points.count) }
  }

  mutating func add(_ point: Point) { points.append(point) }

  mutating func addPolygon(_ polygon: [Point]) {
    begin()
    points += polygon
  }

  mutating func addRect(_ rect: Rect) {
    addPolygon([
      Point(rect.minX, rect.minY), Point(rect.maxX, rect.minY), Point(rect.maxX, rect.maxY),
      Point(rect.minX, rect.maxY),
    ])
  }

  /// - Parameters:
  ///   - scale: how much larger than here it will be drawn: so fine are the lines of its corners.
  ///   - isReversed: goes around the other way, and so cuts a hole into what is around it.
  mutating func addRoundedRect(_ rect: Rect, rx: Double, ry: Double, scale: Double, isReversed: Bool = false)
  {
    let (rx, ry) = (min(rx, rect.width / 2), min(ry, rect.height / 2))
    begin()
    let first = points.count
    if rx > 0, ry > 0 {
      let steps = Self.steps(radius: max(rx, ry) * scale) / 4 + 1
      let corners = [
        (Point(rect.maxX - rx, rect.minY + ry), -0.5), (Point(rect.maxX - rx, rect.maxY - ry), 0.0),
        (Point(rect.minX + rx, rect.maxY - ry), 0.5), (Point(rect.minX + rx, rect.minY + ry), 1.0),
      ]
      for (middle, start) in corners {
        for step in 0...steps {
          let angle = (start + 0.5 * Double(step) / Double(steps)) * Double.pi
          points.append(Point(middle.x + rx * cos(angle), middle.y + ry * sin(angle)))
        }
      }
    } else {
      points += [
        Point(rect.minX, rect.minY), Point(rect.maxX, rect.minY), Point(rect.maxX, rect.maxY),
        Point(rect.minX, rect.maxY),
      ]
    }
    if isReversed { points[first...].reverse() }
  }

  /// A line with round ends.
  mutating func addCapsule(from start: Point, to end: Point, width: Double, scale: Double) {
    let radius = width / 2
    guard radius > 0, start.isFinite, end.isFinite else { return }
    let angle = atan2(end.y - start.y, end.x - start.x)
    let steps = max(Self.steps(radius: radius * scale) / 2, 3)
    begin()
    for (middle, first) in [(end, angle - Double.pi / 2), (start, angle + Double.pi / 2)] {
      for step in 0...steps {
        let at = first + Double.pi * Double(step) / Double(steps)
        points.append(Point(middle.x + radius * cos(at), middle.y + radius * sin(at)))
      }
    }
  }

  /// How many lines make a circle that looks round.
  private static func steps(radius: Double) -> Int {
    guard radius.isFinite, radius > 0 else { return 8 }
    return Int(min(max(radius.squareRoot() * 8, 8), 160))
  }
}
