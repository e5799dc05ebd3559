extension Point {
  func scaled(_ factor: Double) -> Point { Point(x * factor, y * factor) }
  func dot(_ other: Point) -> Double { x * other.x + y * other.y }
  /// Positive where `other` is clockwise of it on a screen.
  func cross(_ other: Point) -> Double { x * other.y - y * other.x }
  var length: Double { dot(self).squareRoot() }
  /// A quarter turn.
  var perpendicular: Point { Point(-y, x) }
  /// Turned clockwise on a screen, by an angle in radians.
  func turned(by angle: Double) -> Point { scaled(cos(angle)) + perpendicular.scaled(sin(angle)) }
  /// Of length 1; zero stays zero.
  var unit: Point { length > 1e-9 ? scaled(1 / length) : .zero }
}
