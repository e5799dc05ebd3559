/// Recognizes fingers that move quickly in one direction. Discrete: recognized as soon as they have moved far enough.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// Directions on the screen.
  public struct Direction: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// To the right.
    public static let right = Direction(rawValue: 1)
    /// To the left.
    public static let left = Direction(rawValue: 2)
    /// Upwards.
    public static let up = Direction(rawValue: 4)
    /// Downwards.
    public static let down = Direction(rawValue: 8)
  }

  /// One direction, or several of which any will do.
  open var direction: Direction = .right
  /// The number of fingers that swipe; with more the gesture fails.
  open var numberOfTouchesRequired = 1

  private final var began: UInt64?

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, !isBlocked else { return }
    if fingersDown > numberOfTouchesRequired { return state = .failed }
    if began == nil {
      began = touches.map(\.beganNanoseconds).min()
      setAlarm(after: tuning.swipeLongest)
    }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { look(touches) }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    look(touches)
    if state == .possible, !isBlocked { state = .failed }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { cancelOrFail() }

  open override func reset() { began = nil }

  private final func look(_ touches: Set<UITouch>) {
    guard state == .possible, !isBlocked else { return }
    if let began, let now = touches.newestTime, now > began,
      now - began > tuning.swipeLongest.asNanoseconds
    {
      return state = .failed
    }
    let start = active.reduce(Point.zero) { $0 + $1.beganLocation }
    let count = Double(max(active.count, 1))
    let way = middle - Point(start.x / count, start.y / count)
    var isPossible = false
    for (one, along, across) in [
      (Direction.right, way.x, way.y), (.left, -way.x, way.y), (.down, way.y, way.x), (.up, -way.y, way.x),
    ] where direction.contains(one) {
      guard abs(across) <= tuning.swipeWidth, along >= -tuning.swipeWidth else { continue }
      if along >= tuning.swipeLength, active.count == numberOfTouchesRequired {
        cancelAlarm()
        return state = .recognized
      }
      isPossible = true
    }
    if !isPossible { state = .failed }
  }
}
