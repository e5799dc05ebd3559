/// What is known of a transition while views change: from one size to another, or from one page to the page below it.
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  /// Whether it is seen step by step.
  var isAnimated: Bool { get }
  /// Whether a finger moves it.
  var isInteractive: Bool { get }
  /// Whether a finger moved it at first.
  var initiallyInteractive: Bool { get }
  /// Whether it returns, or has returned, to where it began.
  var isCancelled: Bool { get }
  /// How far it is, from 0 to 1.
  var percentComplete: Double { get }
  /// How fast the finger was that left it, in whole ways a second.
  var completionVelocity: Double { get }
  /// How long it takes without a finger, in seconds.
  var transitionDuration: TimeInterval { get }
}

/// What a view controller can do while its view gets another size, or while a finger swipes a page back.
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
  /// Calls `animation` so that its changes are animated along with the transition, and `completion` when that has ended. Either may be
  /// left out.
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
  /// Calls `handler` when a finger leaves the transition, which has ended or is cancelled then.
  func notifyWhenInteractionChanges(
    _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
}

extension UIViewControllerTransitionCoordinatorContext {
  /// How the contents are turned: not at all, since a window has another size instead.
  public var targetTransform: AffineTransform { .identity }
}

extension UIViewControllerTransitionCoordinator {
  /// As with a completion, without one.
  @discardableResult
  public func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool { animate(alongsideTransition: animation, completion: nil) }
}
