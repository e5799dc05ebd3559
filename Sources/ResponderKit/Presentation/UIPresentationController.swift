/// Shows a controller's view over others: as it is, in all of the window. Sheets and popovers are subclasses.
open class UIPresentationController: NSObject, ControllerPresentation, UIContentContainer {
  private weak var presented: UIViewController?
  private weak var presenting: UIViewController?
  /// Decides about dismissal and adaptation, and is notified of what the user does.
  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
  /// What covers the window and holds the view, for sheets and popovers.
  final var container: PresentationContainer?
  /// What does so for a program's own presentations and animations.
  final var stage: PresentationStage?
  /// A program's animation in progress.
  final var transition: ControllerTransition?
  /// What animates the coming dismissal.
  final var dismisser: (any UIViewControllerAnimatedTransitioning)?
  /// Called when the view is out of sight.
  final var hideCalls: [() -> Void] = []
  /// Called when the user has dismissed it.
  final var onUserDismissal: (() -> Void)?
  /// Escape was pressed: in place of what a touch beside it does. Whether it was used.
  final var onEscape: (() -> Bool)?

  /// A presentation of a controller. The system makes them: see `UIViewController.presentationController`.
  public init(
    presentedViewController: UIViewController, presenting presentingViewController: UIViewController?
  ) {
    presented = presentedViewController
    presenting = presentingViewController
    super.init()
  }

  /// The controller that is presented; an empty one when that has ended.
  public final var presentedViewController: UIViewController { presented ?? UIViewController() }
  /// The controller that presents it; until one does, the presented controller itself.
  public final var presentingViewController: UIViewController {
    presented?.presenter ?? presenting ?? presentedViewController
  }
  /// The view that covers the window, below the controller's view; nil while it is not shown.
  open var containerView: UIView? { container ?? stage ?? presented?.loadedView?.superview }
  /// The controller's view.
  open var presentedView: UIView? { presented?.loadedView }
  /// The style that the controller wanted.
  open var presentationStyle: UIModalPresentationStyle { presented?.modalPresentationStyle ?? .automatic }
  /// The style in which it is shown now: another one than `presentationStyle` where a popover is shown as a sheet.
  open var adaptivePresentationStyle: UIModalPresentationStyle { presentationStyle }

  // MARK: A program's own presentation

  /// The view's place in the container: all of it. Used for the style `custom`, and where a program animates the presentation, as the next six.
  open var frameOfPresentedViewInContainerView: Rect { containerView?.bounds ?? .zero }
  /// Called when the view is about to come: the place for adding views to the container, and for changes along with `transitionCoordinator`.
  open func presentationTransitionWillBegin() {}
  /// Called when the view has come, or, with false, when that was cancelled.
  open func presentationTransitionDidEnd(_ completed: Bool) {}
  /// Called when a dismissal begins.
  open func dismissalTransitionWillBegin() {}
  /// Called when the dismissal has ended, or, with false, when it was cancelled.
  open func dismissalTransitionDidEnd(_ completed: Bool) {}
  /// The controller's.
  open var preferredContentSize: Size { presented?.preferredContentSize ?? .zero }
  /// Called when the controller's `preferredContentSize` has changed. Does nothing unless overridden.
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
  /// The size of the controller's view in a container of a given size: the container's size unless overridden. Called by programs only.
  open func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: Size
  ) -> Size { parentSize }
  /// Called before the container's subviews are laid out: the place for setting their frames.
  open func containerViewWillLayoutSubviews() {}
  /// Called after that.
  open func containerViewDidLayoutSubviews() {}

  // MARK: Coming and going

  /// How often the controller was presented.
  final var showing: Int { presented?.showing ?? 0 }
  /// The window that it is shown in.
  final var window: UIWindow? { presented?.presenter?.loadedView?.home }

  func show(_ animated: Bool, _ completion: (() -> Void)?) {
    let animator = presenter(animated)
    if animator != nil || isCustom { return showOnStage(animator, completion) }
    fillWindow()
    completion?()
  }

  /// The view over all that is in the window.
  final func fillWindow() {
    guard let window, let view = presented?.view else { return }
    view.frame = window.bounds
    if view.autoresizingMask.isEmpty { view.autoresizingMask = [.flexibleWidth, .flexibleHeight] }
    window.addSubview(view)
  }

  func hide(_ animated: Bool, _ done: @escaping () -> Void) {
    let showing = showing
    // `viewWillDisappear` may dismiss it without an animation. It may present it again, too.
    if dismisser == nil { presented?.willBeDismissed() }
    guard self.showing == showing else { return done() }
    if let container, dismisser == nil, hideCalls.isEmpty { return container.hide(animated, done) }
    hideFromStage(animated, done)
  }

  func finishHiding() {
    container?.finishHiding()
    if !hideCalls.isEmpty { transition?.finish() }
  }

  func clear() {
    container?.removeFromSuperview()
    container = nil
    stage?.removeFromSuperview()
    (stage, transition, dismisser) = (nil, nil, nil)
  }

  func contentSizeChanged() { container?.setNeedsLayout() }

  /// The container has been laid out in another size, or at first.
  func containerWasLaidOut() {}

  // MARK: What the user does

  /// What the delegate knows it by: a sheet that is shown in place of a popover speaks for that.
  var speaker: UIPresentationController { self }

  /// Whether the user may dismiss it. Not for long: it was asked, and may be asked again.
  final func mayDismiss() -> Bool {
    guard let presented, !presented.isModal else { return false }
    return speaker.delegate?.presentationControllerShouldDismiss(speaker) ?? true
  }

  /// The user begins to.
  final func userWillDismiss() {
    speaker.delegate?.presentationControllerWillDismiss(speaker)
    presented?.willBeDismissed()
  }

  /// The user has changed its mind.
  final func userStays() { presented?.staysPresented() }

  /// The user wants to, and may not.
  final func userAttempted() { speaker.delegate?.presentationControllerDidAttemptToDismiss(speaker) }

  /// It is out of sight since the user dismissed it.
  ///
  /// - Parameter showing: which presentation that was.
  func userDidDismiss(_ showing: Int) {
    let (speaker, delegate) = (speaker, speaker.delegate)
    presented?.wasDismissed(showing)
    speaker.onUserDismissal?()
    delegate?.presentationControllerDidDismiss(speaker)
  }

  final func userPressedEscape() -> Bool {
    guard let presented, presented.move != .dismissed else { return false }
    if onEscape?() == true { return true }
    guard container != nil else { return false }
    userTouchedBeside()
    return true
  }

  /// The user touched beside it.
  final func userTouchedBeside() {
    guard let presented, presented.move != .dismissed else { return }
    guard mayDismiss() else { return userAttempted() }
    let showing = showing
    if prepareToHide(true) { presented.isStepwise = true }
    speaker.delegate?.presentationControllerWillDismiss(speaker)
    guard self.showing == showing else { return userDidDismiss(showing) }
    hide(true) { self.userDidDismiss(showing) }
  }
}

extension UIViewController {
  /// Whether it, or what it shows now, must not be dismissed by the user.
  fileprivate var isModal: Bool {
    isModalInPresentation || children.contains { $0.loadedView?.home != nil && $0.isModal }
  }

  /// What shows the controller, or the one that it is in, over others; made by its style on first use.
  public final var presentationController: UIPresentationController? { .presenting(outermost) }

  /// As `presentationController`, while it is presented.
  public final var activePresentationController: UIPresentationController? {
    presentingViewController == nil ? nil : presentationController
  }
}

extension UIPresentationController {
  /// What shows the controller by its present style, kept for as long as that stays the same.
  static func presenting(_ controller: UIViewController) -> UIPresentationController {
    let kept = controller.presentation as? UIPresentationController
    if controller.presenter?.presented === controller, let kept { return kept }
    let made: UIPresentationController
    if let own = ownPresentation(of: controller) {
      controller.presentation = own
      return own
    }
    switch controller.modalPresentationStyle {
    case .popover:
      if let kept = kept as? UIPopoverPresentationController { return kept }
      made = UIPopoverPresentationController(presentedViewController: controller, presenting: nil)
    case .automatic, .pageSheet, .formSheet:
      if let kept = kept as? UISheetPresentationController { return kept }
      made = UISheetPresentationController(presentedViewController: controller, presenting: nil)
    default:
      if let kept, type(of: kept) == UIPresentationController.self { return kept }
      made = UIPresentationController(presentedViewController: controller, presenting: nil)
    }
    made.delegate = kept?.delegate
    controller.presentation = made
    return made
  }
}
