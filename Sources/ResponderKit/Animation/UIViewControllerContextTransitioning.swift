/// What an animator knows of a transition, and how it ends it.
public protocol UIViewControllerContextTransitioning: AnyObject {
  /// Where the animation happens. The view that was shown is in it; the one that comes is to be added.
  var containerView: UIView { get }
  /// Whether it is to be seen step by step.
  var isAnimated: Bool { get }
  /// Whether a finger, or the program, moves it on and back.
  var isInteractive: Bool { get }
  /// Whether it was moved back to where it began.
  var transitionWasCancelled: Bool { get }
  /// How the controller is presented; `none` in a navigation controller.
  var presentationStyle: UIModalPresentationStyle { get }
  /// Says how far an interactive transition is, from 0 to 1.
  func updateInteractiveTransition(_ percentComplete: Double)
  /// Says that an interactive transition continues by itself.
  func finishInteractiveTransition()
  /// Says that an interactive transition goes back by itself.
  func cancelInteractiveTransition()
  /// Says that a transition that runs on its own becomes interactive.
  func pauseInteractiveTransition()
  /// Says that the animation has ended: false, if the view that was shown stays. An animator calls it once; otherwise the transition never ends.
  func completeTransition(_ didComplete: Bool)
  /// One of the two controllers.
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  /// One of the two views; nil of a controller that presents and stays where it is.
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  /// The place of a controller's view at the beginning; zero of one that comes.
  func initialFrame(for controller: UIViewController) -> Rect
  /// The place of a controller's view at the end; zero of one that is taken away.
  func finalFrame(for controller: UIViewController) -> Rect
}

extension UIViewControllerContextTransitioning {
  /// How the view that comes is turned: not at all.
  public var targetTransform: AffineTransform { .identity }
}

/// Animates a transition from one controller's view to another's.
public protocol UIViewControllerAnimatedTransitioning: AnyObject {
  /// How long it takes, in seconds.
  func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
    -> TimeInterval
  /// Adds the view that comes, animates both, and calls `completeTransition` at the end.
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
  /// A property animator that shows the same, for transitions that a finger moves from the beginning: the transition starts it in place of calling
  /// `animateTransition`. It calls `completeTransition` at its end. Unless implemented there is none.
  func interruptibleAnimator(
    using transitionContext: any UIViewControllerContextTransitioning
  ) -> any UIViewImplicitlyAnimating
  /// Called after the end, with whether it was not cancelled.
  func animationEnded(_ transitionCompleted: Bool)
}

extension UIViewControllerAnimatedTransitioning {
  public func animationEnded(_ transitionCompleted: Bool) {}
  public func interruptibleAnimator(
    using transitionContext: any UIViewControllerContextTransitioning
  ) -> any UIViewImplicitlyAnimating { NoAnimator() }
}

/// Moves a transition on and back: usually a ``UIPercentDrivenInteractiveTransition``.
public protocol UIViewControllerInteractiveTransitioning: AnyObject {
  /// Called in place of the animator's `animateTransition`.
  func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning)
  /// Whether it moves the transition from the beginning; true by default. Otherwise it runs on its own.
  var wantsInteractiveStart: Bool { get }
}

extension UIViewControllerInteractiveTransitioning {
  public var wantsInteractiveStart: Bool { true }
}
