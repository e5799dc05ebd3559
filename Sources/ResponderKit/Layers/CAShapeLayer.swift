/// A layer that draws a path, in its own coordinates, also beyond its bounds.
open class CAShapeLayer: CALayer {
  private var pathStorage: CGPath?

  /// A layer with the values that are shown now, but for a path that is animated: that is the last one.
  open override func presentation() -> CAShapeLayer? { show(on: CAShapeLayer()) }

  override func copyValues(from other: CALayer) {
    super.copyValues(from: other)
    if let other = other as? CAShapeLayer { pathStorage = other.pathStorage }
  }

  /// The path, as it was when it was set; nil for none.
  public final var path: CGPath? {
    get { pathStorage }
    set {
      pathStorage = newValue.map { UIBezierPath(cgPath: $0) }
      change(.path) { state.shape.path = newValue.map { ShapePath($0.shapeParts) } }
    }
  }
  /// The color of its inside; black by default, nil for nothing.
  public final var fillColor: CGColor? {
    get { state.shape.fill }
    set { change(.fillColor) { state.shape.fill = newValue } }
  }
  /// Which points are inside where it goes around them several times; `nonZero` by default.
  public final var fillRule: CAShapeLayerFillRule {
    get { state.shape.isEvenOdd ? .evenOdd : .nonZero }
    set { change(nil) { state.shape.isEvenOdd = newValue == .evenOdd } }
  }
  /// The color of the line; nil by default: none.
  public final var strokeColor: CGColor? {
    get { state.shape.stroke }
    set { change(.strokeColor) { state.shape.stroke = newValue } }
  }
  /// In points, 1 by default.
  public final var lineWidth: Double {
    get { state.shape.lineWidth }
    set { change(.lineWidth) { state.shape.lineWidth = newValue } }
  }
  /// How the line ends; `butt` by default.
  public final var lineCap: CAShapeLayerLineCap {
    get { state.shape.cap }
    set { change(nil) { state.shape.cap = newValue } }
  }
  /// How the line goes around corners; `miter` by default.
  public final var lineJoin: CAShapeLayerLineJoin {
    get { state.shape.join }
    set { change(nil) { state.shape.join = newValue } }
  }
  /// How far the point of a corner may be away, in parts of the line's width: sharper corners are cut. 10 by default.
  public final var miterLimit: Double {
    get { state.shape.miterLimit }
    set { change(nil) { state.shape.miterLimit = newValue } }
  }
  /// Where the line begins, in parts of its length.
  public final var strokeStart: Double {
    get { state.shape.start }
    set { change(.strokeStart) { state.shape.start = newValue } }
  }
  /// Where the line ends, in parts of its length.
  public final var strokeEnd: Double {
    get { state.shape.end }
    set { change(.strokeEnd) { state.shape.end = newValue } }
  }
  /// The lengths of dashes and gaps, in turn; nil for a line without gaps.
  public final var lineDashPattern: [Double]? {
    get { state.shape.dash.isEmpty ? nil : state.shape.dash }
    set { change(nil) { state.shape.dash = newValue ?? [] } }
  }
  /// Where in the pattern the line begins, in points.
  public final var lineDashPhase: Double {
    get { state.shape.dashPhase }
    set { change(.lineDashPhase) { state.shape.dashPhase = newValue } }
  }

  override func drawContent(_ shape: ShapeLook, _ bounds: Rect, into drawing: Drawing) {
    super.drawContent(shape, bounds, into: drawing)
    guard let path = shape.path else { return }
    if let fill = shape.fill, let polygon = PathCutter.polygon(path.parts) {
      drawing.add(.fill(shape.isEvenOdd ? .evenOdd(polygon) : .polygon(polygon), fill))
    }
    guard let color = shape.stroke, shape.lineWidth > 0 else { return }
    var strokes = PathCutter.part(of: path.parts, from: shape.start, to: shape.end)
    if !shape.dash.isEmpty {
      strokes = PathCutter.dashes(of: strokes, shape.dash, phase: shape.dashPhase)
    }
    if shape.cap == .square { strokes = PathCutter.lengthened(strokes, by: shape.lineWidth / 2) }
    drawing.add(.strokes(strokes, shape.strokeStyle, color))
  }

  override func contentExtent(_ shown: LayerState) -> Rect? {
    let (shape, picture) = (shown.shape, super.contentExtent(shown))
    let reach = shape.stroke == nil ? 0 : shape.strokeStyle.reach
    let box = shape.path?.box?.insetBy(dx: -reach, dy: -reach)
    return box.map { $0.union(picture ?? $0) } ?? picture
  }
}
