/// Animations as they were before closures.
extension UIView {
  private static var animations: AnimationList { UIWindow.hostOfThread.animations }

  /// Animates what is changed up to `commitAnimations`, in 0.2 s unless a method below says otherwise. Such blocks may be in each other. One that is not committed is
  /// committed after the callout. `context` has no effect.
  public static func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    animations.begin(animationID)
  }

  /// Starts the animation that was begun last. Without effect when none was.
  public static func commitAnimations() { animations.commit() }

  /// Sets how long the animation that was begun last takes, in seconds. Without effect when none was, as all of the following.
  public static func setAnimationDuration(_ duration: TimeInterval) {
    animations.begun.last?.timing.duration = Duration(time: duration).wholeNanoseconds
  }

  /// Sets how long it waits.
  public static func setAnimationDelay(_ delay: TimeInterval) {
    animations.begun.last?.timing.delay = Duration(time: delay).wholeNanoseconds
  }

  /// Sets its curve.
  public static func setAnimationCurve(_ curve: AnimationCurve) {
    animations.begun.last?.timing.curve =
      switch curve {
      case .easeInOut: .easeInOut
      case .easeIn: .easeIn
      case .easeOut: .easeOut
      case .linear: .linear
      }
  }

  /// Sets how often it is repeated; 0 and 1: not at all.
  public static func setAnimationRepeatCount(_ repeatCount: Float) {
    let count = Double(repeatCount)
    animations.begun.last?.timing.repeatCount = count > 0 ? count : 1
  }

  /// Sets whether it goes back each time, in as long again.
  public static func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    animations.begun.last?.timing.autoreverses = repeatAutoreverses
  }

  /// Without effect: animations begin where the view is seen in any case.
  public static func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {}

  /// Sets the object that gets the messages of the following methods, and is kept until the animation has ended.
  public static func setAnimationDelegate(_ delegate: Any?) {
    animations.begun.last?.delegate = delegate as AnyObject?
  }

  /// Sets the message for when the animation is committed. The sender is its name.
  public static func setAnimationWillStart(_ selector: Selector?) {
    animations.begun.last?.willStart = selector
  }

  /// Sets the message for when it has ended, or was removed. The sender is its name.
  public static func setAnimationDidStop(_ selector: Selector?) {
    animations.begun.last?.didStop = selector
  }

  /// Lets what a view shows now pass into what it shows after the changes. `cache` has no effect.
  public static func setAnimationTransition(
    _ transition: AnimationTransition, for view: UIView, cache: Bool
  ) {
    guard let begun = animations.begun.last, begun.isOn, transition != .none else { return }
    view.layoutIfNeeded()
    if let picture = view.currentPicture { begun.animation.add(view, picture, transition.passage) }
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
