/// Sees the touches of a view and of what is in it before views do, and makes a gesture of them.
///
/// It belongs to no responder chain. A subclass overrides the touches methods and sets `state` (see
/// UIGestureRecognizer+State.swift for the moves that there are); it may set it from a timer, too.
///
/// Recognizers get a touch when it begins in their view or below: those of the view that was hit first, then those of its
/// superviews up to the window, inside a view in the order of adding. One that is added later gets touches that begin
/// later.
open class UIGestureRecognizer: Hashable, GestureActing, CustomStringConvertible {
  /// The view that it was added to; nil when it is on none.
  public final internal(set) weak var view: UIView?
  /// Asked before the recognizer gets touches, begins, or keeps others from it.
  public final weak var delegate: (any UIGestureRecognizerDelegate)?
  /// A name for messages and dumps.
  public final var label = ""

  /// Once it recognized, the views of its touches get `touchesCancelled` and nothing more.
  open var cancelsTouchesInView = true
  /// Whether views get the beginning of touches only after it has failed, and never touches that it has recognized.
  open var delaysTouchesBegan = false
  /// Whether views get the end of touches only after it has failed; touches that it has recognized are cancelled.
  open var delaysTouchesEnded = true
  /// Touches of other types pass by; nil: all come.
  open var allowedTouchTypes: Set<UITouch.TouchType>?

  /// If false, it gets no touches. A gesture in progress is cancelled; its touches are not.
  open var isEnabled = true {
    didSet { if !isEnabled, oldValue { arena?.takeOut(self) } }
  }

  // MARK: Inside: see GestureArena.swift and UIGestureRecognizer+Progress.swift

  @exclusivity(unchecked) final var progress = Progress()
  final weak var arena: GestureArena?
  @exclusivity(unchecked) final var requirements: [WeakRecognizer] = []
  /// The number of the last event of several fingers that it was listed for.
  @exclusivity(unchecked) final var pass: UInt64 = 0
  @exclusivity(unchecked) final var actions: [Action] = []
  private final lazy var alarm = makeAlarm()

  struct WeakRecognizer {
    weak var recognizer: UIGestureRecognizer?
  }

  /// A recognizer without a view or actions.
  public init() {}

  /// A recognizer that performs an action on a target, without which it does nothing by itself.
  public init(target: Any?, action: Selector?) {
    if let target, let action { addTarget(target as AnyObject, action: action) }
  }

  // MARK: For subclasses

  /// Called when touches begin, all of which this recognizer gets. Does nothing unless overridden, like the other three.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called when touches move.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called when touches end.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called when touches are cancelled by the system; a gesture that began should become `cancelled`.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}

  /// Called when the gesture has ended, and `state` is `possible` again; touches that are still down are no longer passed.
  open func reset() {}

  /// Whether it makes the other one fail when it recognizes, beside what delegates say.
  open func canPrevent(_ other: UIGestureRecognizer) -> Bool { true }
  /// Whether the other one makes this one fail when it recognizes, beside what delegates say.
  open func canBePrevented(by other: UIGestureRecognizer) -> Bool { true }
  /// Whether this one waits until the other one has failed, beside what delegates say.
  open func shouldRequireFailure(of other: UIGestureRecognizer) -> Bool { false }
  /// Whether the other one waits until this one has failed, beside what delegates say.
  open func shouldBeRequiredToFail(by other: UIGestureRecognizer) -> Bool { false }

  /// Whether it is still `possible` when its last finger is lifted, since another may come. False: it fails then.
  open var expectsMoreTouches: Bool { false }

  /// Ignores a touch: the recognizer no longer gets it, and its view gets it as if this recognizer were not there.
  public final func ignore(_ touch: UITouch, for event: UIEvent?) { arena?.ignore(touch, self) }

  // MARK: Before others

  /// It waits until the other one has failed, and fails when that recognizes.
  public final func require(toFail other: UIGestureRecognizer) {
    requirements.removeAll { $0.recognizer == nil }
    guard other !== self, !requirements.contains(where: { $0.recognizer === other }) else { return }
    requirements.append(WeakRecognizer(recognizer: other))
  }

  // MARK: Where

  /// How many fingers the gesture has, or had at its end.
  open var numberOfTouches: Int { fingers.count }

  /// The middle of the fingers, in a view's coordinates; nil: the window's.
  open func location(in view: UIView?) -> Point { convert(middle, to: view) }

  /// Where one of `numberOfTouches` fingers is. With another index the middle of all, and a line on the standard error stream.
  open func location(ofTouch index: Int, in view: UIView?) -> Point {
    let fingers = fingers
    guard fingers.indices.contains(index) else {
      ProgramWarning.print("recognizer '\(self)' has no touch number \(index): its middle is given")
      return location(in: view)
    }
    return convert(fingers[index].location, to: view)
  }

  /// The middle in the window's coordinates.
  final var middle: Point { Self.middle(of: fingers) }

  static func middle(of touches: [UITouch]) -> Point {
    guard let first = touches.first else { return .zero }
    if touches.count == 1 { return first.location }
    let sum = touches.reduce(Point.zero) { $0 + $1.location }
    return Point(sum.x / Double(touches.count), sum.y / Double(touches.count))
  }

  /// A point of the window in a view's coordinates.
  final func convert(_ point: Point, to view: UIView?) -> Point {
    guard let view, let window = self.view?.window ?? view.window else { return point }
    return window.convert(point, to: view)
  }

  // MARK: Timers of the module's own recognizers

  final var tuning: GestureTuning { (arena ?? view?.window?.host?.arena)?.tuning ?? GestureTuning() }

  final func setAlarm(after delay: Duration) {
    if let loop = arena?.host.loop { alarm.set(after: delay, on: loop) }
  }

  final func cancelAlarm() { alarm.cancel() }

  private final func makeAlarm() -> Alarm {
    Alarm("gesture") { [unowned self] in arena?.alarm(self) }
  }

  /// Called when the time has passed.
  func alarmFired() { cancelOrFail() }

  /// While it waits for more touches its own alarm is set.
  var setsItsOwnAlarm: Bool { false }

  /// The pointer's buttons that begin its gesture: others are the views' own.
  var wantedButtons: UIEvent.ButtonMask { .primary }

  /// Whether touches are anything to it.
  var takesTouches: Bool { true }

  /// It waits for a touch that comes in time; one at this moment is too late.
  func isTooLate(_ nanoseconds: UInt64) -> Bool { false }

  /// Its state becomes `began` or `ended`, from `possible`, and actions have not been called yet.
  func willRecognize() {}

  // MARK: Views

  final func wasAdded(to view: UIView) { self.view = view }

  final func wasRemoved(from view: UIView) {
    arena?.takeOut(self)
    self.view = nil
  }

  // MARK: Identity

  public static func == (left: UIGestureRecognizer, right: UIGestureRecognizer) -> Bool { left === right }
  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public var description: String { label.isEmpty ? "\(type(of: self))" : label }
}
