/// One controller shows another over itself.
extension UIViewController {
  /// The controller that presented it, or the one that it is in; nil when none did.
  public final var presentingViewController: UIViewController? {
    presenter ?? parent?.presentingViewController
  }

  /// The controller that it presents, or one of the controllers that it is in; nil when there is none.
  public final var presentedViewController: UIViewController? {
    presented ?? parent?.presentedViewController
  }

  /// The outermost of the controllers that it is in.
  final var outermost: UIViewController {
    var root = self
    while let parent = root.parent { root = parent }
    return root
  }

  /// The last of the controllers that are presented by it, and by those in it.
  final var uppermostPresented: UIViewController? {
    if let presented { return presented.uppermostPresented ?? presented }
    for child in children.reversed() {
      if let found = child.uppermostPresented { return found }
    }
    return nil
  }

  /// Shows the controller over the window: so the outermost controller presents it.
  final func showPresented(
    _ controller: UIViewController, _ animated: Bool, _ completion: (() -> Void)?
  ) {
    let root = outermost
    if root.presented?.move == .dismissed { root.presented?.presentation?.finishHiding() }
    guard root.presented == nil, controller.presenter == nil, !isPresented(by: controller) else { return }
    (controller.presenter, controller.presentationSource) = (root, self)
    controller.showing += 1
    let presentation = root.loadedView?.home?.host?.presentation(of: controller)
    root.presented = controller
    controller.comes(.presented)
    guard let presentation else {
      completion?()
      return
    }
    controller.presentation = presentation
    presentation.show(animated, completion.map { body in { [controller] in controller.whenShown(body) } })
  }

  /// Whether `viewWillAppear` was called, and `viewDidAppear` is still to be called.
  private var isAppearing: Bool {
    if case .appearing = appearance { true } else { false }
  }

  /// Calls the closure after `viewDidAppear`; at once when that was called, or will not be.
  private func whenShown(_ body: @escaping () -> Void) {
    guard isAppearing && presenter != nil && loadedView?.home?.host != nil else { return body() }
    onPresented = body
  }

  /// Whether the other one is below it, or it itself.
  private func isPresented(by other: UIViewController) -> Bool {
    var next: UIViewController? = self
    while let controller = next {
      if controller === other { return true }
      next = controller.presenter ?? controller.parent
    }
    return false
  }

  /// Dismisses the controller, and everything presented over it, as the program asked.
  final func isDismissed(_ animated: Bool, _ completion: (() -> Void)?) {
    let before = showing
    presented?.isDismissed(false, nil)
    // `viewWillDisappear` of what it presents may have dismissed it, and presented it again.
    guard showing == before else {
      completion?()
      return
    }
    // With an animator, `viewWillDisappear` waits until `transitionCoordinator` is set.
    if presentation?.prepareToHide(animated) == true { isStepwise = true }
    let done = { [self, showing] in
      wasDismissed(showing)
      completion?()
    }
    guard let presentation, loadedView?.home != nil else {
      willBeDismissed()
      return done()
    }
    presentation.hide(animated, done)
  }

  /// Its view is about to go since it is dismissed; no effect after it has been dismissed.
  final func willBeDismissed() {
    guard presenter != nil else { return }
    move = .dismissed
    leaveTogether()
  }

  /// Its view is about to go: `viewWillDisappear` of it and of the controllers in it, once.
  final func leaveTogether() {
    let showing = showing
    willLeave()
    // `viewWillDisappear` may dismiss it, and present it again.
    guard self.showing == showing else { return }
    for child in children where child.loadedView?.home != nil { child.leaveTogether() }
  }

  /// It stays, although it was about to be dismissed.
  final func staysPresented() {
    if move == .dismissed { staysTogether() }
  }

  /// Its view, which was about to go, stays: `viewWillAppear` and `viewDidAppear` of it and of the controllers in it.
  final func staysTogether() {
    returns()
    for child in children { child.staysTogether() }
  }

  /// Its view is out of sight: it leaves.
  ///
  /// - Parameter showing: which presentation has ended; a later one stays.
  final func wasDismissed(_ showing: Int) {
    guard let presenter, self.showing == showing else { return }
    presented?.isDismissed(false, nil)
    guard self.showing == showing else { return }
    if presenter.presented === self { presenter.presented = nil }
    loadedView?.removeFromSuperview()
    presentation?.clear()
    self.presenter = nil
    move = nil
    onDismissed?()
  }
}

extension UIViewController {
  final func dismissPresented(_ animated: Bool, _ completion: (() -> Void)?) {
    if let presentedViewController {
      presentedViewController.isDismissed(animated, completion)
    } else {
      presentingViewController?.dismiss(animated: animated, completion: completion)
    }
  }
}
