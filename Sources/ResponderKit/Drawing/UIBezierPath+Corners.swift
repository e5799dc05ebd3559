/// Corners of a rectangle.
public struct UIRectCorner: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The upper left one.
  public static let topLeft = UIRectCorner(rawValue: 1)
  /// The upper right one.
  public static let topRight = UIRectCorner(rawValue: 2)
  /// The lower left one.
  public static let bottomLeft = UIRectCorner(rawValue: 4)
  /// The lower right one.
  public static let bottomRight = UIRectCorner(rawValue: 8)
  /// All four.
  public static let allCorners = UIRectCorner(rawValue: 15)
}

extension UIBezierPath {
  /// A rectangle with some round corners: parts of ellipses, each at most half of the rectangle wide and high.
  public convenience init(roundedRect rect: Rect, byRoundingCorners corners: UIRectCorner, cornerRadii: Size)
  {
    self.init()
    let x = min(max(cornerRadii.width, 0), rect.width / 2)
    let y = min(max(cornerRadii.height, 0), rect.height / 2)
    let all: [(UIRectCorner, Point, right: Double, down: Double, begin: Double)] = [
      (.topRight, Point(rect.maxX, rect.minY), -1, 1, -0.5),
      (.bottomRight, Point(rect.maxX, rect.maxY), -1, -1, 0),
      (.bottomLeft, Point(rect.minX, rect.maxY), 1, -1, 0.5),
      (.topLeft, Point(rect.minX, rect.minY), 1, 1, 1),
    ]
    for (corner, place, right, down, begin) in all {
      guard corners.contains(corner), x > 0, y > 0 else {
        addLine(to: place)
        continue
      }
      let arc = UIBezierPath(
        arcCenter: .zero, radius: max(x, y), startAngle: begin * .pi, endAngle: (begin + 0.5) * .pi,
        clockwise: true)
      let (middle, longest) = (Point(place.x + right * x, place.y + down * y), max(x, y))
      arc.apply(AffineTransform(a: x / longest, b: 0, c: 0, d: y / longest, tx: middle.x, ty: middle.y))
      for part in arc.parts { for point in part.points { addLine(to: point) } }
    }
    close()
  }

  /// A path with the same parts and the same look: a `UIBezierPath`.
  public func copy() -> Any {
    let copy = UIBezierPath()
    copy.append(self)
    copy.look = look
    copy.usesEvenOddFillRule = usesEvenOddFillRule
    return copy
  }

  /// From now on, cuts what the view draws to what the path goes around; `CGContext.restoreGState` ends it.
  public func addClip() { Drawing.current?.clip(to: self) }
}
