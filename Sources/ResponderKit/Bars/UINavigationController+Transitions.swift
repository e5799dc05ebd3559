/// How pages come and go step by step.
extension UINavigationController {
  /// What happens to the stack in a transition.
  public typealias Operation = UINavigationControllerOperation

  /// Whether a change of the shown page is seen step by step: not where the page is not seen.
  final func animates(_ animated: Bool, from page: UIViewController?) -> Bool {
    guard animated, let window = loadedView?.home, !window.isHidden else { return false }
    return (isSwiping || UIWindow.hostOfThread.animations.isOn) && page?.loadedView?.home === window
  }

  /// Takes touches in place of pages and bars while pages move.
  private var shield: UIView {
    let shield = UIView(frame: view.bounds)
    shield.label = "navigation transition"
    return shield
  }

  /// Moves the page that is the top now into the place of the one that was, by itself or with a finger. `change`: the stack before, and the controllers
  /// that leave it and come into it.
  final func begin(
    _ operation: Operation, from: UIViewController, to: UIViewController, _ change: StackChange
  ) {
    var change = change
    // Its view, which is loaded now, may change the bars.
    change.bars = BarsBefore(self)
    let shown = to.view!
    shownPage = to
    endedTransition = nil
    let custom =
      isSwiping
      ? nil : delegate?.navigationController(self, animationControllerFor: operation, from: from, to: to)
    let transition: any PageTransition =
      if let custom {
        ControllerTransition(
          from: from, to: to, in: wrapper, custom,
          delegate?.navigationController(self, interactionControllerFor: custom))
      } else {
        NavigationTransition(
          from: from, to: to, in: wrapper, isPush: operation == .push, forth: forth,
          isInteractive: isSwiping)
      }
    let shield = shield
    let (first, rest) = (place(of: from), place(of: to))
    (transition as? ControllerTransition)?.places = { [weak from, weak to] in
      ($0 === from ? first : .zero, $0 === to ? rest : .zero)
    }
    self.transition = transition
    transition.onEnd = { [weak self, unowned transition, change] in
      shield.removeFromSuperview()
      self?.ended(transition, isDone: $0, change)
    }
    let bars: [UIView] = [navigationBar, toolbar]
    let pictures = bars.compactMap { bar in
      bar.isHidden ? nil : bar.currentPicture.map { (bar: bar, picture: $0) }
    }
    for page in [from, to] {
      page.isStepwise = true
      if custom == nil { page.placeAtRest = page === from ? first : rest }
    }
    to.isHeld = true
    giveRoom(to: to)
    showBars(of: to)
    toolbarFollowsPages(true)
    let slide = tabBarController?.bottomBarSlides(forth)
    // A callee may end it.
    if !isSwiping { from.loadedView?.endEditing(true) }
    guard self.transition === transition else { return }
    delegate?.navigationController(self, willShow: to, animated: true)
    guard self.transition === transition else { return }
    from.leaveTogether()
    guard self.transition === transition else { return }
    UIView.performWithoutAnimation { shown.frame = rest }
    if custom == nil {
      if operation == .pop, let view = from.loadedView, view.superview === wrapper {
        wrapper.insertSubview(shown, belowSubview: view)
      } else {
        wrapper.addSubview(shown)
      }
      if self.transition === transition { view.layoutIfNeeded() }
    }
    guard self.transition === transition else { return }
    UIView.performWithoutAnimation { view.addSubview(shield) }
    let moves = barMoves(operation, since: change.bars)
    // The bars' old pictures pass into the new ones.
    transition.animate { _ in
      moves()
      slide?()
      let seen = pictures.filter { $0.bar.frame.intersects(self.view.bounds) }
      for (bar, picture) in seen { UIWindow.hostOfThread.animations.current?.add(bar, picture) }
    }
    if let transition = transition as? NavigationTransition { transition.begin() }
    if let transition = transition as? ControllerTransition { transition.begin() }
  }

  private func ended(_ transition: any PageTransition, isDone: Bool, _ change: StackChange) {
    guard self.transition === transition else { return }
    self.transition = nil
    if swipe.state == .began || swipe.state == .changed {
      swipe.isEnabled = false
      swipe.isEnabled = true
    }
    let (from, to) = (transition.from, transition.to)
    for page in [from, to] {
      if page.placeAtRest != nil { page.loadedView?.frame = place(of: page) }
      page.placeAtRest = nil
    }
    (topBar.isMoving, topBar.goesAlong) = (false, false)
    (bottomBar.isMoving, bottomBar.goesAlong) = (false, false)
    barChanged()
    if isDone { done(transition, from, to, change) } else { undone(from, to, change) }
    tabBarController?.bottomBarChanged()
  }

  private func done(
    _ transition: any PageTransition, _ from: UIViewController, _ to: UIViewController, _ change: StackChange
  ) {
    if change.bars?.isTopHidden != topBar.isHidden { showBars(of: topViewController) }
    for controller in change.leaving where controller.parent === self { remove(controller) }
    if from.loadedView?.isDescendant(of: wrapper) == true { from.loadedView?.removeFromSuperview() }
    for controller in change.coming where controller.parent === self { controller.didMove(toParent: self) }
    // An animator may have left it out.
    if transition is ControllerTransition, view.window != nil, !wrapper.isAncestor(of: to.view) {
      to.view.frame = place(of: to)
      wrapper.addSubview(to.view)
    }
    endedTransition = transition
    notifyWhenShown(to, true)
    to.isReleased()
    if to.loadedView?.home == nil { to.isStepwise = false }
    if transition.isCut { to.appearNow() }
  }

  private func undone(_ from: UIViewController, _ to: UIViewController, _ change: StackChange) {
    shownPage = from
    (topBar.isHidden, bottomBar.isHidden) = (
      change.bars?.isTopHidden == true, change.bars?.isBottomHidden == true
    )
    pagesHideToolbar = change.bars?.pagesHideToolbar == true
    restore(change.before)
    for controller in change.coming { controller.willMove(toParent: nil) }
    to.leaveTogether()
    from.staysTogether()
    to.loadedView?.removeFromSuperview()
    to.isHeld = false
    for controller in change.coming { remove(controller) }
    for controller in change.leaving { controller.didMove(toParent: self) }
    if let view = from.loadedView, !wrapper.isAncestor(of: view) { wrapper.addSubview(view) }
  }
}

/// What a transition does to a navigation controller's stack.
struct StackChange {
  var before: [UIViewController]
  var leaving: [UIViewController] = []
  var coming: [UIViewController] = []
  var bars: BarsBefore?
}

extension UIViewController {
  /// What is known of the transition in progress of the navigation controller that this is or is in, or of its own presentation; nil: there is none.
  public final var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    coordinator ?? parent?.transitionCoordinator
  }
}
