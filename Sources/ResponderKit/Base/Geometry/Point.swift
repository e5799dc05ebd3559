/// A place, or a way from one place to another.
public struct Point: Hashable, Sendable, CustomStringConvertible {
  /// To the right, in points.
  public var x: Double
  /// Downwards, in points.
  public var y: Double

  /// A point from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// A point from its coordinates, x first.
  public init(_ x: Double, _ y: Double) {
    self.init(x: x, y: y)
  }

  /// The origin.
  public static let zero = Point(0, 0)

  /// Neither coordinate is infinite or no number.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The point after a transform.
  public func applying(_ transform: AffineTransform) -> Point {
    Point(
      transform.a * x + transform.c * y + transform.tx, transform.b * x + transform.d * y + transform.ty)
  }

  /// The distance in a straight line.
  public func distance(to other: Point) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The sum of the coordinates: a point that is moved, or two moves one after the other.
  public static func + (left: Point, right: Point) -> Point { Point(left.x + right.x, left.y + right.y) }
  /// The move from `right` to `left`.
  public static func - (left: Point, right: Point) -> Point { Point(left.x - right.x, left.y - right.y) }

  public var description: String { "(\(x.short), \(y.short))" }
}

/// A width and a height.
public struct Size: Hashable, Sendable, CustomStringConvertible {
  /// A length in points.
  public var width: Double
  /// A length in points.
  public var height: Double

  /// A size in points. Negative numbers are kept.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// A size in points, width first.
  public init(_ width: Double, _ height: Double) {
    self.init(width: width, height: height)
  }

  /// No size in either direction.
  public static let zero = Size(0, 0)

  /// Whether both lengths are finite.
  public var isFinite: Bool { width.isFinite && height.isFinite }

  public var description: String { "(\(width.short), \(height.short))" }
}

/// How far the edges of a rectangle move inwards; negative: outwards.
public struct EdgeInsets: Hashable, Sendable {
  /// Downwards, in points.
  public var top: Double
  /// To the right, in points.
  public var left: Double
  /// Upwards, in points.
  public var bottom: Double
  /// To the left, in points.
  public var right: Double

  /// Insets in points; 0 where none is given.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The same on all sides.
  public init(_ all: Double) {
    self.init(top: all, left: all, bottom: all, right: all)
  }

  /// No edge moves.
  public static let zero = EdgeInsets()

  static func + (one: Self, other: Self) -> Self {
    Self(
      top: one.top + other.top, left: one.left + other.left, bottom: one.bottom + other.bottom,
      right: one.right + other.right)
  }
}

extension Double {
  /// Without a fraction when it has none; otherwise with at most three digits of it.
  var short: String {
    guard isFinite, abs(self) < 1e12 else { return "\(self)" }
    let thousandths = (self * 1000).rounded()
    if thousandths.truncatingRemainder(dividingBy: 1000) == 0 { return "\(Int(thousandths / 1000))" }
    return "\(thousandths / 1000)"
  }
}
