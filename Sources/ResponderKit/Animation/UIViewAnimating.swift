/// What plays an animation that can be paused, moved by hand, reversed and stopped: a ``UIViewPropertyAnimator``, or a program's own.
public protocol UIViewAnimating: AnyObject {
  /// Where it is between being made and having ended.
  var state: UIViewAnimatingState { get }
  /// Whether it is moving by itself.
  var isRunning: Bool { get }
  /// Whether it runs, or will run, to the old values.
  var isReversed: Bool { get set }
  /// How far it is, from 0 to 1.
  var fractionComplete: Double { get set }
  /// Starts it, or lets it go on after a pause.
  func startAnimation()
  /// Starts it after a time.
  func startAnimation(afterDelay delay: TimeInterval)
  /// Stops it where it is; it can go on.
  func pauseAnimation()
  /// Ends it where it is. `withoutFinishing` calls no completion.
  func stopAnimation(_ withoutFinishing: Bool)
  /// After `stopAnimation(false)`: leaves the views at a position, and calls the completions.
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// What also animates changes that are added to it.
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  /// Adds changes.
  func addAnimations(_ animation: @escaping () -> Void)
  /// Adds changes that begin after a part of the time that is left.
  func addAnimations(_ animation: @escaping () -> Void, delayFactor: Double)
  /// Called at its end, with the place where it has ended.
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  /// Lets it go on with another curve, in a part of its whole time; 0: in the time that is left.
  func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: Double)
}

extension UIViewPropertyAnimator: UIViewImplicitlyAnimating {}

/// Stands for the property animator of an animator that has none.
final class NoAnimator: UIViewImplicitlyAnimating {
  var state: UIViewAnimatingState { .inactive }
  var isRunning: Bool { false }
  var isReversed = false
  var fractionComplete = 0.0
  func startAnimation() {}
  func startAnimation(afterDelay delay: TimeInterval) {}
  func pauseAnimation() {}
  func stopAnimation(_ withoutFinishing: Bool) {}
  func finishAnimation(at finalPosition: UIViewAnimatingPosition) {}
  func addAnimations(_ animation: @escaping () -> Void) {}
  func addAnimations(_ animation: @escaping () -> Void, delayFactor: Double) {}
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {}
  func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: Double
  ) {}
}
