import LinuxSystem

/// Lines and curves that a view fills and strokes in `draw(_:)`, with the colors that `UIColor.setFill` and `setStroke` have chosen.
///
/// Curves are cut into straight pieces when they are added, fine enough for views that are magnified three times. A path goes around what
/// lies inside in either direction; where parts of opposite directions overlap is a hole.
public final class UIBezierPath {
  /// Parts that hang together, each with whether it is closed.
  private(set) var parts: [(points: [Point], isClosed: Bool)] = []
  /// How `stroke` draws.
  var look = LineLook()
  /// Whether `fill` leaves out what the path goes around twice.
  public var usesEvenOddFillRule = false

  /// A path without a point.
  public init() {}

  /// A copy of a path.
  public convenience init(cgPath: CGPath) {
    self.init()
    parts = cgPath.parts
    look = cgPath.look
    usesEvenOddFillRule = cgPath.usesEvenOddFillRule
  }

  /// The edges of a rectangle, clockwise from its upper left corner.
  public convenience init(rect: Rect) {
    self.init()
    move(to: rect.origin)
    addLine(to: Point(rect.maxX, rect.minY))
    addLine(to: Point(rect.maxX, rect.maxY))
    addLine(to: Point(rect.minX, rect.maxY))
    close()
  }

  /// The ellipse that touches the rectangle's edges, clockwise from its right.
  public convenience init(ovalIn rect: Rect) {
    self.init()
    addArc(
      withCenter: .zero, radius: 1, startAngle: 0, endAngle: 2 * .pi, scale: max(rect.width, rect.height) / 2)
    close()
    apply(AffineTransform(a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: rect.midX, ty: rect.midY))
  }

  /// A rectangle with round corners. The radius is half of the shorter side at most.
  public convenience init(roundedRect rect: Rect, cornerRadius: Double) {
    self.init()
    let radius = min(max(cornerRadius, 0), min(rect.width, rect.height) / 2)
    let inner = rect.insetBy(dx: radius, dy: radius)
    for (x, y, begin) in [
      (inner.maxX, inner.minY, -0.5), (inner.maxX, inner.maxY, 0), (inner.minX, inner.maxY, 0.5),
      (inner.minX, inner.minY, 1),
    ] {
      addArc(
        withCenter: Point(x, y), radius: radius, startAngle: begin * .pi, endAngle: (begin + 0.5) * .pi,
        clockwise: true)
    }
    close()
  }

  /// A part of a circle; see `addArc`.
  public convenience init(
    arcCenter center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool
  ) {
    self.init()
    addArc(
      withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }

  // MARK: Making it

  /// Begins a new part.
  public func move(to point: Point) { parts.append(([point], false)) }

  /// A straight line from the current point; a path without one begins there.
  public func addLine(to point: Point) {
    guard let last = parts.last else { return move(to: point) }
    // Behind a closed part the next one begins where that did.
    if last.isClosed { move(to: last.points[0]) }
    parts[parts.count - 1].points.append(point)
  }

  /// A cubic curve from the current point.
  public func addCurve(to end: Point, controlPoint1 first: Point, controlPoint2 second: Point) {
    let start = currentPoint
    let length = start.distance(to: first) + first.distance(to: second) + second.distance(to: end)
    add(Self.pieces(length)) { t in
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      return Point(
        a * start.x + b * first.x + c * second.x + d * end.x,
        a * start.y + b * first.y + c * second.y + d * end.y)
    }
  }

  /// A quadratic curve from the current point.
  public func addQuadCurve(to end: Point, controlPoint: Point) {
    let start = currentPoint
    add(Self.pieces(start.distance(to: controlPoint) + controlPoint.distance(to: end))) { t in
      let u = 1 - t
      let (a, b, c) = (u * u, 2 * u * t, t * t)
      return Point(a * start.x + b * controlPoint.x + c * end.x, a * start.y + b * controlPoint.y + c * end.y)
    }
  }

  /// A part of a circle, with a straight line to its beginning. Angles are radians from the right, and grow clockwise, as y does downwards.
  public func addArc(
    withCenter center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool
  ) {
    var way = endAngle - startAngle
    if abs(way) >= 2 * .pi {
      way = clockwise ? 2 * .pi : -2 * .pi
    } else if clockwise != (way >= 0) {
      way += clockwise ? 2 * .pi : -2 * .pi
    }
    addArc(
      withCenter: center, radius: radius, startAngle: startAngle, endAngle: startAngle + way, scale: radius)
  }

  private func addArc(
    withCenter center: Point, radius: Double, startAngle: Double, endAngle: Double, scale: Double
  ) {
    let place = { (angle: Double) in Point(center.x + radius * cos(angle), center.y + radius * sin(angle)) }
    addLine(to: place(startAngle))
    add(Self.pieces(abs(endAngle - startAngle) * scale)) { place(startAngle + (endAngle - startAngle) * $0) }
  }

  /// Leads the current part back to its beginning.
  public func close() {
    guard !parts.isEmpty else { return }
    parts[parts.count - 1].isClosed = true
  }

  /// Adds the parts of another path.
  public func append(_ path: UIBezierPath) { parts += path.parts }

  /// Moves, turns and stretches all points.
  public func apply(_ transform: AffineTransform) {
    for index in parts.indices { parts[index].points = parts[index].points.map { $0.applying(transform) } }
  }

  /// Removes all parts.
  public func removeAllPoints() { parts = [] }

  private func add(_ count: Int, _ place: (Double) -> Point) {
    if parts.isEmpty { move(to: place(0)) }
    for step in 1...count { addLine(to: place(Double(step) / Double(count))) }
  }

  /// For a curve of some length: a piece leaves it by less than a twentieth of a point.
  private static func pieces(_ length: Double) -> Int {
    guard length.isFinite else { return 1 }
    return Int(min(max((4 * max(length, 0).squareRoot()).rounded(.up), 4), 512))
  }

  // MARK: Looking at it

  /// Whether it has no point.
  public var isEmpty: Bool { parts.isEmpty }

  /// Where the next line begins; zero for an empty path.
  public var currentPoint: Point { lastPoint ?? .zero }

  /// The box around all points, without the width of lines.
  public var bounds: Rect {
    let points = parts.flatMap(\.points)
    guard let first = points.first else { return .zero }
    var (least, most) = (first, first)
    for point in points {
      least = Point(min(least.x, point.x), min(least.y, point.y))
      most = Point(max(most.x, point.x), max(most.y, point.y))
    }
    return Rect(least.x, least.y, most.x - least.x, most.y - least.y)
  }

  /// Whether the path goes around the point.
  public func contains(_ point: Point) -> Bool {
    var turns = 0
    for part in parts {
      var before = part.points[part.points.count - 1]
      for next in part.points {
        if (before.y <= point.y) != (next.y <= point.y) {
          let x = before.x + (point.y - before.y) / (next.y - before.y) * (next.x - before.x)
          if x > point.x { turns += next.y > before.y ? 1 : -1 }
        }
        before = next
      }
    }
    return usesEvenOddFillRule ? turns % 2 != 0 : turns != 0
  }

  /// The same lines in the other direction, the last part first.
  public func reversing() -> UIBezierPath {
    let path = UIBezierPath(cgPath: self)
    path.parts = parts.reversed().map { part in
      // A closed part begins where it did.
      let rest =
        part.isClosed
        ? part.points.prefix(1) + part.points.dropFirst().reversed() : part.points.reversed()[...]
      return (Array(rest), part.isClosed)
    }
    return path
  }

  /// Where the next line begins; nil for an empty path.
  var lastPoint: Point? { parts.last.flatMap { $0.isClosed ? $0.points.first : $0.points.last } }

  // MARK: Drawing it

  /// Fills it in the view that is drawing now.
  public func fill() {
    Drawing.current.map { $0.fill(self) }
  }

  /// Draws its lines in the view that is drawing now.
  public func stroke() {
    Drawing.current.map { $0.stroke(self, look) }
  }

  /// Fills it in a blend mode, dimmed.
  public func fill(with mode: CGBlendMode, alpha: Double) { draw(mode, alpha) { fill() } }
  /// Draws its lines in a blend mode, dimmed.
  public func stroke(with mode: CGBlendMode, alpha: Double) { draw(mode, alpha) { stroke() } }

  private func draw(_ mode: CGBlendMode, _ alpha: Double, _ body: () -> Void) {
    guard let drawing = Drawing.current else { return }
    let before = drawing.state
    drawing.state.blendMode = mode
    drawing.state.alpha *= min(max(alpha, 0), 1)
    body()
    drawing.state = before
  }

  var pieces: [PathPiece] { parts.map { PathPiece(points: $0.points, isClosed: $0.isClosed) } }

  /// What `fill` fills.
  var shape: Drawing.Shape { usesEvenOddFillRule ? .evenOdd(polygon) : .polygon(polygon) }

  /// All parts as one polygon: the ways between them are drawn there and back.
  var polygon: [Point] {
    guard parts.count > 1, let first = parts[0].points.first else { return parts.first?.points ?? [] }
    return parts.flatMap { [first] + $0.points + [$0.points[0]] } + [first]
  }
}

extension UIColor {
  /// Chooses what `UIBezierPath.fill` and `UIRectFill` fill with, until the view has drawn.
  public func setFill() {
    guard let drawing = Drawing.current else { return }
    (drawing.state.fillColor, drawing.state.fillPattern) = (cgColor, pattern)
  }

  /// Chooses what `UIBezierPath.stroke` draws with, until the view has drawn.
  public func setStroke() { Drawing.current?.state.strokeColor = cgColor }

  /// Chooses it for both.
  public func set() {
    setFill()
    setStroke()
  }
}

/// Fills a rectangle in the view that is drawing now.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFill(_ rect: Rect) {
  Drawing.current?.fill(.rect(rect, radius: 0))
}

/// Draws a line of one point inside of a rectangle's edges, in the view that is drawing now.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFrame(_ rect: Rect) {
  Drawing.current.map { $0.add(.stroke(.rect(rect, radius: 0), width: 1, $0.state.fillColor)) }
}
