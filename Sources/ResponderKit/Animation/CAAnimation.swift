/// An animation of a layer: what is common to all kinds. The layer shows it; its own values stay as they are.
open class CAAnimation: NSObject, CAMediaTiming {
  /// Of one way, in seconds; 0: a quarter of a second, or that of the transaction.
  public final var duration: TimeInterval = 0
  /// Number of ways, `.infinity` for no end; 0 counts as 1.
  public final var repeatCount: Float = 0
  /// For how long it is repeated, in seconds; 0: as `repeatCount` says.
  public final var repeatDuration: TimeInterval = 0
  /// Each time it also goes back, in as long again.
  public final var autoreverses = false
  /// When it begins, in the layer's time, which is that of `CACurrentMediaTime` unless it was set; in a group, after the group. 0: at once.
  public final var beginTime: TimeInterval = 0
  /// The factor of its speed: below 0 it runs backwards from its end, at 0 it stands still at `timeOffset`.
  public final var speed: Float = 1
  /// How far on it begins, in seconds at its own speed. What it leaves out at its beginning comes at its end.
  public final var timeOffset: TimeInterval = 0
  /// Nil: at a constant speed.
  public final var timingFunction: CAMediaTimingFunction?
  /// What it shows before it begins and after its end, if it is not removed.
  public final var fillMode = CAMediaTimingFillMode.removed
  /// Whether it is removed when it has ended.
  public final var isRemovedOnCompletion = true
  /// Notified of its beginning and its end; held by the animation.
  public final var delegate: (any CAAnimationDelegate)?

  /// What the program has set.
  final var keptValues: [String: Any]?

  /// An animation of no duration, that does nothing.
  public override init() { super.init() }

  private var pace: Double { speed.isFinite && speed != 0 ? Double(speed.magnitude) : 1 }

  final func timing(_ fallback: Double = 0.25) -> AnimationTiming {
    let speed = pace
    let seconds = (duration > 0 ? duration : naturalDuration ?? fallback) / speed
    var timing = AnimationTiming(
      duration: Duration(time: seconds), delay: .zero, curve: timingFunction?.curve ?? .linear)
    if repeatCount > 0 { timing.repeatCount = Double(repeatCount) }
    if repeatDuration > 0 { timing.repeatCount = repeatDuration / speed / seconds / (autoreverses ? 2 : 1) }
    timing.autoreverses = autoreverses
    return timing
  }

  /// As it is now.
  final func motion(_ fallback: Double = 0.25, isInGroup: Bool = false) -> LayerMotion {
    var timing = timing(fallback)
    if let spring { timing.curve = .spring(spring) }
    if isInGroup { timing.delay = Duration(time: beginTime).wholeNanoseconds }
    return LayerMotion(
      timing: timing, kind: kind(Double(timing.duration) / 1e9 * pace), pace: pace,
      fillsBefore: fillMode == .backwards || fillMode == .both,
      fillsAfter: fillMode == .forwards || fillMode == .both, isCumulative: addsUp,
      offset: Duration(time: timeOffset / pace).wholeNanoseconds, isFrozen: speed == 0,
      isBackwards: speed < 0, isInGroup: isInGroup)
  }

  func kind(_ duration: Double) -> LayerMotion.Kind { .none }
  var spring: Spring? { nil }
  var naturalDuration: Double? { nil }
  var addsUp: Bool { false }
}

/// Notified of an animation's beginning and end.
public protocol CAAnimationDelegate: AnyObject {
  /// It is shown from now on.
  func animationDidStart(_ animation: CAAnimation)
  /// It has ended, or was removed: then `flag` is false.
  func animationDidStop(_ animation: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ animation: CAAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ animation: CAAnimation, finished flag: Bool) {}
}

/// An animation of one value of a layer.
open class CAPropertyAnimation: CAAnimation {
  /// The value's path: `"opacity"`, `"transform.scale"`.
  public final var keyPath: String?
  /// Whether its values are added to the layer's own.
  public final var isAdditive = false
  /// Whether each repetition begins where the one before has ended.
  public final var isCumulative = false
  override var addsUp: Bool { isCumulative }

  /// An animation of the value with this path. A path that no layer has animates nothing.
  public convenience init(keyPath: String?) {
    self.init()
    self.keyPath = keyPath
  }

  final var key: LayerKey? { keyPath.flatMap(LayerKey.init(rawValue:)) }
}

/// An animation from one value to another.
open class CABasicAnimation: CAPropertyAnimation {
  /// Nil: `toValue` less `byValue`, or the value below.
  public final var fromValue: Any?
  /// Nil: `fromValue` and `byValue`, or the value below.
  public final var toValue: Any?
  /// The way between the two, where one of them is nil.
  public final var byValue: Any?

  override func kind(_ duration: Double) -> LayerMotion.Kind {
    guard let key else { return .none }
    return .way(
      key, .init(from: LayerValue(fromValue), to: LayerValue(toValue), by: LayerValue(byValue)),
      isAdditive: isAdditive)
  }
}

/// An animation with a spring in place of a curve.
open class CASpringAnimation: CABasicAnimation {
  /// The mass of what hangs on the spring.
  public final var mass = 1.0
  /// The stiffness of the spring.
  public final var stiffness = 100.0
  /// How much it is slowed down.
  public final var damping = 10.0
  /// At the beginning: whole ways in a second.
  public final var initialVelocity = 0.0

  private var physics: SpringPhysics { .init(mass: mass, stiffness: stiffness, damping: damping) }
  /// How long it takes until it is at rest, to a thousandth of the way. It is the animation's duration if no other is set.
  public final var settlingDuration: TimeInterval { physics.settlingDuration }
  override var naturalDuration: Double? { settlingDuration }
  override var spring: Spring? {
    Spring(damping: physics.ratio, velocity: initialVelocity * settlingDuration)
  }
}

/// An animation along several values.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// One after the other.
  public final var values: [Any]?
  /// When each of them is reached, from 0 to 1, rising; nil: in equal steps.
  public final var keyTimes: [Double]?
  /// A curve for each way between two values; nil: at a constant speed.
  public final var timingFunctions: [CAMediaTimingFunction]?
  /// The way of a `position`, in place of values: at a constant speed.
  public final var path: CGPath?
  /// The pace between the values.
  public final var calculationMode = CAAnimationCalculationMode.linear
  /// Whether a layer whose `position` is animated turns to the way that it takes; nil, the default: it does not.
  public final var rotationMode: CAAnimationRotationMode?
  /// In the cubic modes, for each value: 1 is a sharp bend there, below 0 a wide one; nil: 0.
  public final var tensionValues: [Double]?
  /// In the cubic modes, for each value: other values than 0 are a corner there; nil: 0.
  public final var continuityValues: [Double]?
  /// In the cubic modes, for each value: whether the curve bends before it, below 0, or behind it; nil: 0.
  public final var biasValues: [Double]?

  override func kind(_ duration: Double) -> LayerMotion.Kind {
    guard let key else { return .none }
    var frames = LayerMotion.Frames(values: (values ?? []).compactMap { LayerValue($0) })
    if let path { frames = .init(along: path.shapeParts) }
    if path == nil, let keyTimes, keyTimes.count >= frames.values.count { frames.times = keyTimes }
    frames.curves = (timingFunctions ?? []).map(\.curve)
    frames.isDiscrete = calculationMode == .discrete
    if key == .position { frames.turn = rotationMode }
    guard path == nil else { return .frames(key, frames, isAdditive: isAdditive) }
    let bends = FrameCurve(
      tension: tensionValues ?? [], continuity: continuityValues ?? [], bias: biasValues ?? [])
    switch calculationMode {
    case .linear, .discrete: break
    case .paced: frames.pace()
    case .cubic: frames.bends = bends
    case .cubicPaced: frames.pace(along: bends)
    }
    return .frames(key, frames, isAdditive: isAdditive)
  }
}

/// How a ``CAKeyframeAnimation`` goes between its values.
public enum CAAnimationCalculationMode: Hashable, Sendable {
  /// Straight from one to the next.
  case linear
  /// Each stays until the next.
  case discrete
  /// Straight, and at a constant speed: `keyTimes` and `timingFunctions` do not count. Along a `path` that is so in any mode.
  case paced
  /// In a curve through all of them.
  case cubic
  /// In such a curve, at a constant speed.
  case cubicPaced
}

/// Animations of one layer that go together.
open class CAAnimationGroup: CAAnimation {
  /// They end with the group at the latest.
  public final var animations: [CAAnimation]?

  override func kind(_ duration: Double) -> LayerMotion.Kind {
    .group((animations ?? []).map { $0.motion(duration, isInGroup: true) })
  }
}
