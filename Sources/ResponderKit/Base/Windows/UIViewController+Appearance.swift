/// State of a view's appearance, and the calls by which a container changes it.
extension UIViewController {
  enum Appearance {
    case gone, appearing, shown
    /// `viewWillDisappear` was called, and its view is about to be removed.
    case leaving(wasShown: Bool)
  }

  enum Move {
    case toParent, fromParent, presented, dismissed
  }

  /// Whether a program notifies it, and not its view when that comes into a window or leaves it.
  final var isNotifiedByProgram: Bool {
    isInOwnTransition || parent?.shouldAutomaticallyForwardAppearanceMethods == false
  }

  /// Notifies a child that its view is about to come or to go: calls its `viewWillAppear` and `viewIsAppearing`, or `viewWillDisappear`, unless that
  /// was done. `endAppearanceTransition` follows.
  public final func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    if isAppearing { loadViewIfNeeded() }
    isInOwnTransition = true
    isStepwise = animated
    switch (isAppearing, appearance) {
    case (true, .gone), (true, .leaving):
      appearance = .appearing
      viewWillAppear(animated)
      viewIsAppearing(animated)
    case (false, .appearing), (false, .shown):
      appearance = .leaving(wasShown: true)
      viewWillDisappear(animated)
    default: break
    }
  }

  /// Notifies a child that its view has appeared or disappeared: calls its `viewDidAppear` or `viewDidDisappear`. Without a beginning it has no effect.
  public final func endAppearanceTransition() {
    guard isInOwnTransition else { return }
    isInOwnTransition = false
    let animated = isStepwise
    switch appearance {
    case .appearing:
      appearance = .shown
      viewDidAppear(animated)
      onAppear.take()?()
      onPresented.take()?()
    case .leaving:
      appearance = .gone
      viewDidDisappear(animated)
    case .gone, .shown: break
    }
    // A callback may have begun the next change.
    if !isInOwnTransition { (move, isStepwise) = (nil, false) }
  }

  /// Its view was held back, and stays: it and those in it have appeared when the next frame has been laid out.
  final func isReleased() {
    isHeld = false
    appearTogether()
  }

  /// It and those in it have appeared, not only when the next frame has been laid out.
  final func appearNow() {
    frameDidAppear()
    for child in children { child.appearNow() }
  }

  private final func appearTogether() {
    guard let host = loadedView?.home?.host else { return }
    if !isNotifiedByProgram, case .appearing = appearance { host.willAppear(self) }
    for child in children { child.appearTogether() }
  }
}
