/// A control whose knob is dragged along a track to choose a value.
open class UISlider: UIControl {
  override class var standardHitTestClass: UIView.Type { UISlider.self }

  /// Across the knob.
  public static let knobSize = 28.0

  /// The color of the track before the knob; nil: the tint color.
  open var minimumTrackTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// The color of the track behind the knob; nil: gray.
  open var maximumTrackTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// The knob's color; nil: white.
  open var thumbTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// A picture before the track, at the left where content begins there; templates are in the tint color.
  open var minimumValueImage: UIImage? { didSet { setNeedsDisplay() } }
  /// A picture behind the track; templates are in the tint color.
  open var maximumValueImage: UIImage? { didSet { setNeedsDisplay() } }
  /// Pictures of the program's own, by state.
  final var looks = SliderLooks() { didSet { setNeedsDisplay() } }
  private var valueStorage = 0.0
  /// The value when tracking began.
  private var valueAtFirst = 0.0
  /// The distance from the finger to the knob's middle.
  private var grip = 0.0

  /// A slider from 0 to 1, at 0.
  public override init(frame: Rect) { super.init(frame: frame) }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  /// The value at the end where content begins; 0 by default. A lower `value` is raised to it.
  open var minimumValue = 0.0 { didSet { setValue(value, animated: false) } }
  /// The value at the other end; 1 by default. A higher `value` is lowered to it.
  open var maximumValue = 1.0 { didSet { setValue(value, animated: false) } }
  /// Whether `valueChanged` is sent for each change, or only when the knob is released.
  open var isContinuous = true

  /// Kept between the least and the most. Setting it sends no event.
  open var value: Double {
    get { valueStorage }
    set { setValue(newValue, animated: false) }
  }

  /// Sets the value, clamped to the slider's range. NaN changes nothing. `animated` has no effect.
  open func setValue(_ value: Double, animated: Bool) {
    guard !value.isNaN else { return }
    valueStorage = max(minimumValue, min(maximumValue, value))
    setNeedsLayout()
    setNeedsDisplay()
  }

  open override var intrinsicContentSize: Size { Size(Self.noIntrinsicMetric, Self.knobSize) }
  /// The size that it has, and at least the height of the knob.
  open override func sizeThatFits(_ size: Size) -> Size {
    Size(bounds.width, max(bounds.height, Self.knobSize))
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, value: value.short, traits: .adjustable)
  }
  override var takesAccessibilityText: Bool { true }
  override func takeAccessibilityText(_ text: String, for name: Substring) throws(AccessibilityError) {
    guard let value = Double(text), value.isFinite else {
      throw .init("'\(text.prefix(100))' is no number")
    }
    self.value = value
    sendActions(for: .valueChanged)
  }

  /// Moves the knob by a tenth of the track, with its event.
  open override func accessibilityIncrement() { move(by: 0.1) }
  /// Moves the knob back by a tenth of the track, with its event.
  open override func accessibilityDecrement() { move(by: -0.1) }

  private func move(by share: Double) {
    let before = value
    let whole = maximumValue - minimumValue
    value += whole.isFinite ? share * whole : share * maximumValue - share * minimumValue
    if value != before { sendActions(for: .valueChanged) }
  }

  /// The value at a part of the way. The whole range may be more than a number can be.
  private func value(at share: Double) -> Double {
    let whole = maximumValue - minimumValue
    return whole.isFinite ? minimumValue + share * whole : minimumValue * (1 - share) + maximumValue * share
  }

  open override func draw(_ rect: Rect) { drawSlider() }

  /// The place of the knob.
  open var knobRect: Rect {
    mirrored(knob(at: value))
  }

  /// The line of the track, in a slider of these bounds from left to right. A subclass may return another one, as a thicker one: the slider draws it there, and
  /// its knob is placed along it.
  open func trackRect(forBounds bounds: Rect) -> Rect {
    let track = plainTrack(in: bounds)
    return Rect(track.minX + 2, bounds.midY - 2, max(track.width - 4, 0), 4)
  }

  /// The place of the knob at a value, in a slider of these bounds from left to right. A subclass may return another one, also larger or beyond the track.
  open func thumbRect(forBounds bounds: Rect, trackRect rect: Rect, value: Float) -> Rect {
    plainThumb(on: rect, at: Double(value))
  }

  /// The knob of a slider that is not subclassed, placed with all digits of the value.
  private func plainThumb(on rect: Rect, at value: Double) -> Rect {
    let size = currentThumbImage?.size ?? Size(Self.knobSize, Self.knobSize)
    // Halves, as the whole range may be more than a number can be.
    let span = maximumValue / 2 - minimumValue / 2
    let share = span > 0 ? (value / 2 - minimumValue / 2) / span : 0
    let travel = max(0, rect.width + 4 - size.width)
    return Rect(
      rect.minX - 2 + (share.isNaN ? 0 : min(max(share, 0), 1)) * travel, rect.midY - size.height / 2,
      size.width,
      size.height)
  }

  /// The track's line as it is drawn, from left to right.
  final var line: Rect {
    let line = trackRect(forBounds: bounds)
    return line.isFinite ? line : Rect(bounds.minX, bounds.midY, max(bounds.width, 0), 0)
  }

  private func knob(at value: Double) -> Rect {
    let (line, most) = (line, Double(Float.greatestFiniteMagnitude))
    let rounded = Float(min(max(value, -most), most))
    // A subclass is asked with fewer digits than the value has: the rest moves what it answers.
    let rest = plainThumb(on: line, at: value).minX - plainThumb(on: line, at: Double(rounded)).minX
    let rect = thumbRect(forBounds: bounds, trackRect: line, value: rounded).offsetBy(dx: rest, dy: 0)
    return rect.isFinite ? rect : Rect(origin: bounds.origin, size: .zero)
  }

  /// The track, between the pictures, as in a slider from left to right.
  private func plainTrack(in bounds: Rect) -> Rect {
    let (left, right) = (minimumValueImage?.size.width, maximumValueImage?.size.width)
    let (before, behind) = (left.map { $0 + Self.imageGap } ?? 0, right.map { $0 + Self.imageGap } ?? 0)
    return Rect(bounds.minX + before, bounds.minY, max(bounds.width - before - behind, 0), bounds.height)
  }

  /// Between a picture and the track.
  private static let imageGap = 8.0

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let (place, slop) = (touch.location(in: self), tuning.sliderSlop)
    let knob = knobRect
    (grip, valueAtFirst) = (knob.midX - place.x, value)
    return knob.insetBy(dx: -slop, dy: -slop).contains(place)
  }

  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let first = knob(at: minimumValue).midX
    let travel = knob(at: maximumValue).midX - first
    guard travel > 0 else { return true }
    let middle = mirrored(Point(touch.location(in: self).x + grip, 0)).x
    let old = value
    value = value(at: (middle - first) / travel)
    if value != old, isContinuous { sendActions(for: .valueChanged, with: event) }
    return true
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    if !isContinuous { sendActions(for: .valueChanged, with: event) }
  }

  /// Keeps the value that the drag has reached.
  open override func cancelTracking(with event: UIEvent?) {
    if !isContinuous, value != valueAtFirst { sendActions(for: .valueChanged, with: event) }
  }

  open override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    if isTracking, isSwipeAlong(recognizer) { return false }
    return super.gestureRecognizerShouldBegin(recognizer)
  }
}
