/// The arrow of a popover.
final class PopoverArrow: UIView {
  override class var standardHitTestClass: UIView.Type { PopoverArrow.self }

  /// From the panel to the source.
  static let height = 13.0
  private static let width = 36.0
  /// The line around arrow and panel.
  static let line = UIColor.separator
  static let lineWidth = 0.5
  /// How far it is drawn over the panel's own line.
  private static let overlap = lineWidth
  private var side = PanelPlace.PanelSide.below
  private var color: UIColor?

  /// The panel is at this side of the source.
  func show(at side: PanelPlace.PanelSide, _ color: UIColor?) {
    guard side != self.side || color != self.color else { return }
    (self.side, self.color) = (side, color)
    setNeedsDisplay()
  }

  override func setUpParts() {
    super.setUpParts()
    label = "arrow"
    isUserInteractionEnabled = false
  }

  /// Where it is, outside of a panel; it points to the source's middle, as far as the panel's corners let it.
  static func frame(
    beside panel: Rect, _ side: PanelPlace.PanelSide, to source: Rect, corner: Double
  ) -> Rect {
    let (length, depth) = (min(width, side.isVertical ? panel.width : panel.height), height + overlap)
    func start(_ middle: Double, _ low: Double, _ high: Double) -> Double {
      let inset = max(min(corner, (high - low - length) / 2), 0)
      return (middle - length / 2).clamped(from: low + inset, to: high - inset - length)
    }
    let (x, y) = (start(source.midX, panel.minX, panel.maxX), start(source.midY, panel.minY, panel.maxY))
    switch side {
    case .below: return Rect(x, panel.minY - height, length, depth)
    case .above: return Rect(x, panel.maxY - overlap, length, depth)
    case .right: return Rect(panel.minX - height, y, depth, length)
    case .left: return Rect(panel.maxX - overlap, y, depth, length)
    }
  }

  override func draw(_ rect: Rect) {
    let length = side.isVertical ? bounds.width : bounds.height
    let base = Self.height + Self.overlap
    /// A place along the panel's edge, and how far it is from the tip.
    func place(_ along: Double, _ deep: Double) -> Point {
      switch side {
      case .below: Point(along, deep)
      case .above: Point(along, base - deep)
      case .right: Point(deep, along)
      case .left: Point(base - deep, along)
      }
    }
    let middle = length / 2
    let path = UIBezierPath()
    path.move(to: place(0, base))
    path.addCurve(
      to: place(middle - 3, 2), controlPoint1: place(middle * 0.4, base - 0.5),
      controlPoint2: place(middle * 0.6, base * 0.5))
    path.addCurve(
      to: place(middle + 3, 2), controlPoint1: place(middle - 1.2, 0.4),
      controlPoint2: place(middle + 1.2, 0.4))
    path.addCurve(
      to: place(length, base), controlPoint1: place(length - middle * 0.6, base * 0.5),
      controlPoint2: place(length - middle * 0.4, base - 0.5))
    (color ?? PresentationContainer.color).setFill()
    path.fill()
    Self.line.setStroke()
    path.lineWidth = Self.lineWidth
    (path.lineCapStyle, path.lineJoinStyle) = (.round, .round)
    path.stroke()
  }
}
