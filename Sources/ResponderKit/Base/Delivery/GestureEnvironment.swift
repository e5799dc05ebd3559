import RunLoopCore

/// The recognizers' side of the delivery: what the way of an event asks of the gesture layer, and in which order.
///
/// For each event of touches, a window's delivery
/// 1. calls `began` for each new touch, when its window and view are known,
/// 2. calls `consider` with all touches of the window that changed,
/// 3. asks `delaysBegan` and `delaysEnded` for each step that a view would get now, and holds back what they say,
/// 4. after the event, calls `finished` for each touch that is over.
///
/// The gesture layer in turn tells its `GestureHost` which touches are taken from views, and which may go to them now.
protocol GestureEnvironment: AnyObject {
  /// A touch began. Collects the recognizers that get it (the view's, then its superviews' up to the window's) into
  /// `touch.gestureRecognizers`.
  func began(_ touch: UITouch, with event: UIEvent)

  /// The touches changed (their phase says how): recognizers look at them, change their states, and their actions are
  /// called. Views get the touches after this.
  func consider(_ touches: [UITouch], with event: UIEvent, in window: UIWindow)

  /// Whether a recognizer wants the touch's view not to hear of its beginning yet.
  func delaysBegan(_ touch: UITouch) -> Bool

  /// Whether a recognizer wants the touch's view not to hear of its end yet.
  func delaysEnded(_ touch: UITouch) -> Bool

  /// The touch is over, and will not change any more.
  func finished(_ touch: UITouch)

  /// A pointer that touches nothing moved: `event.touches[0]` is it, with a region phase, and the view under it.
  func pointerMoved(with event: UIEvent, in window: UIWindow)

  /// The wheel scrolled: `event.scrollDelta`, at `event.screenLocation`.
  func scrolled(with event: UIEvent, in window: UIWindow)
}

/// What recognizers ask of the application whose touches they look at.
protocol GestureHost: AnyObject {
  var loop: RunLoop { get }
  /// Whether a finger is down.
  var hasTouches: Bool { get }
  /// The views of these touches get `touchesCancelled`, if they got anything, and nothing more.
  func cancelInViews(_ touches: [UITouch])
  /// Whether the touch's view has not been told all of it yet.
  func isHeld(_ touch: UITouch) -> Bool
  /// What was held back of these touches may go to their views now.
  func reconsider(_ touches: [UITouch])
  /// Counts what could not be done.
  func note(_ loss: EventLosses.Reason)
}
