/// How a ``UIViewPropertyAnimator`` goes in time: ``UICubicTimingParameters`` or ``UISpringTimingParameters``. Others go as `easeInOut`.
public protocol UITimingCurveProvider: AnyObject {}

/// A curve of the layer's own kinds.
protocol TimingCurve: UITimingCurveProvider {
  var curve: AnimationTiming.Curve { get }
  /// In seconds, where the curve has one of its own.
  var naturalDuration: Double? { get }
}

/// A curve without swings.
public final class UICubicTimingParameters: NSObject, TimingCurve {
  let curve: AnimationTiming.Curve
  var naturalDuration: Double? { nil }

  /// One of the known curves.
  public init(animationCurve: UIView.AnimationCurve) {
    curve = UIView.AnimationOptions(rawValue: UInt(animationCurve.rawValue) << 16).curve
    super.init()
  }

  /// A cubic curve from (0, 0) to (1, 1); x is the time.
  public init(controlPoint1: Point, controlPoint2: Point) {
    curve = .cubic(CubicCurve(controlPoint1, controlPoint2))
    super.init()
  }
}

/// A spring.
public final class UISpringTimingParameters: NSObject, TimingCurve {
  let curve: AnimationTiming.Curve
  let naturalDuration: Double?

  /// A spring that comes to rest in the animator's time. `initialVelocity` is the way at first, in whole ways in that time.
  public init(dampingRatio: Double, initialVelocity: CGVector = .zero) {
    curve = .spring(Spring(damping: dampingRatio, velocity: initialVelocity.dx))
    naturalDuration = nil
    super.init()
  }

  /// A spring by its constants, which say how long it takes, too. `initialVelocity` is in whole ways in a second.
  public init(mass: Double, stiffness: Double, damping: Double, initialVelocity: CGVector = .zero) {
    let physics = SpringPhysics(mass: mass, stiffness: stiffness, damping: damping)
    let duration = physics.settlingDuration
    curve = .spring(Spring(damping: physics.ratio, velocity: initialVelocity.dx * duration))
    naturalDuration = duration
    super.init()
  }
}
