import RunLoopCore

/// Two buttons that make a value smaller and larger.
open class UIStepper: UIControl {
  override class var standardHitTestClass: UIView.Type { UIStepper.self }

  /// 94 by 32 points, wherever it is put.
  public static let size = Size(94, 32)

  private var storage = 0.0
  private var side: Double? { didSet { if side != oldValue, hasLooks { setNeedsDisplay() } } }
  /// Pictures by state: see UIStepper+Looks.swift.
  final var looks = StepperLooks() { didSet { setNeedsDisplay() } }
  private var hasLooks: Bool { !looks.isEmpty }
  private var repeater: Alarm?
  private var steps = 0
  /// Whether the value has changed since the last event.
  private var isUnsent = false
  /// The least value; 0 by default. A lower `value` is raised to it.
  open var minimumValue = 0.0 { didSet { value = storage } }
  /// The greatest value; 100 by default. A higher `value` is lowered to it.
  open var maximumValue = 100.0 { didSet { value = storage } }
  /// By how much a press changes the value; 1 by default.
  open var stepValue = 1.0
  /// Whether the value continues at the other end.
  open var wraps = false
  /// Whether a held button changes the value repeatedly: after half a second, ten times a second.
  open var autorepeat = true
  /// Whether `valueChanged` is sent for each change, or only when the button is released.
  open var isContinuous = true

  /// A stepper from 0 to 100, at 0, at the frame's origin: its size is always the same.
  public override init(frame: Rect) { super.init(frame: Rect(origin: frame.origin, size: Self.size)) }

  /// As `init(frame:)` at the origin, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    super.init(frame: Rect(origin: .zero, size: Self.size))
  }

  /// Kept between the least and the greatest. Setting it sends no event; NaN changes nothing.
  open var value: Double {
    get { storage }
    set {
      guard !newValue.isNaN else { return }
      storage = max(minimumValue, min(maximumValue, newValue))
      setNeedsDisplay()
    }
  }

  open override func sizeThatFits(_ size: Size) -> Size { Self.size }
  open override var intrinsicContentSize: Size { Self.size }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, value: value.short, traits: .adjustable)
  }

  /// One step up, with its events.
  open override func accessibilityIncrement() { step(1, sends: true) }
  /// One step down, with its events.
  open override func accessibilityDecrement() { step(-1, sends: true) }

  // MARK: Touches

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    side = mirrored(touch.location(in: self)).x < bounds.midX ? -1 : 1
    steps = 0
    isUnsent = false
    if autorepeat, let loop = window?.application?.loop {
      let alarm = Alarm("stepper") { [weak self] in self?.repeatStep() }
      alarm.set(after: .milliseconds(500), on: loop)
      repeater = alarm
    }
    return true
  }

  private func repeatStep() {
    guard isTracking, let side, let loop = window?.application?.loop else { return }
    step(side, sends: isContinuous)
    repeater?.set(after: .milliseconds(100), on: loop)
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    repeater?.cancel()
    // A press that has not been repeated counts once.
    if steps == 0, isTouchInside, let side { step(side, sends: false) }
    side = nil
    if isUnsent { sendActions(for: [.valueChanged, .primaryActionTriggered], with: event) }
    isUnsent = false
  }

  open override func cancelTracking(with event: UIEvent?) {
    repeater?.cancel()
    side = nil
    // The value stays.
    if isUnsent { sendActions(for: [.valueChanged, .primaryActionTriggered], with: event) }
    isUnsent = false
  }

  /// Changes the value by one step, and may send the event.
  private func step(_ side: Double, sends: Bool) {
    let old = value
    var next = old + side * stepValue
    if wraps, next > maximumValue { next = minimumValue }
    if wraps, next < minimumValue { next = maximumValue }
    value = next
    guard value != old else { return }
    steps += 1
    isUnsent = !sends
    if sends { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
  }

  /// What the button at a side looks like now.
  final func state(ofSide sign: Double) -> State {
    let isAtEnd = sign < 0 ? value <= minimumValue : value >= maximumValue
    if !isEnabled || isAtEnd && !wraps { return .disabled }
    return side == sign && isHighlighted ? .highlighted : .normal
  }

  open override func draw(_ rect: Rect) { drawStepper(Rect(origin: bounds.origin, size: Self.size)) }
}
