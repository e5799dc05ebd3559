/// A part of a path: a new beginning, a line, or the way back to the beginning.
public struct CGPathElement {
  /// Which it is.
  public let type: CGPathElementType
  /// Its end: one point, for `closeSubpath` the beginning. Valid only inside of the closure that gets it.
  public let points: UnsafeMutablePointer<Point>
}

/// A kind of a path's parts.
public enum CGPathElementType: Int32, Hashable, Sendable {
  /// A new beginning, or a line to a point.
  case moveToPoint, addLineToPoint
  /// Curves. Never passed to the closure, as they are cut into lines when they are added.
  case addQuadCurveToPoint, addCurveToPoint
  /// The way back to the beginning.
  case closeSubpath
}

extension UIBezierPath {
  /// Calls `block` with each part of the path, as it was at the time of the call.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    withUnsafeTemporaryAllocation(of: Point.self, capacity: 1) { buffer in
      guard let place = buffer.baseAddress else { return }
      place.initialize(to: .zero)
      func call(_ type: CGPathElementType, _ point: Point) {
        place.pointee = point
        let element = CGPathElement(type: type, points: place)
        withUnsafePointer(to: element, block)
      }
      for part in parts {
        for (index, point) in part.points.enumerated() {
          call(index == 0 ? .moveToPoint : .addLineToPoint, point)
        }
        if part.isClosed, let first = part.points.first { call(.closeSubpath, first) }
      }
    }
  }
}
