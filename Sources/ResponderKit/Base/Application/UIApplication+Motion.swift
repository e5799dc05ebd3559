import HIDEvents

/// Recognises a shake in samples of acceleration: the force turns around several times in a short while.
struct ShakeDetector {
  /// How far from rest, in units of gravity, a sample must be to count.
  static let threshold = 1.2
  /// How many turns make a shake, and how soon they must come.
  static let turns = 3
  static let window: UInt64 = 1_000_000_000
  /// How long it must be calm for the shake to be over, and how long it may last before it is taken for something else.
  static let calm: UInt64 = 300_000_000
  static let longest: UInt64 = 5_000_000_000

  enum Change {
    case began, ended, cancelled
  }

  private(set) var isShaking = false
  private var began: UInt64 = 0
  private var lastStrong: UInt64 = 0
  private var lastSign: (Double, Double, Double)?
  private var turnTimes: [UInt64] = []
  /// What rest is, slowly followed: gravity. Nothing at first: gravity alone is below the threshold.
  private var rest = (0.0, 0.0, 0.0)

  mutating func add(_ sample: HIDEvent.Acceleration, at time: UInt64) -> Change? {
    guard sample.x.isFinite, sample.y.isFinite, sample.z.isFinite else { return nil }
    let old = rest
    rest = (
      old.0 * 0.95 + sample.x * 0.05, old.1 * 0.95 + sample.y * 0.05, old.2 * 0.95 + sample.z * 0.05
    )
    let force = (sample.x - old.0, sample.y - old.1, sample.z - old.2)
    let strength = (force.0 * force.0 + force.1 * force.1 + force.2 * force.2).squareRoot()
    if strength >= Self.threshold {
      lastStrong = time
      if let last = lastSign, last.0 * force.0 + last.1 * force.1 + last.2 * force.2 < 0 {
        turnTimes.append(time)
      }
      lastSign = force
    }
    turnTimes.removeAll { time > $0 && time - $0 > Self.window }
    return change(at: time)
  }

  private mutating func change(at time: UInt64) -> Change? {
    if !isShaking {
      guard turnTimes.count >= Self.turns else { return nil }
      isShaking = true
      began = time
      return .began
    }
    if time > began, time - began > Self.longest {
      stop()
      return .cancelled
    }
    guard time > lastStrong, time - lastStrong >= Self.calm else { return nil }
    stop()
    return .ended
  }

  mutating func stop() {
    isShaking = false
    turnTimes = []
    lastSign = nil
  }
}

/// Motion and remote control.
extension UIApplication {
  final func handle(_ acceleration: HIDEvent.Acceleration, at time: UInt64) {
    guard applicationState == .active else { return losses.add(.inactive) }
    guard acceleration.x.isFinite, acceleration.y.isFinite, acceleration.z.isFinite else {
      return losses.add(.notFinite)
    }
    guard let change = shakes.add(acceleration, at: time) else { return }
    send(change, at: time)
  }

  private func send(_ change: ShakeDetector.Change, at time: UInt64) {
    motionChange = change
    sendEvent(UIEvent(.motion, subtype: .motionShake, nanoseconds: time))
    motionChange = nil
  }

  /// To the key window's first responder, or to the key window.
  final func sendMotion(_ event: UIEvent) {
    guard let change = motionChange, let window = keyWindow ?? windows.last else { return }
    let responder = window.firstResponder ?? window
    switch change {
    case .began: responder.motionBegan(event.subtype, with: event)
    case .ended: responder.motionEnded(event.subtype, with: event)
    case .cancelled: responder.motionCancelled(event.subtype, with: event)
    }
  }

  final func cancelMotion() {
    guard shakes.isShaking else { return }
    shakes.stop()
    send(.cancelled, at: UInt64(max(loop.now.nanoseconds, 0)))
  }

  /// From now on the application gets the events of remote controls, until as many `end…`.
  public final func beginReceivingRemoteControlEvents() { remoteControlDepth += 1 }
  /// Ends one `beginReceivingRemoteControlEvents`. When all have been ended, such events are dropped.
  public final func endReceivingRemoteControlEvents() { remoteControlDepth = max(0, remoteControlDepth - 1) }

  final func handle(_ command: HIDEvent.RemoteControl, at time: UInt64) {
    guard remoteControlDepth > 0 else { return losses.add(.ignored) }
    guard let subtype = UIEvent.EventSubtype(rawValue: Int(command.rawValue)) else { return }
    sendEvent(UIEvent(.remoteControl, subtype: subtype, nanoseconds: time))
  }
}
