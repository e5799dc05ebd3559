/// The recognizer that scrolls.
final class ScrollPan: UIPanGestureRecognizer {
  weak var scrollView: UIScrollView?
  /// The scroll view's, which few programs set.
  var keyboardDismissMode = UIScrollView.KeyboardDismissMode.none
  /// While it drags: with what is around it.
  var sharedDrag: SharedDrag?

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    scrollView?.panTouchBegan()
    super.touchesBegan(touches, with: event)
  }

  /// Where only one axis has something to scroll, along that one, and more than along the other.
  override func wantsToBegin(_ way: Point) -> Bool {
    guard let movable = scrollView?.movable else { return false }
    if movable.x, movable.y { return super.wantsToBegin(way) }
    let (along, across) = movable.x ? (abs(way.x), abs(way.y)) : (abs(way.y), abs(way.x))
    return (movable.x || movable.y) && along >= tuning.panSlop && along >= across
  }

  override func reset() {
    super.reset()
    scrollView?.panTouchesEnded()
  }

  /// Goes together with the zoom.
  override func canPrevent(_ other: UIGestureRecognizer) -> Bool { other !== scrollView?.pinch }
  override func canBePrevented(by other: UIGestureRecognizer) -> Bool { other !== scrollView?.pinch }
}

extension UIScrollView {
  /// Touches that the content has received must be given up by it; otherwise this is no scroll, and no zoom.
  private func mayTakeTouches(_ recognizer: UIGestureRecognizer) -> Bool {
    for touch in recognizer.gestureTouches where !touch.isOver && touch.delivery.stage == .begun {
      guard let view = touch.view, view !== self else { continue }
      guard canCancelContentTouches, touchesShouldCancel(in: view) else { return false }
    }
    return true
  }

  final func ownMayBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    if recognizer === pan { return mayTakeTouches(pan) }
    if recognizer === pinch { return mayZoom && mayTakeTouches(pinch) }
    return true
  }
}

/// Keeps touches from the content of a scroll view until it is seen that they do not scroll: it fails then. It never
/// recognizes anything.
final class ContentTouchGate: UIGestureRecognizer {
  weak var scrollView: UIScrollView?

  override init() {
    super.init()
    label = "content touches"
    delaysTouchesBegan = true
    delaysTouchesEnded = false
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let scrollView, scrollView.isScrollEnabled else { return state = .failed }
    // A finger that stops it does nothing else, unless it seemed to stand still. This recognizer is called before the one
    // that stops it.
    if scrollView.movesVisibly {
      cancelInViews(touches)
      return state = .failed
    }
    if scrollView.delaysContentTouches, touches.contains(where: { $0.view !== scrollView }) {
      setAlarm(after: tuning.contentTouchDelay)
    } else {
      releaseTouches(event)
    }
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { releaseTouches(event) }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { cancelOrFail() }
  override func alarmFired() { releaseTouches(gestureTouches.first?.event) }

  /// Others never fail because of it.
  override func canPrevent(_ other: UIGestureRecognizer) -> Bool { false }
  override func canBePrevented(by other: UIGestureRecognizer) -> Bool { other.cancelsTouchesInView }

  /// The content gets the touches, unless the scroll view keeps them.
  private func releaseTouches(_ event: UIEvent?) {
    guard let scrollView else { return state = .failed }
    var views: [UIView] = []
    for touch in active {
      if let view = touch.view, view !== scrollView, !views.contains(where: { $0 === view }) {
        views.append(view)
      }
    }
    for view in views {
      let touches = Set(active.filter { $0.view === view })
      if !scrollView.touchesShouldBegin(touches, with: event, in: view) { cancelInViews(touches) }
    }
    state = .failed
  }
}
