/// Changes of what is in a view, from one picture to another.
extension UIView {
  /// Lets the picture of a view, with all that is in it, pass into the one after the changes, as the options say. The changes of `animations` are not animated one by one.
  public static func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
    completion: ((_ isFinished: Bool) -> Void)? = nil
  ) {
    let list = UIWindow.hostOfThread.animations
    view.layoutIfNeeded()
    let picture = list.isEnabled ? view.currentPicture : nil
    list.suspend { animations?() }
    let timing = AnimationTiming(duration: Duration(time: duration), delay: .zero, options: options)
    let animation = Animation(timing, options, completion)
    if let picture { animation.add(view, picture, options.passage) }
    list.open(animation) {}
  }

  /// Puts a view in another one's place, in the same superview, and lets the picture of that pass into the new one.
  public static func transition(
    from old: UIView, to new: UIView, duration: TimeInterval, options: AnimationOptions = [],
    completion: ((_ isFinished: Bool) -> Void)? = nil
  ) {
    let change = {
      if options.contains(.showHideTransitionViews) {
        old.isHidden = true
        new.isHidden = false
      } else {
        old.superview?.insertSubview(new, aboveSubview: old)
        old.removeFromSuperview()
      }
    }
    guard let container = old.superview else {
      change()
      completion?(true)
      return
    }
    transition(
      with: container, duration: duration, options: options, animations: change, completion: completion)
  }

  /// A transition was added to its layer.
  final func begin(_ transition: CATransition) {
    layoutIfNeeded()
    let list = UIWindow.hostOfThread.animations
    let animation = Animation(transition.timing(), .allowUserInteraction) {
      [delegate = transition.delegate] in
      delegate?.animationDidStop(transition, finished: $0)
    }
    if let picture = currentPicture { animation.add(self, picture, transition.passage) }
    transition.delegate?.animationDidStart(transition)
    list.open(animation) {}
  }

  /// What is shown of it now; nil of a view that has no picture.
  final var currentPicture: ViewPicture? {
    guard let window = home, !bounds.isEmpty else { return nil }
    return Scene.picture(of: self, scale: window.renderer?.scale ?? UIScreen.main.scale)
  }
}
