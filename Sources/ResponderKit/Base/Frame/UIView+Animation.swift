/// Animation of place, transform, opacity, background and layer.
extension UIView {
  /// How an animation runs. The numbers are UIKit's; its options that are not listed here have no effect.
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The views can be hit while they are animated, where they will be.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// Without effect: animations of places add up, others begin with what is seen.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// Again and again, until the animations are removed: `completion` is called with false then.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// Each time also back, in as long again; what is shown at the end are the new values all the same.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// Slow at both ends: the default.
    public static let curveEaseInOut: AnimationOptions = []
    /// Slow at the beginning.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Slow at the end.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// Constant speed.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    /// In `transition(from:to:…)`: hides and shows the views instead of taking them out and putting them in.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    /// In transitions: the old picture passes into the new one, as it does without any of these.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    /// The view turns like a card, with its left edge to the front.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    /// The view turns like a card, with its right edge to the front.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    /// Shown as `transitionCrossDissolve`.
    public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
    /// Shown as `transitionCrossDissolve`.
    public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
    /// The view turns like a card, with its upper edge to the front.
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
    /// The view turns like a card, with its lower edge to the front.
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)

    var passage: ViewPassage {
      switch rawValue & 7 << 20 {
      case 1 << 20: .flip(from: .left)
      case 2 << 20: .flip(from: .right)
      case 6 << 20: .flip(from: .top)
      case 7 << 20: .flip(from: .bottom)
      default: .fade
      }
    }

    var curve: AnimationTiming.Curve {
      switch rawValue & 3 << 16 {
      case 1 << 16: .easeIn
      case 2 << 16: .easeOut
      case 3 << 16: .linear
      default: .easeInOut
      }
    }
  }

  /// Lets what `animations` changes of views in windows be seen to change over a time. The views have their new values at
  /// once; only what is shown changes step by step, on the beats of the display. Animations of places and sizes that run at the same time add up.
  ///
  /// - Parameter completion: called with true when the time has passed, or with false when the animation was removed.
  public static func animate(
    withDuration duration: Duration, delay: Duration = .zero, options: AnimationOptions = [],
    animations: () -> Void, completion: ((_ isFinished: Bool) -> Void)? = nil
  ) {
    let timing = AnimationTiming(duration: duration, delay: delay, options: options)
    UIWindow.hostOfThread.animations.open(Animation(timing, options, completion), animations)
  }

  /// Like `animate`, with a spring instead of a curve: it swings around the new values and comes to rest there.
  ///
  /// - Parameters:
  ///   - damping: 1 does not swing; the less, the longer it does.
  ///   - velocity: with which it begins: whole ways a second.
  public static func animate(
    withDuration duration: Duration, delay: Duration = .zero, usingSpringWithDamping damping: Double,
    initialSpringVelocity velocity: Double, options: AnimationOptions = [], animations: () -> Void,
    completion: ((_ isFinished: Bool) -> Void)? = nil
  ) {
    let seconds = Double(max(duration.wholeNanoseconds, 0)) / 1e9
    let timing = AnimationTiming(
      duration: duration, delay: delay, options: options,
      spring: Spring(damping: damping, velocity: velocity * seconds))
    UIWindow.hostOfThread.animations.open(Animation(timing, options, completion), animations)
  }

  /// Inside `animate`: sets how often the whole animation is shown, and whether each time also backwards. 0 and less: once.
  public static func modifyAnimations(
    withRepeatCount count: Double, autoreverses: Bool, animations: () -> Void
  ) {
    UIWindow.hostOfThread.animations.current?.modify(count, autoreverses)
    animations()
  }

  /// What `changes` changes is not animated, even inside `animate`.
  public static func performWithoutAnimation(_ changes: () -> Void) {
    UIWindow.hostOfThread.animations.suspend(changes)
  }

  /// Whether `animate` animates; true by default. While it is false, changes are shown at once, also those in an `animate` that has begun, and completions of others are called
  /// at once.
  public static func setAnimationsEnabled(_ enabled: Bool) {
    UIWindow.hostOfThread.animations.isEnabled = enabled
  }
  /// Whether `animate` animates.
  public static var areAnimationsEnabled: Bool { UIWindow.hostOfThread.animations.isEnabled }

  /// Ends the view's animations of `animate`; its values are shown as they are.
  public final func removeAllAnimations() { home?.host?.animations.remove(self) }

  /// Changes a value, and animates the change if it happens inside of `animate`.
  @inline(__always)
  final func animatingChange(_ change: () -> Void) {
    guard AnimationList.openCount.load(ordering: .relaxed) == 0 else { return animateChange(change) }
    change()
    // Is seen at once, whatever of the view is animated.
    if presentationStorage != nil { layerAnimationsChanged() }
  }

  @inline(never)
  private func animateChange(_ change: () -> Void) {
    guard let list = home?.host?.animations else { return change() }
    guard let animation = list.current else {
      change()
      if presentationStorage != nil { list.refresh(self) }
      return
    }
    // Brings the presentation up to now, as a layer's change does, before the first of the animation's changes.
    if presentationStorage != nil, animation.isRunning || animation.parts[ObjectIdentifier(self)] == nil {
      list.refresh(self)
    }
    let shown = presentation
    let before = layerState
    change()
    animation.add(self, shown: shown, before: before)
  }
}

extension AnimationTiming {
  init(duration: Duration, delay: Duration, options: UIView.AnimationOptions, spring: Spring? = nil) {
    self.init(duration: duration, delay: delay, curve: spring.map(Curve.spring) ?? options.curve)
    if options.contains(.repeat) { repeatCount = .infinity }
    autoreverses = options.contains(.autoreverse)
  }
}
