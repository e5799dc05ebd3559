import LinuxSystem

/// Values between which there are others.
protocol Interpolable: SendableMetatype {
  /// A part of the way from one value to another: 0 is the first, 1 the second; springs go beyond.
  static func mix(_ from: Self, _ to: Self, _ part: Double) -> Self
}

extension Double: Interpolable {
  static func mix(_ from: Double, _ to: Double, _ part: Double) -> Double { from + (to - from) * part }
}

extension Point: Interpolable {
  static func mix(_ from: Point, _ to: Point, _ part: Double) -> Point {
    Point(.mix(from.x, to.x, part), .mix(from.y, to.y, part))
  }
}

extension Size: Interpolable {
  static func mix(_ from: Size, _ to: Size, _ part: Double) -> Size {
    Size(.mix(from.width, to.width, part), .mix(from.height, to.height, part))
  }
}

extension CGColor: Interpolable {
  static func mix(_ from: CGColor, _ to: CGColor, _ part: Double) -> CGColor {
    func mixed(_ from: Double, _ to: Double) -> Double { min(max(.mix(from, to, part), 0), 1) }
    return CGColor(
      red: mixed(from.red, to.red), green: mixed(from.green, to.green), blue: mixed(from.blue, to.blue),
      alpha: mixed(from.alpha, to.alpha))
  }
}

extension Optional: Interpolable where Wrapped: Interpolable & Fading {
  static func mix(_ from: Wrapped?, _ to: Wrapped?, _ part: Double) -> Wrapped? {
    switch (from, to) {
    case (let from?, let to?): Wrapped.mix(from, to, part)
    case (nil, let to?): Wrapped.mix(to.faded, to, part)
    case (let from?, nil): Wrapped.mix(from, from.faded, part)
    case (nil, nil): nil
    }
  }
}

/// Values that come out of nothing.
protocol Fading {
  /// What looks like no value, next to this one.
  var faded: Self { get }
}

extension CGColor: Fading {
  var faded: CGColor { withAlpha(0) }
}

extension Gradient: Interpolable, Fading {
  static func mix(_ from: Gradient, _ to: Gradient, _ part: Double) -> Gradient {
    guard from.colors.count == to.colors.count, from.shape == to.shape else { return to }
    var result = to
    result.colors = zip(from.colors, to.colors).map { CGColor.mix($0, $1, part) }
    if let old = from.locations, let new = to.locations, old.count == new.count {
      result.locations = zip(old, new).map { Double.mix($0, $1, part) }
    }
    result.startPoint = .mix(from.startPoint, to.startPoint, part)
    result.endPoint = .mix(from.endPoint, to.endPoint, part)
    return result
  }

  var faded: Gradient {
    var result = self
    result.colors = colors.map(\.faded)
    return result
  }
}

extension ShapePath: Interpolable, Fading {
  /// Paths of as many parts pass into each other; others change at once.
  static func mix(_ from: ShapePath, _ to: ShapePath, _ part: Double) -> ShapePath {
    guard from !== to, from.parts.count == to.parts.count else { return to }
    return ShapePath(zip(from.parts, to.parts).map { PathPiece.mix($0, $1, part) })
  }

  var faded: ShapePath { self }
}

extension PathPiece: Interpolable {
  /// Point by point; lines of different numbers of points, as circles of two sizes, get those of each other, at the same parts of their lengths.
  static func mix(_ from: PathPiece, _ to: PathPiece, _ part: Double) -> PathPiece {
    guard !from.points.isEmpty, !to.points.isEmpty else { return to }
    var (old, new) = (from.points, to.points)
    if old.count != new.count {
      var places = Set(from.places + to.places).sorted()
      // There a closed line is at its beginning again.
      if to.isClosed, places.count > 1 { places.removeLast() }
      (old, new) = (from.points(at: places), to.points(at: places))
    }
    return PathPiece(points: zip(old, new).map { Point.mix($0, $1, part) }, isClosed: to.isClosed)
  }

  private var closedPoints: [Point] { points + (isClosed ? points.prefix(1) : []) }

  /// Where its points are, in parts of its length.
  private var places: [Double] {
    var ways = [0.0]
    for (one, two) in zip(closedPoints, closedPoints.dropFirst()) {
      ways.append(ways[ways.count - 1] + one.distance(to: two))
    }
    let whole = ways[ways.count - 1]
    return whole > 0 ? ways.map { $0 / whole } : ways
  }

  /// The points at such places, which rise.
  private func points(at wanted: [Double]) -> [Point] {
    let (points, places) = (closedPoints, places)
    var index = 0
    return wanted.map { place in
      while index + 1 < places.count, places[index + 1] < place { index += 1 }
      guard index + 1 < points.count, places[index + 1] > places[index] else { return points[index] }
      return .mix(
        points[index], points[index + 1], (place - places[index]) / (places[index + 1] - places[index]))
    }
  }
}

extension AffineTransform: Interpolable {
  /// Turns, stretches and moves: a half turn goes around instead of through nothing. A transform that mirrors and one that does not pass
  /// into each other through a line.
  static func mix(_ from: AffineTransform, _ to: AffineTransform, _ part: Double) -> AffineTransform {
    let isTurned = from.b != 0 || from.c != 0 || from.a < 0 || to.b != 0 || to.c != 0 || to.a < 0
    guard isTurned, from.determinant * to.determinant > 0 else {
      return AffineTransform(
        a: .mix(from.a, to.a, part), b: .mix(from.b, to.b, part), c: .mix(from.c, to.c, part),
        d: .mix(from.d, to.d, part), tx: .mix(from.tx, to.tx, part), ty: .mix(from.ty, to.ty, part))
    }
    let (old, new) = (TransformParts(from), TransformParts(to))
    var turn = (new.angle - old.angle).remainder(dividingBy: 2 * .pi)
    if turn <= -Double.pi + 1e-9 { turn += 2 * .pi }
    return TransformParts(
      angle: old.angle + turn * part, scale: .mix(old.scale, new.scale, part),
      shear: .mix(old.shear, new.shear, part), shift: .mix(old.shift, new.shift, part)
    ).transform
  }
}

/// A transform as what it does one after the other: shear, scale, turn, shift.
struct TransformParts {
  /// Clockwise on a screen.
  var angle: Double
  /// Along both axes, before it is turned; the second is negative where the transform mirrors.
  var scale: Size
  var shear: Double
  var shift: Point

  init(angle: Double, scale: Size, shear: Double, shift: Point) {
    self.angle = angle
    self.scale = scale
    self.shear = shear
    self.shift = shift
  }

  init(_ map: AffineTransform) {
    let angle = atan2(map.b, map.a)
    let (sine, cosine) = (sin(angle), cos(angle))
    self.init(
      angle: angle,
      scale: Size((map.a * map.a + map.b * map.b).squareRoot(), map.d * cosine - map.c * sine),
      shear: map.c * cosine + map.d * sine, shift: Point(map.tx, map.ty))
  }

  var transform: AffineTransform {
    let (sine, cosine) = (sin(angle), cos(angle))
    return AffineTransform(
      a: scale.width * cosine, b: scale.width * sine, c: shear * cosine - scale.height * sine,
      d: shear * sine + scale.height * cosine, tx: shift.x, ty: shift.y)
  }
}
