import UIKit

// One line differs from UIKit: the recognizer's closure in place of a selector.

/// A picture grows out of its place in the list, and back into it.
final class PopAnimator: NSObject, UIViewControllerAnimatedTransitioning {
  let duration = 0.8
  var presenting = true
  var originFrame = CGRect.zero

  func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?) -> TimeInterval {
    return duration
  }

  func animateTransition(using transitionContext: UIViewControllerContextTransitioning) {
    let containerView = transitionContext.containerView
    let detailView =
      presenting ? transitionContext.view(forKey: .to)! : transitionContext.view(forKey: .from)!
    let initialFrame = presenting ? originFrame : detailView.frame
    let finalFrame = presenting ? detailView.frame : originFrame
    let xScaleFactor =
      presenting ? initialFrame.width / finalFrame.width : finalFrame.width / initialFrame.width
    let yScaleFactor =
      presenting ? initialFrame.height / finalFrame.height : finalFrame.height / initialFrame.height
    let scaleTransform = CGAffineTransform(scaleX: xScaleFactor, y: yScaleFactor)

    if presenting {
      detailView.transform = scaleTransform
      detailView.center = CGPoint(x: initialFrame.midX, y: initialFrame.midY)
      detailView.clipsToBounds = true
    }
    containerView.addSubview(detailView)
    containerView.bringSubviewToFront(detailView)

    UIView.animate(
      withDuration: duration, delay: 0.0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0.2,
      animations: {
        detailView.transform = self.presenting ? .identity : scaleTransform
        detailView.center = CGPoint(x: finalFrame.midX, y: finalFrame.midY)
      },
      completion: { _ in
        transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
      })
  }
}

final class HerbsViewController: UIViewController, UIViewControllerTransitioningDelegate {
  let transition = PopAnimator()
  let herb = UIView(frame: CGRect(x: 20, y: 600, width: 100, height: 100))

  override func viewDidLoad() {
    super.viewDidLoad()
    herb.backgroundColor = .systemGreen
    view.addSubview(herb)
  }

  func showDetails() {
    let details = UIViewController()
    details.view.backgroundColor = .systemGreen
    details.modalPresentationStyle = .fullScreen
    details.transitioningDelegate = self
    present(details, animated: true, completion: nil)
  }

  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> UIViewControllerAnimatedTransitioning? {
    transition.originFrame = herb.superview!.convert(herb.frame, to: nil)
    transition.presenting = true
    herb.isHidden = true
    return transition
  }

  func animationController(forDismissed dismissed: UIViewController) -> UIViewControllerAnimatedTransitioning?
  {
    transition.presenting = false
    return transition
  }
}

/// A page fades in over the other; a finger from the left edge fades it out.
final class FadeAnimator: NSObject, UIViewControllerAnimatedTransitioning {
  func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?) -> TimeInterval {
    0.35
  }

  func animateTransition(using transitionContext: UIViewControllerContextTransitioning) {
    guard let toView = transitionContext.view(forKey: .to),
      let toController = transitionContext.viewController(forKey: .to)
    else { return transitionContext.completeTransition(false) }
    transitionContext.containerView.addSubview(toView)
    toView.frame = transitionContext.finalFrame(for: toController)
    toView.alpha = 0.0
    UIView.animate(
      withDuration: transitionDuration(using: transitionContext),
      animations: { toView.alpha = 1.0 },
      completion: { _ in transitionContext.completeTransition(!transitionContext.transitionWasCancelled) })
  }
}

final class SwipeInteractionController: UIPercentDrivenInteractiveTransition {
  private(set) var interactionInProgress = false
  private var shouldCompleteTransition = false
  private weak var navigationController: UINavigationController?

  init(navigationController: UINavigationController) {
    super.init()
    self.navigationController = navigationController
    let gesture = UIScreenEdgePanGestureRecognizer()
    gesture.addAction { [unowned self] in self.handleGesture($0) }
    gesture.edges = .left
    navigationController.view.addGestureRecognizer(gesture)
  }

  func handleGesture(_ gestureRecognizer: UIScreenEdgePanGestureRecognizer) {
    let translation = gestureRecognizer.translation(in: gestureRecognizer.view!.superview!)
    let progress = min(max(translation.x / 200, 0.0), 1.0)
    switch gestureRecognizer.state {
    case .began:
      interactionInProgress = true
      navigationController?.popViewController(animated: true)
    case .changed:
      shouldCompleteTransition = progress > 0.5
      update(CGFloat(progress))
    case .cancelled:
      interactionInProgress = false
      cancel()
    case .ended:
      interactionInProgress = false
      if shouldCompleteTransition {
        finish()
      } else {
        cancel()
      }
    default:
      break
    }
  }
}

final class FadeNavigationDelegate: NSObject, UINavigationControllerDelegate {
  var swipeInteractionController: SwipeInteractionController?

  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation, from fromVC: UIViewController,
    to toVC: UIViewController
  ) -> UIViewControllerAnimatedTransitioning? {
    switch operation {
    case .push, .pop: return FadeAnimator()
    default: return nil
    }
  }

  func navigationController(
    _ navigationController: UINavigationController,
    interactionControllerFor animationController: UIViewControllerAnimatedTransitioning
  ) -> UIViewControllerInteractiveTransitioning? {
    guard let controller = swipeInteractionController, controller.interactionInProgress else { return nil }
    return controller
  }
}
