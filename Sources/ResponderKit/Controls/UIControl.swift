/// A view that makes actions of touches. It does so in its touches methods: a subclass that overrides one without calling
/// `super` gets no actions. Touches are not forwarded up the chain.
open class UIControl: UIView {
  override class var standardHitTestClass: UIView.Type { UIControl.self }

  override var accessibilityState: UIAccessibilityTraits {
    var traits: UIAccessibilityTraits = isEnabled ? .none : .notEnabled
    if isSelected { traits.insert(.selected) }
    return traits
  }

  /// The states that a control's look depends on.
  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// None of the others.
    public static let normal: State = []
    /// A touch is down in it, or `isHighlighted` was set.
    public static let highlighted = State(rawValue: 1)
    /// `isEnabled` is false.
    public static let disabled = State(rawValue: 2)
    /// `isSelected` is true.
    public static let selected = State(rawValue: 4)
    /// UIKit's focus engine. Never part of `state` here.
    public static let focused = State(rawValue: 8)
  }

  /// What can happen with a control.
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// A touch came down in the control.
    public static let touchDown = Event(rawValue: 1 << 0)
    /// Also for a second and further taps.
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    /// The touch moved, and is in the control or near it.
    public static let touchDragInside = Event(rawValue: 1 << 2)
    /// The touch moved outside.
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    /// The touch came back to the control; `touchDragInside` follows.
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    /// The touch left the control; `touchDragOutside` follows.
    public static let touchDragExit = Event(rawValue: 1 << 5)
    /// The touch went up in the control, or for a finger within 70 points of it.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// The touch went up outside.
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    /// The touch was taken away, or the control was disabled meanwhile.
    public static let touchCancel = Event(rawValue: 1 << 8)
    /// The user changed the control's value; a change by the program sends nothing.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// The control's main action: a button was pressed, or a switch changed.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// A button's menu is about to be shown.
    public static let menuActionTriggered = Event(rawValue: 1 << 14)
    /// Not sent by the controls here.
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    /// Not sent by the controls here.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// Not sent by the controls here.
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// Not sent by the controls here.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// All events whose names begin with touch.
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    /// All events whose names begin with editing.
    public static let allEditingEvents = Event(rawValue: 0xF_0000)
    /// All events, including a program's own.
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  /// A control that is not enabled is hit all the same, and does nothing. Disabled while it tracks a touch, it stops as if
  /// the touch were cancelled.
  open var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { stopTracking(event: nil) }
      setNeedsDisplay()
      stateChanged()
      reportValues()
    }
  }

  /// Part of `state`. Touches do not change it.
  open var isSelected = false {
    didSet {
      guard isSelected != oldValue else { return }
      setNeedsDisplay()
      stateChanged()
      reportValues()
    }
  }

  /// Part of `state`. Set while the tracked touch is inside, and cleared afterwards.
  open var isHighlighted = false {
    didSet {
      guard isHighlighted != oldValue else { return }
      setNeedsDisplay()
      stateChanged()
      reportValues()
    }
  }

  /// Called when one of the next property's parts has changed.
  func stateChanged() {}
  /// The combination of `isHighlighted`, `isEnabled` and `isSelected`.
  open var state: State {
    var state = State.normal
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  /// A control with what its primary action does, such as another value of a switch; none for nil.
  public convenience init(frame: Rect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  /// A touch that began here is followed.
  public final internal(set) var isTracking = false
  /// That touch is in the control, or not far from it.
  public final internal(set) var isTouchInside = false

  /// Whether its touch's going up inside is its primary action.
  var triggersOnTouchUp: Bool { false }
  /// Called before a touch's going up inside is sent.
  func willTrigger() {}

  final var trackedTouch: UITouch?
  final var registrations: [Registration] = []

  // MARK: Tracking, for subclasses

  /// A touch came down. False: the control is not interested in it.
  @discardableResult
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// The touch moved. False: tracking ends here, without an event.
  @discardableResult
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// The touch went up, or `continueTracking` said no.
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
  /// The touch was taken away.
  open func cancelTracking(with event: UIEvent?) {}

  // MARK: Touches: see UIControl+Tracking.swift

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    begin(touches, event)
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    follow(touches, event)
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    end(touches, event)
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let trackedTouch, touches.contains(trackedTouch) else { return }
    stopTracking(event: event)
  }

  // MARK: Actions: see UIControl+Actions.swift

  /// Sends what is registered for these events; each pair once.
  open func sendActions(for events: Event) { sendActions(for: events, with: nil) }

  /// Each message of a target goes this way.
  open func sendAction(_ action: Selector, to target: AnyObject?, for event: UIEvent?) {
    (window?.application ?? UIApplication.current)?.sendAction(action, to: target, from: self, for: event)
  }

  /// Each closure goes this way.
  open func sendAction(_ action: UIAction) { action.perform(from: self) }
}
