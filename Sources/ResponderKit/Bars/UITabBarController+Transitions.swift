/// How a program animates the change from one controller to another.
extension UITabBarController {
  /// What the program animates a change with, where that can be seen.
  final func animator(
    from: UIViewController, to: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    guard from !== to, let window = loadedView?.home, !window.isHidden, from.loadedView?.home === window,
      UIWindow.hostOfThread.animations.isOn
    else { return nil }
    return delegate?.tabBarController(self, animationControllerForTransitionFrom: from, to: to)
  }

  /// Lets the animator show the one in place of the other. `restore` is called when that is cancelled.
  final func begin(
    _ animator: any UIViewControllerAnimatedTransitioning, from: UIViewController, to: UIViewController,
    _ restore: @escaping () -> Void
  ) {
    let transition = ControllerTransition(
      from: from, to: to, in: content, animator,
      delegate?.tabBarController(self, interactionControllerFor: animator))
    let shown = to.view!
    let (first, rest) = (place(of: from), place(of: to))
    transition.places = { [weak from, weak to] in
      ($0 === from ? first : .zero, $0 === to ? rest : .zero)
    }
    self.transition = transition
    // Nothing can be touched meanwhile.
    let shield = UIView(frame: view.bounds)
    shield.label = "tab transition"
    transition.onEnd = { [weak self, unowned transition] isDone in
      shield.removeFromSuperview()
      self?.ended(transition, isDone, restore)
    }
    for page in [from, to] { page.isStepwise = true }
    to.isHeld = true
    from.leaveTogether()
    guard self.transition === transition else { return }
    UIView.performWithoutAnimation {
      shown.frame = rest
      view.addSubview(shield)
    }
    transition.begin()
  }

  private func ended(_ transition: ControllerTransition, _ isDone: Bool, _ restore: () -> Void) {
    guard self.transition === transition else { return }
    self.transition = nil
    let (from, to) = (transition.from, transition.to)
    let (goes, stays) = isDone ? (from, to) : (to, from)
    if !isDone {
      restore()
      to.leaveTogether()
      from.staysTogether()
    }
    if goes.loadedView?.isDescendant(of: content) == true { goes.loadedView?.removeFromSuperview() }
    // An animator may have left it out.
    if let view = stays.view, !content.isAncestor(of: view) {
      view.frame = place(of: stays)
      content.addSubview(view)
    }
    guard isDone else { return to.isHeld = false }
    to.isReleased()
    if to.loadedView?.home == nil { to.isStepwise = false }
    if transition.isCut { to.appearNow() }
  }
}
