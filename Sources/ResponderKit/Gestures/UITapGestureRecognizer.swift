/// One or several taps with one or several fingers. Discrete.
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// How many taps make the gesture, each soon after the one before and near the first.
  open var numberOfTapsRequired = 1
  /// The number of fingers that tap; with more the gesture fails.
  open var numberOfTouchesRequired = 1
  /// The pointer's buttons that tap; fingers have none, and always do.
  open var buttonMaskRequired = UIEvent.ButtonMask.primary
  override var wantedButtons: UIEvent.ButtonMask { buttonMaskRequired }

  /// Taps that are done.
  private final var taps = 0
  /// The most fingers that were down at once in this tap.
  private final var mostFingers = 0
  /// A finger of this tap went up: none may join it.
  private final var isLifting = false
  private final var tapBegan: UInt64 = 0
  private final var lastTapEnded: UInt64 = 0
  /// The place of the first tap.
  private final var firstPlace: Point?

  private final var isBetweenTaps: Bool { taps > 0 && mostFingers == 0 }

  open override var expectsMoreTouches: Bool { isBetweenTaps }
  override var setsItsOwnAlarm: Bool { true }

  override func isTooLate(_ nanoseconds: UInt64) -> Bool {
    isBetweenTaps && nanoseconds > lastTapEnded
      && nanoseconds - lastTapEnded > tuning.longestPauseBetweenTaps.asNanoseconds
  }

  /// The place of the first tap.
  open override func location(in view: UIView?) -> Point {
    guard let firstPlace else { return super.location(in: view) }
    return convert(firstPlace, to: view)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, !isBlocked else { return }
    let down = fingersDown
    if isLifting || down > numberOfTouchesRequired { return state = .failed }
    if mostFingers == 0 {
      tapBegan = active.map(\.beganNanoseconds).min() ?? 0
      setAlarm(after: tuning.longestTap)
    }
    mostFingers = max(mostFingers, down)
    if let firstPlace, !(middle.distance(to: firstPlace) <= tuning.tapMovement),
      down == numberOfTouchesRequired
    {
      return state = .failed
    }
    if taps == 0, down == numberOfTouchesRequired { firstPlace = middle }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, !isBlocked else { return }
    let limit = tuning.tapMovement
    if touches.contains(where: { !($0.location.distance(to: $0.beganLocation) <= limit) }) { state = .failed }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, !isBlocked else { return }
    let limit = tuning.tapMovement
    if touches.contains(where: { !($0.location.distance(to: $0.beganLocation) <= limit) }) {
      return state = .failed
    }
    isLifting = true
    guard fingersDown == 0 else { return }
    let now = touches.newestTime ?? 0
    guard mostFingers == numberOfTouchesRequired,
      now < tapBegan || now - tapBegan <= tuning.longestTap.asNanoseconds
    else { return state = .failed }
    taps += 1
    if taps >= numberOfTapsRequired {
      cancelAlarm()
      return state = .recognized
    }
    mostFingers = 0
    isLifting = false
    lastTapEnded = now
    setAlarm(after: tuning.longestPauseBetweenTaps)
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { cancelOrFail() }

  open override func reset() {
    taps = 0
    mostFingers = 0
    isLifting = false
    firstPlace = nil
  }

  /// A single tap leaves a double tap its chance.
  open override func canPrevent(_ other: UIGestureRecognizer) -> Bool {
    guard let tap = other as? UITapGestureRecognizer else { return super.canPrevent(other) }
    return tap.numberOfTapsRequired <= numberOfTapsRequired
  }
}
