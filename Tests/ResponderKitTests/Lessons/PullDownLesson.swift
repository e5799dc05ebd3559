import UIKit

// As in UIKit, but `addAction` with closures in place of `#selector`.

/// Moves a dismissal with a finger.
final class PullDownInteractor: UIPercentDrivenInteractiveTransition {
  var hasStarted = false
  var shouldFinish = false
}

final class PullDownAnimator: NSObject, UIViewControllerAnimatedTransitioning {
  func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?) -> TimeInterval {
    0.6
  }

  func animateTransition(using transitionContext: UIViewControllerContextTransitioning) {
    guard let from = transitionContext.viewController(forKey: .from),
      let to = transitionContext.viewController(forKey: .to)
    else { return }
    transitionContext.containerView.insertSubview(to.view, belowSubview: from.view)
    let bounds = UIScreen.main.bounds
    UIView.animate(withDuration: transitionDuration(using: transitionContext)) {
      from.view.frame = CGRect(origin: CGPoint(x: 0, y: bounds.height), size: bounds.size)
    } completion: { _ in
      transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
    }
  }
}

final class PullDownHostViewController: UIViewController, UIViewControllerTransitioningDelegate {
  let interactor = PullDownInteractor()

  func open() {
    let page = PullDownViewController()
    page.transitioningDelegate = self
    page.modalPresentationStyle = .overFullScreen
    page.interactor = interactor
    present(page, animated: true, completion: nil)
  }

  func animationController(forDismissed dismissed: UIViewController) -> UIViewControllerAnimatedTransitioning?
  {
    PullDownAnimator()
  }

  func interactionControllerForDismissal(using animator: UIViewControllerAnimatedTransitioning)
    -> UIViewControllerInteractiveTransitioning?
  { interactor.hasStarted ? interactor : nil }
}

final class PullDownViewController: UIViewController {
  var interactor: PullDownInteractor?
  private(set) var calls: [String] = []
  var whenLeaving: () -> Void = {}

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .orange
    let pan = UIPanGestureRecognizer()
    pan.addAction { [weak self] in self?.handle($0) }
    view.addGestureRecognizer(pan)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    calls.append("appeared")
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    let coordinator = transitionCoordinator
    calls.append("leaves, \(coordinator.map { "with a finger: \($0.isInteractive)" } ?? "unknown how")")
    coordinator?.notifyWhenInteractionChanges { [weak self] in
      self?.calls.append("left, returns: \($0.isCancelled)")
    }
    coordinator?.animate(alongsideTransition: nil) { [weak self] in
      self?.calls.append("ends, stays: \($0.isCancelled)")
    }
    whenLeaving()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    calls.append("gone")
  }

  private func handle(_ pan: UIPanGestureRecognizer) {
    guard let interactor else { return }
    let progress = min(max(pan.translation(in: view).y / view.bounds.height, 0), 1)
    switch pan.state {
    case .began:
      interactor.hasStarted = true
      dismiss(animated: true, completion: nil)
    case .changed:
      interactor.shouldFinish = progress > 0.3
      interactor.update(progress)
    case .cancelled:
      interactor.hasStarted = false
      interactor.cancel()
    case .ended:
      interactor.hasStarted = false
      if interactor.shouldFinish { interactor.finish() } else { interactor.cancel() }
    default: break
    }
  }
}
