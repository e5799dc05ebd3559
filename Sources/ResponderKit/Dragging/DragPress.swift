import HIDEvents

/// The press that lifts what is dragged, and moves it. A pointer needs no time: it begins when it has moved.
final class DragPress: UILongPressGestureRecognizer, UIGestureRecognizerDelegate {
  private let canLift: (DragPress) -> Bool
  /// The drag, once the finger has been down for long enough. The interaction may be deallocated before it ends.
  var course: DragCourse?
  /// Whether other recognizers may recognize the same touch.
  var letsOthersGoOn = false
  /// The number of the hosted window that the touch began in.
  private(set) var hostNumber: UInt32 = 0
  private var isPointer = false
  private var beginning = Point.zero
  /// The place of what is dragged: a pointer has moved on since.
  var start: Point { isPointer ? beginning : location(in: nil) }

  /// - Parameter canLift: whether there is something to drag, which sets `course`; false: the touch is the view's.
  init(canLift: @escaping (DragPress) -> Bool) {
    self.canLift = canLift
    super.init()
    label = "drag"
    delegate = self
    addAction { press in
      guard let course = press.course else { return }
      switch press.state {
      case .began: course.lift(movingTo: press.isPointer ? press.location(in: nil) : nil)
      case .changed: course.move(to: press.location(in: nil))
      case .ended: course.fingerLifted(at: press.location(in: nil))
      default: course.cancel()
      }
    }
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    // More fingers do not move what one has lifted.
    if hasBegun { return touches.forEach { ignore($0, for: event) } }
    guard let touch = touches.first else { return }
    (isPointer, hostNumber) = (touch.type == .indirectPointer, touch.hostNumber)
    beginning = touch.beganLocation
    if !isPointer { super.touchesBegan(touches, with: event) }
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard isPointer, !hasBegun else { return super.touchesMoved(touches, with: event) }
    let slop = tuning.panSlop
    if touches.contains(where: { $0.location.distance(to: $0.beganLocation) >= slop }) { state = .began }
  }

  override func reset() {
    super.reset()
    course = nil
  }

  /// A pointer drags what it could scroll, too.
  override func shouldBeRequiredToFail(by other: UIGestureRecognizer) -> Bool {
    isPointer && other is UIPanGestureRecognizer
  }

  func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { canLift(self) }

  /// A menu is shown with the lift; it closes when the finger moves.
  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool { other is MenuPress || letsOthersGoOn && !(other is DragPress) }
}
