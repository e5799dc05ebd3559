/// What a view draws with in `draw(_:)`, in CoreGraphics' words; `UIGraphicsGetCurrentContext()` returns it.
///
/// It adds to the view's ``Drawing``. What it is set to holds for `UIBezierPath`, texts and pictures, too.
public struct CGContext {
  let drawing: Drawing

  // MARK: State

  /// Keeps colors, lines' look, alpha, shadow, blend mode, transform and clip, until `restoreGState`.
  public func saveGState() { drawing.savedStates.append(drawing.state) }

  /// Goes back to what `saveGState` has kept last; without effect when nothing is, or nothing since the transparency layer was begun.
  public func restoreGState() {
    guard drawing.savedStates.count > drawing.openLayers.last?.savedCount ?? 0 else { return }
    if let state = drawing.savedStates.popLast() { drawing.state = state }
  }

  /// Chooses the color that areas are filled with.
  public func setFillColor(_ color: CGColor) {
    (drawing.state.fillColor, drawing.state.fillPattern) = (color, nil)
  }

  /// Chooses the color that areas are filled with, by its parts in sRGB.
  public func setFillColor(red: Double, green: Double, blue: Double, alpha: Double) {
    setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Chooses the color of lines.
  public func setStrokeColor(_ color: CGColor) { drawing.state.strokeColor = color }

  /// Chooses the color of lines, by its parts in sRGB.
  public func setStrokeColor(red: Double, green: Double, blue: Double, alpha: Double) {
    drawing.state.strokeColor = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Chooses the gray that areas are filled with: from 0, black, to 1.
  public func setFillColor(gray: Double, alpha: Double) {
    setFillColor(CGColor(white: gray, alpha: alpha))
  }

  /// Chooses the gray of lines: from 0, black, to 1.
  public func setStrokeColor(gray: Double, alpha: Double) {
    drawing.state.strokeColor = CGColor(white: gray, alpha: alpha)
  }

  /// Chooses the width of lines, in points.
  public func setLineWidth(_ width: Double) { drawing.state.line.width = width }

  /// Chooses the shape of lines' ends.
  public func setLineCap(_ cap: CGLineCap) { drawing.state.line.cap = cap }

  /// Chooses the shape of lines' corners.
  public func setLineJoin(_ join: CGLineJoin) { drawing.state.line.join = join }

  /// Chooses how far the point of a corner may be away, in parts of the line's width: sharper corners are cut.
  public func setMiterLimit(_ limit: Double) { drawing.state.line.miterLimit = limit }

  /// Sets the lengths of dashes and gaps, in turn, and where in them a line begins; without lengths there are no gaps.
  public func setLineDash(phase: Double, lengths: [Double]) {
    (drawing.state.line.phase, drawing.state.line.dash) = (phase, lengths)
  }

  /// Chooses how opaque all is that is drawn from now on: from 0 to 1.
  public func setAlpha(_ alpha: Double) { drawing.state.alpha = min(max(alpha, 0), 1) }

  // MARK: Transform

  /// From the coordinates of what is drawn to the view's.
  public var ctm: AffineTransform { drawing.state.placement.transform }

  /// Transforms what is drawn from now on, before the transform that there is.
  public func concatenate(_ transform: AffineTransform) {
    drawing.state.placement.transform = transform.concatenating(drawing.state.placement.transform)
  }

  /// Moves the origin.
  public func translateBy(x: Double, y: Double) { concatenate(AffineTransform(translationX: x, y: y)) }

  /// Stretches what is drawn from now on, lines, too.
  public func scaleBy(x: Double, y: Double) { concatenate(AffineTransform(scaleX: x, y: y)) }

  /// Turns what is drawn from now on around the origin, clockwise.
  public func rotate(by angle: Double) { concatenate(AffineTransform(rotationAngle: angle)) }

  // MARK: Path

  /// Begins an empty path.
  public func beginPath() { drawing.path.removeAllPoints() }

  /// Begins a new part of the path.
  public func move(to point: Point) { drawing.path.move(to: placed(point)) }

  /// Adds a straight line to the path.
  public func addLine(to point: Point) { drawing.path.addLine(to: placed(point)) }

  /// Adds straight lines from point to point, as a new part of the path.
  public func addLines(between points: [Point]) {
    for (index, point) in points.enumerated() {
      if index == 0 { move(to: point) } else { addLine(to: point) }
    }
  }

  /// Adds a cubic curve to the path.
  public func addCurve(to end: Point, control1: Point, control2: Point) {
    drawing.path.addCurve(
      to: placed(end), controlPoint1: placed(control1), controlPoint2: placed(control2))
  }

  /// Adds a quadratic curve to the path.
  public func addQuadCurve(to end: Point, control: Point) {
    drawing.path.addQuadCurve(to: placed(end), controlPoint: placed(control))
  }

  /// Adds a part of a circle, with a line to its beginning. `clockwise` is meant in coordinates that grow upwards: in a view,
  /// whose y grows downwards, true goes against the clock, as in UIKit.
  public func addArc(
    center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool
  ) {
    let arc = UIBezierPath(
      arcCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
    for part in arc.parts { for point in part.points { drawing.path.addLine(to: placed(point)) } }
  }

  /// Adds a rectangle to the path.
  public func addRect(_ rect: Rect) { addPath(UIBezierPath(rect: rect)) }

  /// Adds the ellipse that touches a rectangle's edges to the path.
  public func addEllipse(in rect: Rect) { addPath(UIBezierPath(ovalIn: rect)) }

  /// Adds the parts of another path.
  public func addPath(_ path: UIBezierPath) {
    let copy = UIBezierPath()
    copy.append(path)
    copy.apply(ctm)
    drawing.path.append(copy)
  }

  /// Leads the path's current part back to its beginning.
  public func closePath() { drawing.path.close() }

  /// Whether the path has no point.
  public var isPathEmpty: Bool { drawing.path.isEmpty }

  // MARK: Drawing

  /// Fills the path, and begins an empty one.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    drawPath(using: rule == .evenOdd ? .eoFill : .fill)
  }

  /// Draws the path's lines, and begins an empty one.
  public func strokePath() { drawPath(using: .stroke) }

  /// Fills the path, draws its lines, or both; and begins an empty one.
  public func drawPath(using mode: CGPathDrawingMode) {
    // The path's points were transformed when they were added: later transforms do not move them.
    let path = ownPath()
    path.usesEvenOddFillRule = mode == .eoFill || mode == .eoFillStroke
    if mode != .stroke { drawing.fill(path) }
    if mode != .fill, mode != .eoFill { drawing.stroke(path, drawing.state.line) }
    beginPath()
  }

  /// Cuts what is drawn from now on to what the path goes around, and begins an empty one.
  public func clip(using rule: CGPathFillRule = .winding) {
    let path = ownPath()
    path.usesEvenOddFillRule = rule == .evenOdd
    drawing.clip(to: path)
    beginPath()
  }

  /// Cuts what is drawn from now on to a rectangle.
  public func clip(to rect: Rect) { drawing.clip(to: UIBezierPath(rect: rect)) }

  /// Fills a rectangle.
  public func fill(_ rect: Rect) { drawing.fill(.rect(rect, radius: 0)) }

  /// Fills rectangles.
  public func fill(_ rects: [Rect]) { for rect in rects { fill(rect) } }

  /// Fills the ellipse that touches a rectangle's edges.
  public func fillEllipse(in rect: Rect) { drawing.fill(.ellipse(rect)) }

  /// Draws a rectangle's edges: half of the line is outside.
  public func stroke(_ rect: Rect) { stroke(rect, width: drawing.state.line.width) }

  /// Draws a rectangle's edges with a line of another width.
  public func stroke(_ rect: Rect, width: Double) {
    var look = drawing.state.line
    look.width = width
    drawing.stroke(UIBezierPath(rect: rect), look)
  }

  /// Draws the edge of the ellipse that touches a rectangle's edges.
  public func strokeEllipse(in rect: Rect) {
    drawing.stroke(UIBezierPath(ovalIn: rect), drawing.state.line)
  }

  /// Draws a line for each pair of points.
  public func strokeLineSegments(between points: [Point]) {
    let path = UIBezierPath()
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      path.move(to: points[index])
      path.addLine(to: points[index + 1])
    }
    drawing.stroke(path, drawing.state.line)
  }

  private func placed(_ point: Point) -> Point { point.applying(ctm) }

  /// The path in the coordinates that hold now.
  func ownPath() -> UIBezierPath {
    let path = UIBezierPath()
    path.append(drawing.path)
    if !ctm.isIdentity { path.apply(ctm.inverted()) }
    return path
  }
}

/// How `CGContext.drawPath` draws.
public enum CGPathDrawingMode: Hashable, Sendable {
  /// The area that the path goes around.
  case fill
  /// The path's lines.
  case stroke
  /// The area, and the lines over it.
  case fillStroke
  /// The area without what the path goes around twice.
  case eoFill
  /// That area, and the lines over it.
  case eoFillStroke
}

/// What of a path is inside.
public enum CGPathFillRule: Hashable, Sendable {
  /// Points that the path goes around more often one way than the other.
  case winding
  /// Points that the path goes around once, three times, and so on.
  case evenOdd
}
