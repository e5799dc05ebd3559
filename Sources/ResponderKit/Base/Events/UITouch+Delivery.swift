/// What the delivery knows of a touch.
struct TouchDeliveryState {
  enum Stage {
    /// The view has heard nothing yet.
    case waiting
    /// The view knows that it began, and must hear that it ended or was cancelled.
    case begun
    /// The view does not get this touch, for it takes one at a time, or another view takes all.
    case withheld
    /// The view hears nothing more.
    case over
  }

  var stage = Stage.waiting
  /// It changed, and the recognizers have not been told.
  var hasNews = false
  /// It ended or was cancelled.
  var isOver = false
  /// Counts changes.
  var serial: UInt32 = 0
  /// What the view has still to hear, in order.
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
