/// A bar that shows how much of something is done.
open class UIProgressView: UIView {
  override class var standardHitTestClass: UIView.Type { UIProgressView.self }

  /// How the bar looks.
  public enum Style: Hashable, Sendable {
    /// With a track, or, in a bar, without one.
    case `default`, bar
  }

  /// How much is done, from 0 to 1; clamped. NaN changes nothing.
  open var progress: Float = 0 {
    didSet {
      let wanted = progress.isNaN ? oldValue : min(max(progress, 0), 1)
      if wanted != progress { progress = wanted }
      setNeedsDisplay()
    }
  }
  /// How the bar looks.
  open var progressViewStyle = Style.default { didSet { setNeedsDisplay() } }
  /// The color of what is done; nil: the tint color.
  open var progressTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// The color of the rest; nil: a light gray.
  open var trackTintColor: UIColor? { didSet { setNeedsDisplay() } }

  /// A bar at 0.
  public override init(frame: Rect) { super.init(frame: frame) }

  /// A bar at 0 of a style.
  public convenience init(progressViewStyle style: Style) {
    self.init(frame: Rect(0, 0, 150, 4))
    progressViewStyle = style
  }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  /// Sets `progress`. `animated` has no effect.
  open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, value: "\(Int((progress * 100).rounded())) %", traits: .none)
  }

  open override func sizeThatFits(_ size: Size) -> Size { Size(size.width > 0 ? size.width : 150, 4) }
  open override var intrinsicContentSize: Size { Size(Self.noIntrinsicMetric, 4) }

  open override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let bar = Rect(bounds.minX, bounds.midY - min(bounds.height, 4) / 2, bounds.width, min(bounds.height, 4))
    if progressViewStyle == .default || trackTintColor != nil {
      drawing.fill(bar, trackTintColor ?? ControlLooks.track, cornerRadius: bar.height / 2)
    }
    let done = mirrored(Rect(bar.minX, bar.minY, bar.width * Double(progress), bar.height))
    if !done.isEmpty { drawing.fill(done, progressTintColor ?? tintColor, cornerRadius: bar.height / 2) }
  }
}
