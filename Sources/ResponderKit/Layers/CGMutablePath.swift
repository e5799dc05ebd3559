/// A path that a program puts together in Core Graphics' words.
public typealias CGMutablePath = UIBezierPath

extension UIBezierPath {
  /// A rectangle, changed by a transform.
  public convenience init(rect: Rect, transform: AffineTransform?) {
    self.init(rect: rect)
    if let transform { apply(transform) }
  }

  /// An ellipse, changed by a transform.
  public convenience init(ellipseIn rect: Rect, transform: AffineTransform?) {
    self.init(ovalIn: rect)
    if let transform { apply(transform) }
  }

  /// A rectangle with round corners. The lesser of width and height is their radius.
  public convenience init(
    roundedRect rect: Rect, cornerWidth: Double, cornerHeight: Double, transform: AffineTransform?
  ) {
    self.init(roundedRect: rect, cornerRadius: min(cornerWidth, cornerHeight))
    if let transform { apply(transform) }
  }

  private func add(_ part: UIBezierPath, _ transform: AffineTransform) {
    if transform != .identity { part.apply(transform) }
    append(part)
  }

  /// Adds a rectangle.
  public func addRect(_ rect: Rect, transform: AffineTransform = .identity) {
    add(UIBezierPath(rect: rect), transform)
  }
  /// Adds an ellipse.
  public func addEllipse(in rect: Rect, transform: AffineTransform = .identity) {
    add(UIBezierPath(ovalIn: rect), transform)
  }
  /// Adds a rectangle with round corners. The lesser of width and height is their radius.
  public func addRoundedRect(
    in rect: Rect, cornerWidth: Double, cornerHeight: Double, transform: AffineTransform = .identity
  ) {
    add(UIBezierPath(roundedRect: rect, cornerRadius: min(cornerWidth, cornerHeight)), transform)
  }
  /// Adds another path.
  public func addPath(_ path: UIBezierPath, transform: AffineTransform = .identity) {
    add(UIBezierPath(cgPath: path), transform)
  }
  /// Goes to the first point, and draws lines to the others.
  public func addLines(between points: [Point]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { addLine(to: point) }
  }
  /// Adds a curve with two control points.
  public func addCurve(to end: Point, control1: Point, control2: Point) {
    addCurve(to: end, controlPoint1: control1, controlPoint2: control2)
  }
  /// Adds a curve with one control point.
  public func addQuadCurve(to end: Point, control: Point) { addQuadCurve(to: end, controlPoint: control) }
  /// Adds a part of a circle. As in Core Graphics, whose y axis points upwards, `clockwise` is the other way than on the screen.
  public func addArc(
    center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool
  ) {
    addArc(
      withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
  }
  /// Draws a line back to where the part began.
  public func closeSubpath() { close() }
  /// The box around the path.
  public var boundingBox: Rect { bounds }
  /// The box around the path.
  public var boundingBoxOfPath: Rect { bounds }
  /// Another path with the same parts.
  public func mutableCopy() -> CGMutablePath? { UIBezierPath(cgPath: self) }
}
