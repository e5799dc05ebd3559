// Whole numbers as coordinates and lengths, as UIKit's programs pass them. As with CoreGraphics, integer literals alone are whole numbers:
// of `CGPoint(x: 1 / 2, y: 0)` x is 0.

extension Point {
  /// A point from whole numbers.
  @_disfavoredOverload
  public init(x: Int, y: Int) { self.init(Double(x), Double(y)) }
}

extension Size {
  /// A size from whole numbers.
  @_disfavoredOverload
  public init(width: Int, height: Int) { self.init(Double(width), Double(height)) }
}

extension Rect {
  /// A rectangle from whole numbers.
  @_disfavoredOverload
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(Double(x), Double(y), Double(width), Double(height))
  }
}
