import LinuxSystem

/// More of CoreGraphics' paths, and what has no effect here.
extension CGContext {
  /// Adds rectangles to the path.
  public func addRects(_ rects: [Rect]) { for rect in rects { addRect(rect) } }

  /// Adds a line and a part of a circle that touches it and the line from `tangent1End` to `tangent2End`: a round corner. Without a corner to round, as when all is
  /// in one line, only the line to `tangent1End`.
  public func addArc(tangent1End first: Point, tangent2End second: Point, radius: Double) {
    guard let start = drawing.path.lastPoint?.applying(ctm.inverted()), !isPathEmpty else {
      return move(to: first)
    }
    let (before, behind) = (start.distance(to: first), first.distance(to: second))
    let cosine =
      ((start.x - first.x) * (second.x - first.x) + (start.y - first.y) * (second.y - first.y))
      / (before * behind)
    guard radius > 0, abs(cosine) < 1 - 1e-12 else { return addLine(to: first) }
    let half = acos(cosine) / 2
    let reach = radius / tan(half)
    let begin = first.moved(towards: start, by: reach, of: before)
    let end = first.moved(towards: second, by: reach, of: behind)
    let inner = Point((begin.x + end.x) / 2, (begin.y + end.y) / 2)
    let center = first.moved(towards: inner, by: radius / sin(half), of: first.distance(to: inner))
    let (from, to) = (
      atan2(begin.y - center.y, begin.x - center.x), atan2(end.y - center.y, end.x - center.x)
    )
    var way = to - from
    if way > .pi { way -= 2 * .pi }
    if way < -.pi { way += 2 * .pi }
    addArc(center: center, radius: radius, startAngle: from, endAngle: from + way, clockwise: way < 0)
  }

  /// The path, in the coordinates that hold now; nil without a point.
  public var path: CGPath? { isPathEmpty ? nil : ownPath() }
  /// The box around the path; null without a point.
  public var boundingBoxOfPath: Rect { isPathEmpty ? .null : ownPath().bounds }
  /// The end of the path; zero without a point.
  public var currentPointOfPath: Point { drawing.path.lastPoint?.applying(ctm.inverted()) ?? .zero }

  /// Makes the path the outline of its lines, as they are drawn now.
  public func replacePathWithStrokedPath() {
    let outline = ownPath().outline(of: drawing.state.line)
    beginPath()
    addPath(outline)
  }

  /// Cuts what is drawn from now on to what is in one of the rectangles.
  public func clip(to rects: [Rect]) {
    let path = UIBezierPath()
    for rect in rects where !rect.isEmpty { path.append(UIBezierPath(rect: rect)) }
    drawing.clip(to: path)
  }

  /// Removes what the view has drawn in a rectangle.
  public func clear(_ rect: Rect) {
    saveGState()
    (drawing.state.blendMode, drawing.state.shadow) = (.clear, nil)
    fill(rect)
    restoreGState()
  }

  /// Draws a picture with its lower edge up, as CoreGraphics does in a view: programs that mirror the context first see it upright.
  public func draw(_ image: UIImage, in rect: Rect) {
    saveGState()
    translateBy(x: 0, y: rect.minY + rect.maxY)
    scaleBy(x: 1, y: -1)
    drawing.image(image, in: rect)
    restoreGState()
  }

  /// Draws pixels, as a picture.
  public func draw(_ image: CGImage, in rect: Rect) { draw(image.image, in: rect) }

  /// Without effect: edges are always smooth.
  public func setShouldAntialias(_ flag: Bool) {}
  /// Without effect, as `setShouldAntialias`.
  public func setAllowsAntialiasing(_ flag: Bool) {}
  /// Without effect: curves are cut into pieces when they are added.
  public func setFlatness(_ flatness: Double) {}
}

extension Point {
  /// A part of the way to another point, whose distance is `whole`.
  fileprivate func moved(towards other: Point, by length: Double, of whole: Double) -> Point {
    guard whole > 0 else { return self }
    return Point(x + (other.x - x) * length / whole, y + (other.y - y) * length / whole)
  }
}

/// Cuts what the view that is drawing now draws from now on to a rectangle.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectClip(_ rect: Rect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }

/// Fills a rectangle in the view that is drawing now, in a blend mode.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFillUsingBlendMode(_ rect: Rect, _ mode: CGBlendMode) {
  guard let context = UIGraphicsGetCurrentContext() else { return }
  context.saveGState()
  context.setBlendMode(mode)
  UIRectFill(rect)
  context.restoreGState()
}
