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
