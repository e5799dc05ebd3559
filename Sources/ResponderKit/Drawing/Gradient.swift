/// Colors that pass into each other, along a line or from a place outwards: what a `CAGradientLayer` shows.
///
///     view.layer.gradient = Gradient(colors: [.systemBlue, .white])
public struct Gradient: Hashable, Sendable {
  /// Along a line, or from a place outwards.
  public enum Shape: Hashable, Sendable {
    /// From the start point to the end point.
    case axial
    /// From the start point outwards; the ellipse of the last color is as far from it, to the sides and up and down, as the end point.
    case radial
    /// Around the start point, clockwise from the side on which the end point lies.
    case conic
  }

  /// The colors, from the first point to the last one.
  public var colors: [CGColor]
  /// Where each color is, from 0 to 1, rising; nil: in equal steps. As many as there are colors, or they are not used.
  public var locations: [Double]?
  /// The start, in parts of the rectangle: (0, 0) is its upper left corner, (1, 1) its lower right one.
  public var startPoint: Point
  /// The end, in parts of the rectangle.
  public var endPoint: Point
  /// The shape, a line by default.
  public var shape: Shape

  /// A gradient, from the top to the bottom by default.
  public init(
    colors: [UIColor], locations: [Double]? = nil, startPoint: Point = Point(0.5, 0),
    endPoint: Point = Point(0.5, 1), shape: Shape = .axial
  ) {
    self.colors = colors.map(\.cgColor)
    self.locations = locations
    self.startPoint = startPoint
    self.endPoint = endPoint
    self.shape = shape
  }

  /// The colors with their places, rising from 0 to 1.
  var stops: [(place: Double, color: CGColor)] {
    let isUsed = locations?.count == colors.count && locations?.allSatisfy(\.isFinite) == true
    var last = 0.0
    return colors.enumerated().map { index, color in
      let place = isUsed ? locations?[index] ?? 0 : Double(index) / Double(max(colors.count - 1, 1))
      last = min(max(place, last), 1)
      return (last, color)
    }
  }

  /// Words of a bitmap, in equal steps from the start to the end.
  var table: [UInt32] {
    let stops = stops
    guard let first = stops.first, let last = stops.last else { return [] }
    var next = 0
    return (0..<Self.steps).map { step in
      let place = Double(step) / Double(Self.steps - 1)
      while next < stops.count, stops[next].place < place { next += 1 }
      guard next > 0 else { return first.color.pixel }
      guard next < stops.count else { return last.color.pixel }
      let (from, to) = (stops[next - 1], stops[next])
      let part = to.place > from.place ? (place - from.place) / (to.place - from.place) : 1
      return Blending.mix(from.color.pixel, to.color.pixel, UInt32(part * 256))
    }
  }

  static let steps = 512

  /// The direction of the first color around the start point; 0 where it does not count.
  var startAngle: Double {
    shape == .conic ? atan2(endPoint.y - startPoint.y, endPoint.x - startPoint.x) : 0
  }

  /// How far a place is on the way from the first color to the last; both in parts of the rectangle. `startAngle` is the gradient's.
  @inline(__always)
  func progress(_ x: Double, _ y: Double, startAngle: Double) -> Double {
    let (dx, dy) = (endPoint.x - startPoint.x, endPoint.y - startPoint.y)
    switch shape {
    case .axial:
      let length = dx * dx + dy * dy
      return length > 0 ? ((x - startPoint.x) * dx + (y - startPoint.y) * dy) / length : 1
    case .radial:
      guard dx != 0, dy != 0 else { return 1 }
      let (across, down) = ((x - startPoint.x) / dx, (y - startPoint.y) / dy)
      return (across * across + down * down).squareRoot()
    case .conic:
      let angle = atan2(y - startPoint.y, x - startPoint.x) - startAngle
      let part = angle / (2 * .pi)
      return part.isFinite ? part - part.rounded(.down) : 1
    }
  }
}
