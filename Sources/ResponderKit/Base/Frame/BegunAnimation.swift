import RunLoopCore

/// An animation between `UIView.beginAnimations` and `commitAnimations`.
final class BegunAnimation {
  let animation: Animation
  /// Whether it animates: not where animations are off.
  let isOn: Bool
  let name: String?
  var timing = AnimationTiming(duration: .milliseconds(200), delay: .zero, curve: .easeInOut)
  /// Gets both messages.
  var delegate: AnyObject?
  var willStart: Selector?
  var didStop: Selector?

  init(_ name: String?, isOn: Bool) {
    self.name = name
    self.isOn = isOn
    animation = Animation(timing, [], nil)
  }

  func send(_ message: Selector?) {
    guard let message, let delegate else { return }
    message.perform(on: delegate, from: name, for: nil)
  }
}

extension AnimationList {
  /// Lets an animation animate all changes, until `commit`, or the end of the `animate` that it is begun in.
  func begin(_ name: String?) {
    let new = BegunAnimation(name, isOn: isOn)
    // One that the program does not commit ends with its callout.
    if begun.isEmpty { RunLoop.current.post { UIWindow.hostOfThread.animations.commitAll() } }
    begun.append(new)
    guard new.isOn else { return }
    open.last?.layOutStacks()
    open.append(new.animation)
    Self.openCount.add(1, ordering: .relaxed)
  }

  /// Starts the animation that was begun last. Without effect when none was, and for one that was begun around the `animate` that runs.
  func commit() {
    guard let last = begun.last, !last.isOn || open.last === last.animation else { return }
    begun.removeLast()
    if last.isOn {
      last.animation.layOutStacks()
      open.removeLast()
      Self.openCount.subtract(1, ordering: .relaxed)
    }
    start(last)
  }

  /// Ends an animation's recording, with those that were begun in it and not committed.
  func close(_ animation: Animation) {
    while let last = open.popLast() {
      Self.openCount.subtract(1, ordering: .relaxed)
      guard last !== animation else { break }
      guard let index = begun.lastIndex(where: { $0.animation === last }) else { continue }
      start(begun.remove(at: index))
    }
  }

  private func commitAll() {
    while !begun.isEmpty {
      let count = begun.count
      commit()
      if begun.count >= count { break }
    }
  }

  private func start(_ begun: BegunAnimation) {
    begun.send(begun.willStart)
    begun.animation.timing = begun.timing
    begun.animation.completion = { _ in begun.send(begun.didStop) }
    if begun.isOn { begin(begun.animation) } else { begun.animation.end(true) }
  }
}

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
