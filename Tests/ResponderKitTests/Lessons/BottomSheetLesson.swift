import UIKit

// Differs from UIKit in its recognizers' closures, which are selectors there.

final class BottomSheetPresentationController: UIPresentationController {
  private lazy var dimmingView: UIView = {
    let view = UIView()
    view.backgroundColor = UIColor(white: 0, alpha: 0.5)
    view.alpha = 0
    let tap = UITapGestureRecognizer()
    tap.addAction { [weak self] _ in self?.presentingViewController.dismiss(animated: true) }
    view.addGestureRecognizer(tap)
    return view
  }()
  override var frameOfPresentedViewInContainerView: CGRect {
    guard let container = containerView else { return .zero }
    var height: CGFloat = 300
    if let presented = presentedView {
      let target = CGSize(width: container.bounds.width, height: UIView.layoutFittingCompressedSize.height)
      height =
        presented.systemLayoutSizeFitting(
          target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
        ).height
    }
    height += container.safeAreaInsets.bottom
    return CGRect(x: 0, y: container.bounds.height - height, width: container.bounds.width, height: height)
  }
  override func presentationTransitionWillBegin() {
    super.presentationTransitionWillBegin()
    guard let container = containerView else { return }
    dimmingView.frame = container.bounds
    dimmingView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    container.insertSubview(dimmingView, at: 0)
    presentedView?.layer.cornerRadius = 16
    presentedView?.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    guard let coordinator = presentedViewController.transitionCoordinator else {
      dimmingView.alpha = 1; return
    }
    coordinator.animate(alongsideTransition: { _ in self.dimmingView.alpha = 1 })
  }
  override func dismissalTransitionWillBegin() {
    super.dismissalTransitionWillBegin()
    guard let coordinator = presentedViewController.transitionCoordinator else {
      dimmingView.alpha = 0; return
    }
    coordinator.animate(alongsideTransition: { _ in self.dimmingView.alpha = 0 }, completion: nil)
  }
  override func dismissalTransitionDidEnd(_ completed: Bool) {
    if completed { dimmingView.removeFromSuperview() }
  }
  override func containerViewWillLayoutSubviews() {
    super.containerViewWillLayoutSubviews()
    presentedView?.frame = frameOfPresentedViewInContainerView
  }
}
final class BottomSheetTransition: NSObject, UIViewControllerAnimatedTransitioning {
  let isPresenting: Bool
  init(presenting: Bool) { isPresenting = presenting }
  func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?) -> TimeInterval {
    0.35
  }
  func animateTransition(using context: UIViewControllerContextTransitioning) {
    let key: UITransitionContextViewControllerKey = isPresenting ? .to : .from
    guard let controller = context.viewController(forKey: key) else {
      return context.completeTransition(false)
    }
    if isPresenting { context.containerView.addSubview(controller.view) }
    let presented = context.finalFrame(for: controller)
    let dismissed = presented.offsetBy(dx: 0, dy: presented.height)
    controller.view.frame = isPresenting ? dismissed : presented
    UIView.animate(
      withDuration: transitionDuration(using: context), delay: 0,
      options: isPresenting ? .curveEaseOut : .curveEaseIn,
      animations: {
        controller.view.frame = self.isPresenting ? presented : dismissed
      },
      completion: { finished in
        if !self.isPresenting && !context.transitionWasCancelled { controller.view.removeFromSuperview() }
        context.completeTransition(!context.transitionWasCancelled)
      })
  }
}
final class BottomSheetDelegate: NSObject, UIViewControllerTransitioningDelegate {
  var interactor: UIPercentDrivenInteractiveTransition?
  func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController? {
    BottomSheetPresentationController(presentedViewController: presented, presenting: presenting)
  }
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> UIViewControllerAnimatedTransitioning? { BottomSheetTransition(presenting: true) }
  func animationController(forDismissed dismissed: UIViewController) -> UIViewControllerAnimatedTransitioning?
  { BottomSheetTransition(presenting: false) }
  func interactionControllerForDismissal(using animator: UIViewControllerAnimatedTransitioning)
    -> UIViewControllerInteractiveTransitioning?
  { interactor }
}
final class SheetContentViewController: UIViewController {
  private let transition = BottomSheetDelegate()
  var onPick: ((String) -> Void)?
  init() {
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .custom
    transitioningDelegate = transition
  }
  required init?(coder: NSCoder) { fatalError() }
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .secondarySystemBackground
    let stack = UIStackView()
    stack.axis = .vertical
    stack.spacing = 12
    for (i, name) in ["Small", "Medium", "Large"].enumerated() {
      var configuration = UIButton.Configuration.tinted()
      configuration.title = name
      configuration.subtitle = "Size \(i + 1)"
      configuration.image = UIImage(systemName: "\(i + 1).circle")
      configuration.imagePadding = 8
      configuration.buttonSize = .large
      let button = UIButton(
        configuration: configuration,
        primaryAction: UIAction { [unowned self] _ in
          onPick?(name)
          dismiss(animated: true)
        })
      stack.addArrangedSubview(button)
    }
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    let bottom = stack.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -20)
    bottom.priority = UILayoutPriority(999)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: view.topAnchor, constant: 20), bottom,
      stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
    ])
    let pan = UIPanGestureRecognizer()
    pan.addAction { [unowned self] in drag($0) }
    view.addGestureRecognizer(pan)
  }
  private func drag(_ pan: UIPanGestureRecognizer) {
    let progress = min(1, max(0, pan.translation(in: view).y / view.bounds.height))
    switch pan.state {
    case .began:
      transition.interactor = UIPercentDrivenInteractiveTransition()
      transition.interactor?.completionCurve = .easeOut
      dismiss(animated: true)
    case .changed: transition.interactor?.update(progress)
    case .ended:
      if progress > 0.4 || pan.velocity(in: view).y > 900 {
        transition.interactor?.finish()
      } else {
        transition.interactor?.cancel()
      }
      transition.interactor = nil
    case .cancelled, .failed:
      transition.interactor?.cancel()
      transition.interactor = nil
    default: break
    }
  }
}
final class SheetHostViewController: UIViewController {
  let button = UIButton(type: .system, primaryAction: nil)
  private(set) var picked: String?
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    button.setTitle("Choose", for: [])
    button.sizeToFit()
    button.center = view.center
    button.autoresizingMask = [
      .flexibleTopMargin, .flexibleBottomMargin, .flexibleLeftMargin, .flexibleRightMargin,
    ]
    view.addSubview(button)
    button.addAction(
      UIAction { [unowned self] _ in
        let sheet = SheetContentViewController()
        sheet.onPick = { [weak self] in self?.picked = $0 }
        present(sheet, animated: true)
      }, for: .touchUpInside)
  }
}
