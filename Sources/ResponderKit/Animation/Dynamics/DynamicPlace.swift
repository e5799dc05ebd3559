/// A body's place, with the box of all that it can touch in a step.
struct DynamicPlace {
  let body: DynamicBody
  let shape: PlacedShape
  private let least: Point
  private let most: Point

  /// - Parameters:
  ///   - step: how long it moves, in seconds.
  ///   - margin: how far apart two bodies touch.
  init(_ body: DynamicBody, _ shape: PlacedShape, step: Double, margin: Double) {
    (self.body, self.shape) = (body, shape)
    let (box, reach) = (shape.box, margin / 2 + (body.velocity.length + abs(body.spin)) * step)
    least = Point(box.least.x - reach, box.least.y - reach)
    most = Point(box.most.x + reach, box.most.y + reach)
  }

  func mayTouch(_ other: DynamicPlace) -> Bool {
    least.x <= other.most.x && other.least.x <= most.x && least.y <= other.most.y && other.least.y <= most.y
  }

  /// For each place, the indices of the earlier places that it may touch. Sorted along the x axis, places are compared only where they overlap on it.
  static func neighbours(_ places: [DynamicPlace]) -> [[Int]] {
    var near = [[Int]](repeating: [], count: places.count)
    let order = places.indices.filter { places[$0].least.isFinite }
      .sorted { places[$0].least.x < places[$1].least.x }
    for (rank, index) in order.enumerated() {
      for other in order[(rank + 1)...] {
        if places[other].least.x > places[index].most.x { break }
        if places[index].mayTouch(places[other]) { near[max(index, other)].append(min(index, other)) }
      }
    }
    return near.map { $0.sorted() }
  }
}
