/// The delivery's state of a touch.
struct TouchDeliveryState {
  enum Stage {
    /// Nothing was delivered to the view yet.
    case waiting
    /// The beginning was delivered to the view, so an end or a cancellation must be.
    case begun
    /// The view does not get this touch, for it takes one at a time, or another view takes all.
    case withheld
    /// Nothing more is delivered to the view.
    case over
  }

  var stage = Stage.waiting
  /// Whether it has changed and the recognizers were not notified.
  var hasNews = false
  /// It ended or was cancelled.
  var isOver = false
  /// Counts changes.
  var serial: UInt32 = 0
  /// The undelivered steps for the view, in order.
  var steps: [TouchStep] = []
}

/// A touch as it was when something happened to it.
struct TouchStep {
  var phase: UITouch.Phase
  var location: Point
  var previousLocation: Point
  var nanoseconds: UInt64
  var tapCount: Int
  var force: Double

  init(_ touch: UITouch) {
    phase = touch.phase
    location = touch.location
    previousLocation = touch.previousLocation
    nanoseconds = touch.nanoseconds
    tapCount = touch.tapCount
    force = touch.force
  }

  func restore(_ touch: UITouch) {
    touch.phase = phase
    touch.location = location
    touch.previousLocation = previousLocation
    touch.nanoseconds = nanoseconds
    touch.tapCount = tapCount
    touch.force = force
  }
}
