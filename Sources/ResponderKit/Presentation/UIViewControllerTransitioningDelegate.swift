/// Chooses how a controller is presented in a program's own way, and what animates that.
public protocol UIViewControllerTransitioningDelegate: AnyObject {
  /// What animates the presentation; nil, unless implemented: the system does.
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  /// What animates the dismissal; nil, unless implemented: the system does.
  func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  /// What moves the animation of a presentation; nil, unless implemented: it runs on its own.
  func interactionControllerForPresentation(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
  /// What moves the animation of a dismissal; nil, unless implemented: it runs on its own.
  func interactionControllerForDismissal(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
  /// What shows a controller whose `modalPresentationStyle` is `custom`; nil, unless implemented: it fills the window.
  func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController?
}

extension UIViewControllerTransitioningDelegate {
  public func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  public func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  public func interactionControllerForPresentation(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
  public func interactionControllerForDismissal(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
  public func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController? { nil }
}

extension UIViewController {
  /// Chooses how it is presented, and animates that: where its `modalPresentationStyle` fills the window or is `custom`.
  public final var transitioningDelegate: (any UIViewControllerTransitioningDelegate)? {
    get { transitioning as? any UIViewControllerTransitioningDelegate }
    set { transitioning = newValue }
  }
}
