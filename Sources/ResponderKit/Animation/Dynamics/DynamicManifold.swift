/// Where two shapes touch, or soon may.
struct DynamicManifold {
  struct ManifoldSpot {
    var place: Point
    /// How far apart they are; negative: how deep they are in each other.
    var distance: Double
    /// The same for the same spot in the next step.
    var number: Int
  }

  /// From the first to the second, of length 1.
  var normal: Point
  var spots: [ManifoldSpot]

  /// Nil where they are farther apart than `margin`.
  static func between(_ first: PlacedShape, _ second: PlacedShape, margin: Double) -> DynamicManifold? {
    let (one, other) = (first.box, second.box)
    guard one.least.x <= other.most.x + margin, other.least.x <= one.most.x + margin,
      one.least.y <= other.most.y + margin, other.least.y <= one.most.y + margin
    else { return nil }
    switch (first, second) {
    case (.circle(let a, let p), .circle(let b, let q)): return circles(a, p, b, q, margin)
    case (.polygon(let polygon), .circle(let middle, let radius)):
      return circle(polygon, middle, radius, margin)
    case (.circle(let middle, let radius), .polygon(let polygon)):
      return circle(polygon, middle, radius, margin)?.reversed
    case (.polygon(let a), .polygon(let b)): return polygons(a, b, margin)
    }
  }

  private var reversed: DynamicManifold { DynamicManifold(normal: .zero - normal, spots: spots) }

  private static func circles(_ a: Point, _ p: Double, _ b: Point, _ q: Double, _ margin: Double)
    -> DynamicManifold?
  {
    let way = b - a
    let distance = way.length - p - q
    guard distance <= margin else { return nil }
    let normal = way.length > 1e-9 ? way.unit : Point(0, 1)
    let place = a + normal.scaled(p + distance / 2)
    return DynamicManifold(normal: normal, spots: [ManifoldSpot(place: place, distance: distance, number: 0)])
  }

  private static func circle(_ polygon: PlacedPolygon, _ middle: Point, _ radius: Double, _ margin: Double)
    -> DynamicManifold?
  {
    let (edge, inside) = polygon.separation([middle])
    guard inside - radius <= margin else { return nil }
    let (start, end) = (polygon.points[edge], polygon.next(edge))
    let way = end - start
    let part = way.dot(way) > 1e-9 ? ((middle - start).dot(way) / way.dot(way)).clamped(to: 0...1) : 0
    let nearest = start + way.scaled(part)
    let isBeside = inside > 0 && (part == 0 || part == 1)
    let normal = isBeside && middle != nearest ? (middle - nearest).unit : polygon.normals[edge]
    let distance = (isBeside ? (middle - nearest).length : inside) - radius
    guard distance <= margin else { return nil }
    return DynamicManifold(
      normal: normal, spots: [ManifoldSpot(place: nearest, distance: distance, number: edge)])
  }

  private static func polygons(_ a: PlacedPolygon, _ b: PlacedPolygon, _ margin: Double) -> DynamicManifold? {
    let (first, second) = (a.separation(b.points), b.separation(a.points))
    guard max(first.distance, second.distance) <= margin else { return nil }
    // The first one's edge unless the other's is clearly better, so that the choice does not change from step to step.
    return second.distance > first.distance + 0.1
      ? clip(b, second.edge, a, margin, 10_000)?.reversed : clip(a, first.edge, b, margin, 0)
  }

  /// What of the other one's edge lies opposite to an edge.
  private static func clip(
    _ polygon: PlacedPolygon, _ edge: Int, _ other: PlacedPolygon, _ margin: Double, _ base: Int
  ) -> DynamicManifold? {
    let (start, end, normal) = (polygon.points[edge], polygon.next(edge), polygon.normals[edge])
    var opposite = 0
    for index in other.normals.indices
    where other.normals[index].dot(normal) < other.normals[opposite].dot(normal) {
      opposite = index
    }
    let way = (end - start).unit
    let room = (end - start).length
    var ends = [other.points[opposite], other.next(opposite)]
    let places = ends.map { (($0 - start).dot(way)) }
    guard max(places[0], places[1]) >= 0, min(places[0], places[1]) <= room else { return nil }
    let line = ends[1] - ends[0]
    for index in 0..<2 where abs(places[1] - places[0]) > 1e-9 {
      let wanted = places[index].clamped(to: 0...room)
      ends[index] = other.points[opposite] + line.scaled((wanted - places[0]) / (places[1] - places[0]))
    }
    let spots: [ManifoldSpot] = ends.enumerated().compactMap { index, place in
      let distance = normal.dot(place - start)
      guard distance <= margin else { return nil }
      return ManifoldSpot(
        place: place - normal.scaled(distance / 2), distance: distance,
        number: base + edge * 100 + opposite * 2 + index)
    }
    return spots.isEmpty ? nil : DynamicManifold(normal: normal, spots: spots)
  }
}
