/// How far something is, over time, along a cubic curve from (0, 0) to (1, 1).
struct CubicCurve: Hashable {
  let first: Point
  let second: Point

  /// Control points, whose x is a time from 0 to 1: others count as these.
  init(_ first: Point, _ second: Point) {
    func sound(_ point: Point) -> Point {
      Point(
        point.x.isNaN ? 0 : min(max(point.x, 0), 1), point.y.isFinite ? min(max(point.y, -100), 100) : 0)
    }
    self.first = sound(first)
    self.second = sound(second)
  }

  private static func value(_ t: Double, _ first: Double, _ second: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * first + 3 * u * t * t * second + t * t * t
  }

  func progress(_ part: Double) -> Double {
    guard part > 0 else { return 0 }
    guard part < 1 else { return 1 }
    // x rises with t: halved until it fits.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if Self.value(middle, first.x, second.x) < part { low = middle } else { high = middle }
    }
    return Self.value((low + high) / 2, first.y, second.y)
  }
}
