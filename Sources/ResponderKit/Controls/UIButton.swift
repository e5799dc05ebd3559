/// A control that is pressed.
open class UIButton: UIControl {
  override class var standardHitTestClass: UIView.Type { UIButton.self }

  private var titles: [State: String] = [:]
  /// The title's font; by default the system's at 17 points.
  open var font = UIFont(size: 17) { didSet { if font != oldValue { setNeedsDisplay() } } }
  /// The tint color, if there is none.
  open var titleColor: UIColor? { didSet { if titleColor != oldValue { setNeedsDisplay() } } }

  /// A button without a title.
  public override init(frame: Rect) { super.init(frame: frame) }

  /// Calls the closure when it is pressed.
  public convenience init(frame: Rect = .zero, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  override var triggersOnTouchUp: Bool { true }

  /// The title while the button is in a state; nil: that of the normal state. States are compared whole:
  /// `.selected` is not used for `[.selected, .highlighted]`.
  open func setTitle(_ title: String?, for state: State) {
    titles[state] = title
    setNeedsDisplay()
  }

  /// The title that was set for this very state; nil without one.
  open func title(for state: State) -> String? { titles[state] }

  /// For the present state, or else for the normal one.
  open var currentTitle: String? { titles[state] ?? titles[.normal] }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, label: currentTitle, traits: .button)
  }

  open override func draw(_ rect: Rect) { drawTitle() }

  open override func sizeThatFits(_ size: Size) -> Size {
    let width = currentTitle.map(font.width(of:)) ?? 0
    return Size(width + 24, max(font.lineHeight + 12, 34))
  }

  open override var intrinsicContentSize: Size { sizeThatFits(.zero) }
  override var layoutBaselines: (first: Double, last: Double)? { font.baselines(inHeight: font.lineHeight) }

  open override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    !isPlainTapFromOutside(recognizer) && super.gestureRecognizerShouldBegin(recognizer)
  }
}
