/// A program's own presentations and animations.
extension UIPresentationController {
  /// What the controller's delegate shows it with, when it is about to be presented in its own style.
  static func ownPresentation(of controller: UIViewController) -> UIPresentationController? {
    guard controller.modalPresentationStyle == .custom, let presenter = controller.presenter else {
      return nil
    }
    return controller.transitioningDelegate?.presentationController(
      forPresented: controller, presenting: presenter, source: controller.presentationSource ?? presenter)
  }

  /// Whether it is a program's own way.
  final var isCustom: Bool { presentationStyle == .custom }

  private var isSeen: Bool { UIWindow.hostOfThread.animations.isOn && window?.isHidden == false }

  /// What animates the coming of the view.
  final func presenter(_ animated: Bool) -> (any UIViewControllerAnimatedTransitioning)? {
    let (presented, root) = (presentedViewController, presentingViewController)
    guard animated, isSeen else { return nil }
    return presented.transitioningDelegate?.animationController(
      forPresented: presented, presenting: root, source: presented.presentationSource ?? root)
      ?? (isCustom ? CoverAnimator() : nil)
  }

  func prepareToHide(_ animated: Bool) -> Bool {
    guard container?.isLeaving != true, transition == nil || hideCalls.isEmpty else { return false }
    transition?.finish()
    let presented = presentedViewController
    dismisser =
      animated && isSeen
      ? presented.transitioningDelegate?.animationController(forDismissed: presented)
        ?? (isCustom ? CoverAnimator() : nil) : nil
    return dismisser != nil
  }

  private func makeStage(in window: UIWindow) -> PresentationStage {
    if let stage { return stage }
    let stage = PresentationStage(self, in: window)
    self.stage = stage
    window.addSubview(stage)
    return stage
  }

  final func showOnStage(
    _ animator: (any UIViewControllerAnimatedTransitioning)?, _ completion: (() -> Void)?
  ) {
    let presented = presentedViewController
    guard let window, let view = presented.view else {
      completion?()
      return
    }
    let stage = makeStage(in: window)
    guard let animator else {
      presentationTransitionWillBegin()
      putOn(stage, presentedView ?? view)
      presentationTransitionDidEnd(true)
      completion?()
      return
    }
    let root = presentingViewController
    let transition = ControllerTransition(
      from: root, to: presented, in: stage, animator,
      presented.transitioningDelegate?.interactionControllerForPresentation(using: animator),
      moving: presented, style: presentationStyle)
    (presented.isStepwise, presented.isHeld) = (true, true)
    begin(transition, root) { [weak self, weak transition] in
      self?.came($0, isCut: transition?.isCut == true, completion)
    }
    presentationTransitionWillBegin()
    UIView.performWithoutAnimation {
      (presentedView ?? view).frame = frameOfPresentedViewInContainerView
    }
    transition.begin()
  }

  private func came(_ isDone: Bool, isCut: Bool, _ completion: (() -> Void)?) {
    let presented = presentedViewController
    guard isDone else {
      presentationTransitionDidEnd(false)
      let showing = showing
      presented.willBeDismissed()
      presented.isHeld = false
      return presented.wasDismissed(showing)
    }
    container?.setNeedsLayout()
    if let stage, let view = movedView { putOn(stage, view) }
    presented.isReleased()
    if isCut { presented.appearNow() }
    presentationTransitionDidEnd(true)
    completion?()
  }

  /// In its place, unless an animator has put it there.
  private func putOn(_ stage: UIView, _ view: UIView) {
    guard !stage.isAncestor(of: view) else { return }
    UIView.performWithoutAnimation { view.frame = frameOfPresentedViewInContainerView }
    stage.addSubview(view)
  }

  private func begin(
    _ transition: ControllerTransition, _ root: UIViewController, _ ended: @escaping (Bool) -> Void
  ) {
    self.transition = transition
    let presented = presentedViewController
    for controller in [presented, root] { controller.coordinator = transition }
    transition.movingView = { [weak self] in self?.movedView }
    let panel = container?.panel.frame
    transition.places = { [weak self, weak presented, isComing = transition.to === presented] in
      let whole = self?.containerView?.bounds ?? .zero
      guard let self, $0 === presented else { return (whole, whole) }
      let place = panel ?? frameOfPresentedViewInContainerView
      return isComing ? (.zero, place) : (movedView?.frame ?? place, isCustom ? place : .zero)
    }
    transition.onEnd = { [weak self] in
      self?.transition = nil
      ended($0)
    }
  }

  /// What an animator moves: a panel, or the view.
  private var movedView: UIView? { container?.panel ?? presentedView }

  /// Lets a program's animation show the coming of a sheet or a popover, whose panel `install` puts in its place.
  final func comeIn(
    by animator: any UIViewControllerAnimatedTransitioning, _ completion: (() -> Void)?,
    _ install: () -> PresentationContainer?
  ) {
    let (presented, root) = (presentedViewController, presentingViewController)
    (presented.isStepwise, presented.isHeld) = (true, true)
    guard let container = install() else { return presented.isHeld = false }
    let transition = ControllerTransition(
      from: root, to: presented, in: container, animator,
      presented.transitioningDelegate?.interactionControllerForPresentation(using: animator),
      moving: presented, style: presentationStyle)
    begin(transition, root) { [weak self, weak transition] in
      self?.came($0, isCut: transition?.isCut == true, completion)
    }
    presentationTransitionWillBegin()
    let shown = container.surroundings.map { ($0, $0.alpha) }
    UIView.performWithoutAnimation { for (view, _) in shown { view.alpha = 0 } }
    transition.animate { _ in for (view, alpha) in shown { view.alpha = alpha } }
    transition.begin()
  }

  /// With the animation that was chosen before.
  final func hideFromStage(_ animated: Bool, _ done: @escaping () -> Void) {
    hideCalls.append(done)
    guard hideCalls.count == 1 else {
      // It is on its way.
      if !animated { transition?.finish() }
      return
    }
    let presented = presentedViewController
    guard let animator = dismisser, let window, let view = movedView else {
      if dismisser != nil { presented.willBeDismissed() }
      let wasOnStage = stage != nil
      if wasOnStage { dismissalTransitionWillBegin() }
      dismisser = nil
      callHidden()
      if wasOnStage { dismissalTransitionDidEnd(true) }
      return
    }
    dismisser = nil
    let (container, stage) = (container, container ?? makeStage(in: window))
    if !stage.isAncestor(of: view) { stage.addSubview(view) }
    container?.isLeaving = true
    let root = presentingViewController
    let transition = ControllerTransition(
      from: presented, to: root, in: stage, animator,
      presented.transitioningDelegate?.interactionControllerForDismissal(using: animator),
      moving: presented, style: presentationStyle)
    let (rootView, home) = (root.loadedView, root.loadedView?.superview)
    begin(transition, root) { [weak self] isDone in
      // An animator may have taken it.
      if let rootView, let home, rootView.superview !== home { home.insertSubview(rootView, at: 0) }
      guard let self else { return }
      if isDone {
        callHidden()
      } else {
        hideCalls = []
        if let container {
          container.isLeaving = false
          container.setNeedsLayout()
        } else {
          putOn(stage, view)
        }
        presented.staysPresented()
      }
      dismissalTransitionDidEnd(isDone)
    }
    presented.willBeDismissed()
    // `viewWillDisappear` may have ended the dismissal.
    guard self.transition === transition, presented.presenter != nil else { return transition.finish() }
    dismissalTransitionWillBegin()
    let around = container?.surroundings ?? []
    if !around.isEmpty { transition.animate { _ in for view in around { view.alpha = 0 } } }
    transition.begin()
  }

  private func callHidden() {
    let calls = hideCalls
    hideCalls = []
    for call in calls { call() }
  }
}
