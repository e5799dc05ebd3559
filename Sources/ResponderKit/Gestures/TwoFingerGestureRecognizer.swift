import LinuxSystem

/// What pinches and rotations have in common: the first two fingers, others are ignored.
open class TwoFingerGestureRecognizer: UIGestureRecognizer {
  /// How two fingers lie to each other.
  struct Span {
    var length: Double
    var angle: Double

    init?(_ touches: [UITouch]) {
      guard touches.count == 2 else { return nil }
      let way = touches[1].location - touches[0].location
      length = way.distance(to: .zero)
      angle = atan2(way.y, way.x)
    }
  }

  override init() { super.init() }

  /// The value and when it was taken, for velocities.
  private final var newest: (value: Double, time: UInt64)?
  /// The change of the value in a second.
  final private(set) var speed = 0.0

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    for touch in active.reversed() where active.count > 2 && touches.contains(touch) {
      ignore(touch, for: event)
    }
    if active.count == 2, let span = Span(active) { start(span) }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let span = Span(active) else { return }
    follow(span)
    if let time = touches.newestTime { noteSpeed(time) }
    if hasBegun {
      state = .changed
    } else if wantsToBegin(span) {
      state = .began
    }
  }

  /// With one finger there is no gesture.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if hasBegun {
      state = .ended
    } else if fingersDown == 0, state == .possible {
      state = .failed
    }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { cancelOrFail() }

  open override func reset() {
    newest = nil
    speed = 0
  }

  private final func noteSpeed(_ time: UInt64) {
    if let newest, time > newest.time { speed = (value - newest.value) / (Double(time - newest.time) / 1e9) }
    newest = (value, time)
  }

  // MARK: For the two kinds

  /// The value is another one without a movement: the velocity counts from there.
  final func valueWasSet() { if let newest { self.newest = (value, newest.time) } }

  /// The measure of the gesture.
  var value: Double { 0 }
  /// Two fingers are down.
  func start(_ span: Span) {}
  func follow(_ span: Span) {}
  func wantsToBegin(_ span: Span) -> Bool { false }
}
