/// Animations without closures: begin and commit.
extension UIView {
  private static var animations: AnimationList { UIWindow.hostOfThread.animations }
  private static func adjust(_ change: (inout AnimationTiming) -> Void) {
    if let animation = animations.adjustable { change(&animation.timing) }
  }

  /// Animates what is changed up to `commitAnimations`, in 0.2 s unless a method below says otherwise. Blocks can be nested, and views can be hit meanwhile. One that is not
  /// committed is committed after the callout. `context` has no effect.
  public static func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    animations.begin(animationID)
  }

  /// Starts the animation that was begun last. Without effect when none was.
  public static func commitAnimations() { animations.commit() }

  /// Sets how long the innermost animation takes, in seconds: one that was begun, or that of an `animate` closure. Without effect outside of these, like all of the following.
  public static func setAnimationDuration(_ duration: TimeInterval) {
    adjust { $0.duration = Duration(time: duration).wholeNanoseconds }
  }

  /// Sets how long it waits.
  public static func setAnimationDelay(_ delay: TimeInterval) {
    adjust { $0.delay = Duration(time: delay).wholeNanoseconds }
  }

  /// Sets its curve.
  public static func setAnimationCurve(_ curve: AnimationCurve) {
    adjust {
      $0.curve =
        switch curve {
        case .easeInOut: .easeInOut
        case .easeIn: .easeIn
        case .easeOut: .easeOut
        case .linear: .linear
        }
    }
  }

  /// Sets how often it is shown; 0 and less: once.
  public static func setAnimationRepeatCount(_ repeatCount: Float) {
    adjust { $0.setRepeatCount(Double(repeatCount)) }
  }

  /// Sets whether each time it also runs backwards, in the same time.
  public static func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    adjust { $0.autoreverses = repeatAutoreverses }
  }

  /// Without effect: animations of places add up, others begin with what is seen.
  public static func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {}

  /// Sets the object that gets the messages of the following methods, and is kept until the animation has ended. Without effect in an `animate` closure, like those.
  public static func setAnimationDelegate(_ delegate: Any?) {
    animations.innermostBegun?.delegate = delegate as AnyObject?
  }

  /// Sets the message for when the animation is committed. The sender is its name.
  public static func setAnimationWillStart(_ selector: Selector?) {
    animations.innermostBegun?.willStart = selector
  }

  /// Sets the message for when it has ended, or was removed. The sender is its name.
  public static func setAnimationDidStop(_ selector: Selector?) {
    animations.innermostBegun?.didStop = selector
  }

  /// Lets what a view shows now pass into what it shows after the changes. `cache` has no effect.
  public static func setAnimationTransition(
    _ transition: AnimationTransition, for view: UIView, cache: Bool
  ) {
    let list = animations
    guard list.isOn, transition != .none, let animation = list.adjustable else { return }
    // What was changed before is not a part of the transition.
    list.suspend { view.layoutIfNeeded() }
    if let picture = view.currentPicture { animation.add(view, picture, transition.passage) }
  }

  /// How a view passes from what it shows into something else.
  public enum AnimationTransition: Int, Hashable, Sendable {
    /// At once.
    case none
    /// It turns like a card, with its left or its right edge to the front.
    case flipFromLeft, flipFromRight
    /// Shown as a dissolve.
    case curlUp, curlDown

    fileprivate var passage: ViewPassage {
      switch self {
      case .flipFromLeft: .flip(from: .left)
      case .flipFromRight: .flip(from: .right)
      default: .fade
      }
    }
  }
}
