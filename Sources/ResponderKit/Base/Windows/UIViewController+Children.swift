extension UIViewController {
  final func takeChild(_ child: UIViewController) {
    guard !isInside(child) else {
      return ProgramWarning.print(
        "controller '\(child)' can not be a child of itself or of one that is in it, '\(self)': it stays where it is"
      )
    }
    child.removeFromParent()
    child.willMove(toParent: self)
    // The calls may have moved controllers.
    guard child.parent == nil, !isInside(child) else { return }
    children.append(child)
    child.parent = self
    child.surroundingsChanged()
    child.comes(.toParent)
  }

  /// It has another view, or may be in another navigation controller: what is in its view may have other insets, or another room.
  final func surroundingsChanged() {
    guard let view = loadedView else { return }
    if additionalSafeAreaInsets + barInsets != .zero { insetsChanged() }
    view.home?.safeAreaMoved(view)
  }

  /// Whether it is the other controller, or one of those in it.
  final func isInside(_ other: UIViewController) -> Bool {
    var next: UIViewController? = self
    while let controller = next {
      if controller === other { return true }
      next = controller.parent
    }
    return false
  }

  /// Without effect: its view has the margins that the program sets, however small.
  public final var viewRespectsSystemMinimumLayoutMargins: Bool {
    get { false }
    set {}
  }

  /// Whether the root view is there; asking does not load it.
  public final var isViewLoaded: Bool { loadedView != nil }
  /// The root view, if it is loaded.
  public final var viewIfLoaded: UIView? { loadedView }

  /// Exchanges the views of two children: that of `to` is put where that of `from` is in the tree, the animations run, and the other one is removed.
  /// The program calls `addChild` before, and `didMove(toParent:)` and `removeFromParent` afterwards.
  public final func transition(
    from: UIViewController, to: UIViewController, duration: TimeInterval,
    options: UIView.AnimationOptions = [], animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    guard let old = from.view, let new = to.view else { return }
    if let place = old.superview, new.superview !== place { place.insertSubview(new, aboveSubview: old) }
    let ended = { (isFinished: Bool) in
      old.removeFromSuperview()
      completion?(isFinished)
    }
    guard let animations, duration > 0 else {
      animations?()
      return ended(true)
    }
    UIView.animate(
      withDuration: duration, delay: 0, options: options, animations: animations, completion: ended)
  }
}

extension UIView {
  /// Its controller has ended, or has another view.
  final func loseController() {
    controller = nil
    // Nil while the window is deallocated.
    weak let window = home
    window?.safeAreaMoved(self)
  }
}

extension [UIViewController] {
  /// Removes a controller. One near the beginning or the end is found without a look at the others, as where a stack is left from its top or down to its first page.
  mutating func removeNearEnd(_ controller: UIViewController) {
    var (first, last) = (0, count - 1)
    while first <= last {
      let place = self[last] === controller ? last : first
      if self[place] === controller {
        remove(at: place)
        return
      }
      (first, last) = (first + 1, last - 1)
    }
  }
}
