import UIKit

// One line differs from UIKit: the recognizer's closure in place of a selector.

enum PresentationDirection {
  case left, bottom
}

/// A panel at an edge, with what is behind it darkened; a tap there dismisses it.
final class SlideInPresentationController: UIPresentationController {
  private let dimmingView = UIView()
  private let direction: PresentationDirection

  override var frameOfPresentedViewInContainerView: CGRect {
    var frame: CGRect = .zero
    frame.size = size(forChildContentContainer: containerView!.bounds.size)
    if direction == .bottom { frame.origin.y = containerView!.frame.height * (1.0 / 3.0) }
    return frame
  }

  init(
    presentedViewController: UIViewController, presenting presentingViewController: UIViewController?,
    direction: PresentationDirection
  ) {
    self.direction = direction
    super.init(presentedViewController: presentedViewController, presenting: presentingViewController)
    setupDimmingView()
  }

  override func presentationTransitionWillBegin() {
    containerView?.insertSubview(dimmingView, at: 0)
    NSLayoutConstraint.activate(
      NSLayoutConstraint.constraints(
        withVisualFormat: "V:|[dimmingView]|", options: [], metrics: nil, views: ["dimmingView": dimmingView])
    )
    NSLayoutConstraint.activate(
      NSLayoutConstraint.constraints(
        withVisualFormat: "H:|[dimmingView]|", options: [], metrics: nil, views: ["dimmingView": dimmingView])
    )
    guard let coordinator = presentedViewController.transitionCoordinator else {
      dimmingView.alpha = 1.0
      return
    }
    coordinator.animate(alongsideTransition: { _ in self.dimmingView.alpha = 1.0 })
  }

  override func dismissalTransitionWillBegin() {
    guard let coordinator = presentedViewController.transitionCoordinator else {
      dimmingView.alpha = 0.0
      return
    }
    coordinator.animate(alongsideTransition: { _ in self.dimmingView.alpha = 0.0 })
  }

  override func containerViewWillLayoutSubviews() {
    presentedView?.frame = frameOfPresentedViewInContainerView
  }

  func size(forChildContentContainer parentSize: CGSize) -> CGSize {
    switch direction {
    case .left: return CGSize(width: parentSize.width * (2.0 / 3.0), height: parentSize.height)
    case .bottom: return CGSize(width: parentSize.width, height: parentSize.height * (2.0 / 3.0))
    }
  }

  private func setupDimmingView() {
    dimmingView.translatesAutoresizingMaskIntoConstraints = false
    dimmingView.backgroundColor = UIColor(white: 0.0, alpha: 0.5)
    dimmingView.alpha = 0.0
    let recognizer = UITapGestureRecognizer()
    recognizer.addAction { [unowned self] _ in self.presentingViewController.dismiss(animated: true) }
    dimmingView.addGestureRecognizer(recognizer)
  }
}

final class SlideInPresentationAnimator: NSObject, UIViewControllerAnimatedTransitioning {
  let direction: PresentationDirection
  let isPresentation: Bool

  init(direction: PresentationDirection, isPresentation: Bool) {
    self.direction = direction
    self.isPresentation = isPresentation
    super.init()
  }

  func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?) -> TimeInterval {
    return 0.3
  }

  func animateTransition(using transitionContext: UIViewControllerContextTransitioning) {
    let key: UITransitionContextViewControllerKey = isPresentation ? .to : .from
    guard let controller = transitionContext.viewController(forKey: key) else { return }
    if isPresentation {
      transitionContext.containerView.addSubview(controller.view)
    }
    let presentedFrame =
      isPresentation
      ? transitionContext.finalFrame(for: controller) : transitionContext.initialFrame(for: controller)
    var dismissedFrame = presentedFrame
    switch direction {
    case .left: dismissedFrame.origin.x = -presentedFrame.width
    case .bottom: dismissedFrame.origin.y = transitionContext.containerView.frame.size.height
    }
    let initialFrame = isPresentation ? dismissedFrame : presentedFrame
    let finalFrame = isPresentation ? presentedFrame : dismissedFrame
    let animationDuration = transitionDuration(using: transitionContext)
    controller.view.frame = initialFrame
    UIView.animate(
      withDuration: animationDuration,
      animations: {
        controller.view.frame = finalFrame
      },
      completion: { finished in
        if !self.isPresentation {
          controller.view.removeFromSuperview()
        }
        transitionContext.completeTransition(finished)
      })
  }
}

final class SlideInPresentationManager: NSObject, UIViewControllerTransitioningDelegate {
  var direction: PresentationDirection = .left

  func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController? {
    return SlideInPresentationController(
      presentedViewController: presented, presenting: presenting, direction: direction)
  }

  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> UIViewControllerAnimatedTransitioning? {
    return SlideInPresentationAnimator(direction: direction, isPresentation: true)
  }

  func animationController(forDismissed dismissed: UIViewController) -> UIViewControllerAnimatedTransitioning?
  {
    return SlideInPresentationAnimator(direction: direction, isPresentation: false)
  }
}

final class GamesViewController: UIViewController {
  let slideInTransitioningDelegate = SlideInPresentationManager()
  let medals = UIViewController()

  func showMedals(_ direction: PresentationDirection) {
    slideInTransitioningDelegate.direction = direction
    medals.view.backgroundColor = .systemYellow
    medals.transitioningDelegate = slideInTransitioningDelegate
    medals.modalPresentationStyle = .custom
    present(medals, animated: true)
  }
}
