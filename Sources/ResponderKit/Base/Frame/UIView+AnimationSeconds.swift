extension UIView {
  /// As `animate` with a `Duration`: times are seconds.
  public static func animate(
    withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((_ isFinished: Bool) -> Void)? = nil
  ) {
    animate(
      withDuration: Duration(time: duration), delay: Duration(time: delay), options: options,
      animations: animations,
      completion: completion)
  }

  /// As `animate` with a `Duration` and a spring: times are seconds.
  public static func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping damping: Double,
    initialSpringVelocity velocity: Double, options: AnimationOptions = [], animations: () -> Void,
    completion: ((_ isFinished: Bool) -> Void)? = nil
  ) {
    animate(
      withDuration: Duration(time: duration), delay: Duration(time: delay), usingSpringWithDamping: damping,
      initialSpringVelocity: velocity, options: options, animations: animations, completion: completion)
  }

  /// As `animate` with a spring, in the words of newer systems: `bounce` 0 does not swing, 1 swings without end.
  public static func animate(
    springDuration duration: TimeInterval = 0.5, bounce: Double = 0,
    initialSpringVelocity velocity: Double = 0,
    delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void,
    completion: ((_ isFinished: Bool) -> Void)? = nil
  ) {
    let damping = bounce >= 0 ? max(1 - bounce, 0.001) : 1 / max(1 + bounce, 0.001)
    animate(
      withDuration: duration, delay: delay, usingSpringWithDamping: damping, initialSpringVelocity: velocity,
      options: options, animations: animations, completion: completion)
  }
}

extension Duration {
  /// Seconds as people give them: less than none is none, and a billion is enough.
  init(time seconds: TimeInterval) {
    self = .seconds(min(max(seconds.isNaN ? 0 : seconds, 0), 1e9))
  }
}
