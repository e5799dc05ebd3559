/// Recognizes fingers that stay in place for a time. Continuous: it begins when the time has passed; the fingers may
/// then move freely. It ends when fewer fingers are down than it needs.
///
/// The time is the events' own: a press that was long enough counts also when the loop was busy meanwhile.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// Nil: the tuning's.
  open var minimumPressDuration: Duration?
  /// How far each finger may move before the press begins, in points; nil: the tuning's.
  open var allowableMovement: Double?
  /// How many taps come before the press.
  open var numberOfTapsRequired = 0
  /// The number of fingers that press; with more the gesture fails.
  open var numberOfTouchesRequired = 1

  /// The time at which all fingers were down.
  private final var pressBegan: UInt64?

  private final var duration: Duration { minimumPressDuration ?? tuning.longPressDuration }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if hasBegun { return }
    let down = fingersDown
    if down > numberOfTouchesRequired { return state = .failed }
    if touches.contains(where: { $0.tapCount <= numberOfTapsRequired }) { return state = .failed }
    guard down == numberOfTouchesRequired else { return }
    pressBegan = active.map(\.beganNanoseconds).max()
    setAlarm(after: duration)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if hasBegun { return state = .changed }
    if beganInTime(touches) { return }
    let limit = allowableMovement ?? tuning.longPressMovement
    if touches.contains(where: { !($0.location.distance(to: $0.beganLocation) <= limit) }) { state = .failed }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if hasBegun || beganInTime(touches) {
      if fingersDown < numberOfTouchesRequired { endOrFail() }
    } else if state == .possible {
      state = .failed
    }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { cancelOrFail() }

  override func alarmFired() { if !hasBegun { state = .began } }

  open override func reset() { pressBegan = nil }

  /// Whether the time had passed before this event, though the alarm has not fired yet.
  private final func beganInTime(_ touches: Set<UITouch>) -> Bool {
    guard let pressBegan, let now = touches.newestTime, now > pressBegan,
      now - pressBegan >= duration.asNanoseconds
    else { return false }
    cancelAlarm()
    state = .began
    return true
  }
}
