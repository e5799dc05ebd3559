/// A map of the plane that keeps lines straight but not parallel: a plane in space as the eye sees it.
struct PlaneMap: Hashable {
  /// What x, y and 1 add to x', y' and the weight, by which both are divided. The weight grows with the distance from the eye; behind the eye it is 0 or negative.
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var one: SIMD3<Double>

  init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ one: SIMD3<Double>) {
    (self.x, self.y, self.one) = (x, y, one)
  }

  /// What is seen of the plane after a transform of space.
  init(_ map: CATransform3D) {
    self.init([map.x.x, map.x.y, map.x.w], [map.y.x, map.y.y, map.y.w], [map.w.x, map.w.y, map.w.w])
  }

  init(_ map: AffineTransform) {
    self.init([map.a, map.b, 0], [map.c, map.d, 0], [map.tx, map.ty, 1])
  }

  /// The same map where it keeps parallel lines parallel, and is in front of the eye.
  var affine: AffineTransform? {
    let weight = one.z
    guard weight > 0, abs(x.z) <= 1e-12 * weight, abs(y.z) <= 1e-12 * weight else { return nil }
    return parallel
  }

  /// The map without its perspective.
  var parallel: AffineTransform {
    let weight = one.z > 0 ? one.z : 1
    return AffineTransform(
      a: x.x / weight, b: x.y / weight, c: y.x / weight, d: y.y / weight, tx: one.x / weight,
      ty: one.y / weight)
  }

  /// Positive where the front is seen, negative where the back is.
  var determinant: Double {
    x.x * (y.y * one.z - y.z * one.y) - x.y * (y.x * one.z - y.z * one.x) + x.z
      * (y.x * one.y - y.y * one.x)
  }

  /// The way back; nil where the plane is seen as a line, or is no plane.
  var inverse: PlaneMap? {
    let whole = determinant
    guard whole.isFinite, whole != 0 else { return nil }
    let result = PlaneMap(
      [y.y * one.z - y.z * one.y, x.z * one.y - x.y * one.z, x.y * y.z - x.z * y.y] / whole,
      [y.z * one.x - y.x * one.z, x.x * one.z - x.z * one.x, x.z * y.x - x.x * y.z] / whole,
      [y.x * one.y - y.y * one.x, x.y * one.x - x.x * one.y, x.x * y.y - x.y * y.x] / whole)
    return result.isFinite ? result : nil
  }

  private var isFinite: Bool { (x * 0) == .zero && (y * 0) == .zero && (one * 0) == .zero }

  /// First this one, then the other.
  func concatenating(_ next: PlaneMap) -> PlaneMap {
    PlaneMap(next.weighted(x), next.weighted(y), next.weighted(one))
  }

  private func weighted(_ point: SIMD3<Double>) -> SIMD3<Double> {
    var sum = point.x * x
    sum += point.y * y
    sum += point.z * one
    return sum
  }

  /// The point before the division by the weight, and the weight.
  @inline(__always)
  func weighted(_ point: Point) -> SIMD3<Double> {
    var sum = point.x * x
    sum += point.y * y
    sum += one
    return sum
  }

  /// The least divisor: a point nearer to the eye, or behind it, is far away, and finite.
  static let leastWeight = 1e-9

  /// The point after the map.
  func callAsFunction(_ point: Point) -> Point {
    let place = weighted(point)
    let weight = max(place.z, Self.leastWeight)
    return Point(place.x / weight, place.y / weight)
  }

  /// How many times larger than before something small at the point is seen; 0 behind the eye.
  func magnification(at point: Point) -> Double {
    let weight = weighted(point).z
    guard weight > Self.leastWeight else { return 0 }
    return (abs(determinant) / (weight * weight * weight)).squareRoot()
  }

  /// The box around what is seen of a rectangle after the map. Where all of it is behind the eye, an empty one.
  func callAsFunction(_ rect: Rect) -> Rect {
    let seen = outline(of: rect.corners)
    return seen.isEmpty ? Rect(origin: self(rect.center), size: .zero) : Rect(around: seen)
  }

  /// The corners of what is seen of an area without inward corners: the part in front of the eye. Empty where nothing is.
  func outline(of points: [Point]) -> [Point] {
    let corners = points.map { (point: $0, weight: weighted($0).z) }
    // So that what is cut off lies far outside of each picture.
    let least = (corners.map(\.weight).max() ?? 0) * 1e-4
    guard least > Self.leastWeight else { return [] }
    var result: [Point] = []
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      if corner.weight >= least { result.append(self(corner.point)) }
      guard (corner.weight >= least) != (next.weight >= least) else { continue }
      let part = (least - corner.weight) / (next.weight - corner.weight)
      let (from, to) = (corner.point, next.point)
      let place = weighted(Point(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part))
      result.append(Point(place.x / least, place.y / least))
    }
    return result.allSatisfy(\.isFinite) ? result : []
  }
}
