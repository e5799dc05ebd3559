/// Covers the window while a controller's view is shown by a program's own presentation or animation.
final class PresentationStage: UIView {
  weak var presentationController: UIPresentationController?

  init(_ presentation: UIPresentationController, in window: UIWindow) {
    presentationController = presentation
    super.init(frame: window.bounds)
    label = "presentation"
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  override func layoutSubviews() {
    presentationController?.containerViewWillLayoutSubviews()
    super.layoutSubviews()
    presentationController?.containerViewDidLayoutSubviews()
  }
}

/// Moves a view up from the lower edge, or down again: the animation of a program's own presentation that has none.
final class CoverAnimator: UIViewControllerAnimatedTransitioning {
  func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval { 0.4 }

  func animateTransition(using context: any UIViewControllerContextTransitioning) {
    let (stage, coming) = (context.containerView, context.view(forKey: .to))
    guard let view = coming ?? context.view(forKey: .from) else { return context.completeTransition(true) }
    if coming != nil, let controller = context.viewController(forKey: .to) {
      UIView.performWithoutAnimation { view.frame = context.finalFrame(for: controller) }
      stage.addSubview(view)
      stage.layoutIfNeeded()
      UIView.performWithoutAnimation { view.frame.origin.y = stage.bounds.maxY }
    }
    let rest = context.viewController(forKey: .to).map(context.finalFrame(for:))?.minY ?? 0
    UIView.animate(
      withDuration: .milliseconds(400), usingSpringWithDamping: 1, initialSpringVelocity: 0,
      options: .allowUserInteraction
    ) {
      view.frame.origin.y = coming == nil ? stage.bounds.maxY : rest
    } completion: { _ in
      context.completeTransition(!context.transitionWasCancelled)
    }
  }
}
