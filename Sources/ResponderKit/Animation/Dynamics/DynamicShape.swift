import LinuxSystem

/// What of an item touches others: a circle, or a convex polygon around its middle.
enum DynamicShape: Equatable {
  case circle(radius: Double)
  case polygon([Point])

  static func box(_ size: Size) -> DynamicShape {
    let (x, y) = (size.width / 2, size.height / 2)
    return .polygon([Point(-x, -y), Point(x, -y), Point(x, y), Point(-x, y)])
  }

  /// A circle, or sixteen edges in its place.
  static func ellipse(_ size: Size) -> DynamicShape {
    if abs(size.width - size.height) < 0.5 { return .circle(radius: (size.width + size.height) / 4) }
    let steps = 16
    return .polygon(
      (0..<steps).map {
        let angle = 2 * Double.pi * Double($0) / Double(steps)
        return Point(size.width / 2 * cos(angle), size.height / 2 * sin(angle))
      })
  }

  /// What a rubber band around the points would enclose; nil for points on one line.
  static func hull(_ points: [Point]) -> DynamicShape? {
    let sorted = Set(points.filter(\.isFinite)).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func half(_ points: [Point]) -> [Point] {
      var chain: [Point] = []
      for point in points {
        while chain.count > 1,
          (chain[chain.count - 1] - chain[chain.count - 2]).cross(point - chain[chain.count - 1]) <= 1e-9
        {
          chain.removeLast()
        }
        chain.append(point)
      }
      return Array(chain.dropLast())
    }
    let polygon = half(sorted) + half(sorted.reversed())
    return polygon.count > 2 ? .polygon(polygon) : nil
  }

  /// The area, and the inertia of a body of mass 1.
  var measures: (area: Double, inertia: Double) {
    switch self {
    case .circle(let radius): return (.pi * radius * radius, radius * radius / 2)
    case .polygon(let points):
      var (area, moment) = (0.0, 0.0)
      for (index, point) in points.enumerated() {
        let next = points[(index + 1) % points.count]
        let part = point.cross(next)
        area += part / 2
        moment += part * (point.dot(point) + point.dot(next) + next.dot(next)) / 12
      }
      return area > 1e-9 ? (area, moment / area) : (0, 0)
    }
  }

  /// At a place, turned.
  func placed(at place: Point, angle: Double) -> PlacedShape {
    switch self {
    case .circle(let radius): return .circle(place, radius)
    case .polygon(let points):
      let (cosine, sine) = (cos(angle), sin(angle))
      return .polygon(
        PlacedPolygon(
          points.map { Point(place.x + $0.x * cosine - $0.y * sine, place.y + $0.x * sine + $0.y * cosine) }))
    }
  }
}

/// A shape where it is.
enum PlacedShape {
  case circle(Point, Double)
  case polygon(PlacedPolygon)

  var box: (least: Point, most: Point) {
    switch self {
    case .circle(let middle, let radius):
      return (Point(middle.x - radius, middle.y - radius), Point(middle.x + radius, middle.y + radius))
    case .polygon(let polygon):
      var (least, most) = (polygon.points[0], polygon.points[0])
      for point in polygon.points {
        least = Point(min(least.x, point.x), min(least.y, point.y))
        most = Point(max(most.x, point.x), max(most.y, point.y))
      }
      return (least, most)
    }
  }
}

/// A convex polygon, or a line with two sides.
struct PlacedPolygon {
  let points: [Point]
  /// Outwards, of the edge from each point to the next.
  let normals: [Point]

  init(_ points: [Point]) {
    self.points = points
    normals = points.indices.map { index in
      let way = (points[(index + 1) % points.count] - points[index]).unit
      return Point(way.y, -way.x)
    }
  }

  func next(_ index: Int) -> Point { points[(index + 1) % points.count] }

  /// The edge from which all of `others` is farthest, and how far.
  func separation(_ others: [Point]) -> (edge: Int, distance: Double) {
    var best = (edge: 0, distance: -Double.infinity)
    for (index, normal) in normals.enumerated() {
      let distance = others.reduce(Double.infinity) { min($0, normal.dot($1 - points[index])) }
      if distance > best.distance { best = (index, distance) }
    }
    return best
  }
}
