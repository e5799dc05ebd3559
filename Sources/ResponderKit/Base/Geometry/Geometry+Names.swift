// What UIKit's programs do with points, sizes and rectangles beside what their own files have.

extension Point {
  /// The origin.
  public init() { self = .zero }
}

extension Size {
  /// No size in either direction.
  public init() { self = .zero }

  /// The width and height after a transform, without its shift. They may be negative.
  public func applying(_ transform: AffineTransform) -> Size {
    Size(
      transform.a * width + transform.c * height, transform.b * width + transform.d * height)
  }
}

extension Rect {
  /// An empty rectangle at the origin.
  public init() { self = .zero }

  /// A rectangle around all that is finite.
  public static let infinite = Rect(
    -Double.greatestFiniteMagnitude / 2, -Double.greatestFiniteMagnitude / 2, .greatestFiniteMagnitude,
    .greatestFiniteMagnitude)

  /// The same rectangle with a positive size.
  public var standardized: Rect { isNull ? self : Rect(minX, minY, width, height) }

  /// The smallest rectangle with whole edges around this one.
  public var integral: Rect {
    guard isFinite else { return self }
    return Rect(
      minX: minX.rounded(.down), minY: minY.rounded(.down), maxX: maxX.rounded(.up), maxY: maxY.rounded(.up))
  }

  /// The part beside an edge, as wide as the distance says, and the rest.
  public func divided(atDistance distance: Double, from edge: CGRectEdge) -> (slice: Rect, remainder: Rect) {
    let whole = standardized
    let (x, y) = (min(max(distance, 0), whole.width), min(max(distance, 0), whole.height))
    switch edge {
    case .minXEdge: return (whole.left(x), whole.inset(by: EdgeInsets(left: x)))
    case .maxXEdge: return (whole.inset(by: EdgeInsets(left: whole.width - x)), whole.left(whole.width - x))
    case .minYEdge: return (whole.top(y), whole.inset(by: EdgeInsets(top: y)))
    case .maxYEdge: return (whole.inset(by: EdgeInsets(top: whole.height - y)), whole.top(whole.height - y))
    }
  }

  private func left(_ width: Double) -> Rect { Rect(minX, minY, width, height) }
  private func top(_ height: Double) -> Rect { Rect(minX, minY, width, height) }
}

/// An edge of a rectangle.
public enum CGRectEdge: Hashable, Sendable {
  /// The left one.
  case minXEdge
  /// The upper one.
  case minYEdge
  /// The right one.
  case maxXEdge
  /// The lower one.
  case maxYEdge
}
