/// A control that is on or off: a tap changes it, or a drag of its knob to the other side.
open class UISwitch: UIControl {
  override class var standardHitTestClass: UIView.Type { UISwitch.self }

  /// 51 by 31 points, wherever it is put.
  public static let size = Size(51, 31)

  /// The color behind the knob while it is on; nil: green.
  open var onTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// The knob's color; nil: white.
  open var thumbTintColor: UIColor? { didSet { setNeedsDisplay() } }
  private var isOnStorage = false
  private var began = Point.zero
  private var wasOn = false
  private var isDragging = false

  /// A switch that is off, at the frame's origin: its size is always the same.
  public override init(frame: Rect) {
    super.init(frame: Rect(origin: frame.origin, size: Self.size))
  }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    super.init(frame: Rect(origin: .zero, size: Self.size))
  }

  /// Setting it sends no event.
  open var isOn: Bool {
    get { isOnStorage }
    set {
      guard newValue != isOnStorage else { return }
      isOnStorage = newValue
      setNeedsDisplay()
    }
  }

  /// Sets `isOn`. `animated` has no effect.
  open func setOn(_ isOn: Bool, animated: Bool) { self.isOn = isOn }

  open override func sizeThatFits(_ size: Size) -> Size { Self.size }
  open override var intrinsicContentSize: Size { Self.size }
  override var defaultHugging: Float { 750 }
  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, value: isOn ? "on" : "off", traits: .toggleButton)
  }
  override var takesAccessibilityText: Bool { true }
  override func takeAccessibilityText(_ text: String, for name: Substring) throws(AccessibilityError) {
    guard ["on", "off"].contains(text) else {
      throw .init("a switch is 'on' or 'off', not '\(text.prefix(100))'")
    }
    guard isOn != (text == "on") else { return }
    isOn = text == "on"
    sendActions(for: [.valueChanged, .primaryActionTriggered])
  }

  open override func draw(_ rect: Rect) { drawSwitch() }

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    began = touch.location(in: self)
    wasOn = isOn
    isDragging = false
    return true
  }

  /// Dragged, the knob is on the finger's side of the middle.
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let place = touch.location(in: self)
    if abs(place.x - began.x) >= tuning.switchSlop { isDragging = true }
    if isDragging { isOn = (place.x >= bounds.midX) != isMirrored }
    return true
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    if !isDragging, isTouchInside { isOn.toggle() }
    if isOn != wasOn { sendActions(for: [.valueChanged, .primaryActionTriggered], with: event) }
  }

  open override func cancelTracking(with event: UIEvent?) { isOn = wasOn }

  open override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    if isPlainTapFromOutside(recognizer) || isPanAlong(recognizer) { return false }
    return super.gestureRecognizerShouldBegin(recognizer)
  }
}
