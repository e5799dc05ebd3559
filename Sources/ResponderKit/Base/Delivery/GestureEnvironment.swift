import RunLoopCore

/// The recognizers' side of the delivery: the calls of the gesture layer for an event, in order.
///
/// For each event of touches, a window's delivery
/// 1. calls `began` for each new touch, when its window and view are known,
/// 2. calls `consider` with all touches of the window that changed,
/// 3. asks `delaysBegan` and `delaysEnded` for each step that a view would get now, and withholds steps accordingly,
/// 4. after the event, calls `finished` for each touch that has ended.
///
/// The gesture layer in turn notifies its `GestureHost` which touches are taken from views, and which may reach them now.
protocol GestureEnvironment: AnyObject {
  /// A touch began. Collects the recognizers that get it (the view's, then its superviews' up to the window's) into
  /// `touch.gestureRecognizers`.
  func began(_ touch: UITouch, with event: UIEvent)

  /// The touches changed (their phase says how): recognizers look at them, change their states, and their actions are
  /// called. Views get the touches after this.
  func consider(_ touches: [UITouch], with event: UIEvent, in window: UIWindow)

  /// Whether a recognizer delays the touch's beginning for its view.
  func delaysBegan(_ touch: UITouch) -> Bool

  /// Whether a recognizer delays the touch's end for its view.
  func delaysEnded(_ touch: UITouch) -> Bool

  /// Notes that the touch has ended, and will no longer change.
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
  /// Whether steps of the touch are still withheld from its view.
  func isHeld(_ touch: UITouch) -> Bool
  /// Releases withheld steps of these touches to their views.
  func reconsider(_ touches: [UITouch])
  /// Counts what could not be done.
  func note(_ loss: EventLosses.Reason)
}
