import RunLoopCore

/// A wheel of spokes that turns while something is in progress.
open class UIActivityIndicatorView: UIView {
  override class var standardHitTestClass: UIView.Type { UIActivityIndicatorView.self }

  /// How large it is.
  public enum Style: Hashable, Sendable {
    /// 20 points, or 37.
    case medium, large
    var side: Double { self == .medium ? 20 : 37 }
  }

  /// How large it is.
  open var style: Style { didSet { setNeedsDisplay() } }
  /// The spokes' color.
  open var color: UIColor! = UIColor(white: 0.6) { didSet { setNeedsDisplay() } }
  /// Whether it is hidden while it does not turn.
  open var hidesWhenStopped = true { didSet { if !isTurning { isHidden = hidesWhenStopped } } }
  private var isTurning = false
  private var turn = 0
  private var beat: Alarm?
  private static let spokes = 8

  /// A wheel that does not turn, and is hidden until it does.
  public init(style: Style) {
    self.style = style
    super.init(frame: Rect(0, 0, style.side, style.side))
  }

  /// A wheel of 20 points that does not turn, and is hidden until it does.
  public override init(frame: Rect) {
    style = .medium
    super.init(frame: frame)
  }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    style = .medium
    super.init(coder: coder)
  }

  override func setUpParts() {
    super.setUpParts()
    isHidden = true
  }

  /// Whether the program has started it.
  open override var isAnimating: Bool { isTurning }

  /// Begins to turn: one spoke each eighth of a second, while it is in a window.
  open func startAnimating() {
    guard !isTurning else { return }
    isTurning = true
    isHidden = false
    setBeat()
  }

  /// Ends turning.
  open func stopAnimating() {
    guard isTurning else { return }
    isTurning = false
    beat?.cancel()
    if hidesWhenStopped { isHidden = true }
  }

  private func setBeat() {
    guard isTurning, let loop = window?.application?.loop else { return }
    let alarm =
      beat
      ?? Alarm("activity") { [weak self] in
        guard let self, isTurning else { return }
        turn = (turn + 1) % Self.spokes
        setNeedsDisplay()
        setBeat()
      }
    beat = alarm
    alarm.set(after: .milliseconds(125), on: loop)
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if window == nil { beat?.cancel() } else { setBeat() }
  }

  open override func sizeThatFits(_ size: Size) -> Size { Size(style.side, style.side) }
  open override var intrinsicContentSize: Size { Size(style.side, style.side) }

  open override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let (radius, center) = (style.side / 2, bounds.center)
    for spoke in 0..<Self.spokes {
      // The spoke of this turn is the darkest, those before it fade.
      let age = (turn - spoke + Self.spokes) % Self.spokes
      let way = Point(0, -1).applying(AffineTransform(rotationAngle: Double(spoke) / 4 * .pi))
      let (inner, outer) = (radius * 0.45, radius * 0.85)
      drawing.line(
        [
          Point(center.x + way.x * inner, center.y + way.y * inner),
          Point(center.x + way.x * outer, center.y + way.y * outer),
        ], color.withAlphaComponent(1 - Double(age) * 0.11), width: style.side / 9)
    }
  }
}
