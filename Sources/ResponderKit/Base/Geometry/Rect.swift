/// A rectangle with sides along the axes.
public struct Rect: Hashable, Sendable, CustomStringConvertible {
  /// The corner that the size is counted from: the upper left one, unless the size is negative.
  public var origin: Point
  /// Width and height as they were given; negative ones extend to the left of or above the origin.
  public var size: Size

  /// A rectangle from its corner and size, in points.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle from its corner and size, in points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x, y), size: Size(width, height))
  }

  /// A rectangle from its corner and size, in points: x, y, width, height.
  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.init(x: x, y: y, width: width, height: height)
  }

  /// An empty rectangle at the origin.
  public static let zero = Rect(0, 0, 0, 0)
  /// No rectangle: what two that do not meet have in common.
  public static let null = Rect(.infinity, .infinity, 0, 0)

  /// Whether it is ``null``.
  public var isNull: Bool { origin.x == .infinity || origin.y == .infinity }

  /// The left edge, also when the width is negative.
  public var minX: Double { min(origin.x, origin.x + size.width) }
  /// The upper edge, also when the height is negative.
  public var minY: Double { min(origin.y, origin.y + size.height) }
  /// The right edge, also when the width is negative.
  public var maxX: Double { max(origin.x, origin.x + size.width) }
  /// The lower edge, also when the height is negative.
  public var maxY: Double { max(origin.y, origin.y + size.height) }
  /// The middle between the left and right edges.
  public var midX: Double { origin.x + size.width / 2 }
  /// The middle between the upper and lower edges.
  public var midY: Double { origin.y + size.height / 2 }
  /// The width, never negative.
  public var width: Double { abs(size.width) }
  /// The height, never negative.
  public var height: Double { abs(size.height) }
  /// The point in the middle.
  public var center: Point { Point(midX, midY) }
  /// Whether there is no area.
  public var isEmpty: Bool { !(width > 0 && height > 0) }
  /// Whether all four numbers are finite.
  public var isFinite: Bool { origin.isFinite && size.isFinite }

  /// Whether the point is inside: the edges of the lesser coordinates belong to the rectangle, the others do not.
  /// Nothing is inside an empty rectangle, and what is no number is inside of none.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether the other one is inside, edges included.
  public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Whether both have an area in common; edges that only meet have none.
  public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// What both have in common; ``null`` when that is nothing.
  public func intersection(_ other: Rect) -> Rect {
    guard intersects(other) else { return .null }
    return Rect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  /// The smallest that holds both; with ``null`` the other one.
  public func union(_ other: Rect) -> Rect {
    if isNull { return other }
    if other.isNull { return self }
    return Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(minX, minY, maxX - minX, maxY - minY)
  }

  /// The box around points; ``null`` around none.
  init(around points: [Point]) {
    guard let first = points.first else {
      self = .null
      return
    }
    self = points.dropFirst().reduce(Rect(origin: first, size: .zero)) {
      $0.union(Rect(origin: $1, size: .zero))
    }
  }

  /// Around the rectangle, from its origin on.
  var corners: [Point] {
    [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
  }

  /// The point that is so many parts of the size away from the origin.
  func point(at parts: Point) -> Point {
    Point(origin.x + size.width * parts.x, origin.y + size.height * parts.y)
  }

  /// Smaller by so much on each side; negative: larger.
  public func insetBy(dx: Double, dy: Double) -> Rect {
    inset(by: EdgeInsets(top: dy, left: dx, bottom: dy, right: dx))
  }

  /// With its edges moved inwards. One that would be turned inside out is empty.
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      minX + insets.left, minY + insets.top, max(0, width - insets.left - insets.right),
      max(0, height - insets.top - insets.bottom))
  }

  /// The rectangle, moved: to the right by `dx`, downwards by `dy`.
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    Rect(origin: Point(origin.x + dx, origin.y + dy), size: size)
  }

  /// The box around the transformed corners.
  public func applying(_ transform: AffineTransform) -> Rect {
    if transform.isIdentity { return self }
    let corners = [Point(minX, minY), Point(maxX, minY), Point(minX, maxY), Point(maxX, maxY)]
    return Rect(around: corners.map { $0.applying(transform) })
  }

  public var description: String {
    "(\(origin.x.short) \(origin.y.short); \(size.width.short) \(size.height.short))"
  }
}
