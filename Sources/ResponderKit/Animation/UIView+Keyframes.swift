/// Animations of several steps.
extension UIView {
  /// How an animation of key frames runs. The numbers are UIKit's.
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The views can be hit while they are animated, where they will be.
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    /// Without effect: animations begin where the view is seen in any case.
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    /// Again and again, until the animations are removed.
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    /// Each time also back.
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    /// Straight from one step to the next: the default.
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    /// At once, when a key frame's time has passed.
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    /// Shown as `calculationModeLinear`.
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    /// Shown as `calculationModeLinear`.
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    /// Shown as `calculationModeLinear`.
    public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)
  }

  /// Lets the changes of each ``addKeyframe(withRelativeStartTime:relativeDuration:animations:)`` in `animations` be seen in its part of the time. Values that are changed
  /// outside of one move all the time. They replace what earlier animations show, also of places. Times go as in `animate`, slow at both ends, unless the options hold another curve's bits.
  public static func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval = 0, options: KeyframeAnimationOptions = [],
    animations: () -> Void, completion: ((_ isFinished: Bool) -> Void)? = nil
  ) {
    let isDiscrete = options.rawValue & 7 << 10 == KeyframeAnimationOptions.calculationModeDiscrete.rawValue
    let options = AnimationOptions(rawValue: options.rawValue & ~(7 << 10))
    let timing = AnimationTiming(
      duration: Duration(time: duration), delay: Duration(time: delay), options: options)
    let animation = Animation(timing, options, completion)
    animation.isDiscrete = isDiscrete
    animation.takesOver = true
    UIWindow.hostOfThread.animations.open(animation, animations)
  }

  /// Inside of `animateKeyframes`, or of an animator's animations: what `animations` changes moves from `start` on, for a part of the time; both are parts of 1.
  public static func addKeyframe(
    withRelativeStartTime start: Double, relativeDuration length: Double, animations: () -> Void
  ) {
    guard let animation = UIWindow.hostOfThread.animations.current else { return animations() }
    animation.layOutStacks()
    let outer = animation.span
    animation.span = KeyframeSpan(
      start: outer.start + start * outer.length, length: length * outer.length)
    animations()
    animation.layOutStacks()
    animation.span = outer
  }
}
