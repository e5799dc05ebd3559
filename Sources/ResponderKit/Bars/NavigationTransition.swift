/// The swipe of a page off the one below it: both follow a finger, and move on or back when it is lifted.
final class NavigationTransition: UIViewControllerTransitionCoordinator {
  typealias Body = (any UIViewControllerTransitionCoordinatorContext) -> Void
  /// The page that is swiped away.
  let upper: UIViewController
  /// The page that is uncovered.
  let lower: UIViewController
  private(set) var isInteractive = true
  private(set) var isCancelled = false
  private(set) var completionVelocity = 1.0
  /// Called at its end, with whether the page was swiped away.
  var onEnd: (Bool) -> Void = { _ in }

  private let animator = UIViewPropertyAnimator(duration: duration, dampingRatio: 1)
  /// Darkens the lower page.
  private let shade = UIView()
  /// Takes touches in place of pages and bars.
  private let shield = UIView()
  private var width = 1.0
  private var completions: [Body] = []
  private var handlers: [Body] = []

  static let duration = 0.4
  /// How much of the width the lower page moves, of all that the upper one does.
  static let parallax = 0.3

  init(from upper: UIViewController, to lower: UIViewController) {
    (self.upper, self.lower) = (upper, lower)
    shade.backgroundColor = .black
    shade.isUserInteractionEnabled = false
    shield.label = "navigation transition"
  }

  /// Both pages are in the wrapper, in their places. The bars' old pictures pass into the new ones along with them.
  func begin(in wrapper: UIView, below root: UIView, _ pictures: [(bar: UIView, picture: ViewPicture)]) {
    width = max(wrapper.bounds.width, 1)
    shade.frame = wrapper.bounds
    shade.alpha = 0.1
    wrapper.insertSubview(shade, belowSubview: upper.view)
    shield.frame = root.bounds
    root.addSubview(shield)
    lower.view.frame.origin.x = -width * Self.parallax
    animator.addAnimations { [self] in
      lower.view.frame.origin.x = 0
      upper.view.frame.origin.x = width
      shade.alpha = 0
      for (bar, picture) in pictures { UIWindow.hostOfThread.animations.current?.add(bar, picture) }
    }
    animator.addCompletion { [weak self] in self?.ended(at: $0) }
    animator.fractionComplete = 0
  }

  func move(by way: Double) { animator.fractionComplete = way / width }

  /// The finger leaves it: it goes on, or back, at first as fast as that.
  func letGo(velocity: Double, isGoing: Bool) {
    guard isInteractive else { return }
    let place = animator.fractionComplete
    let way = (isGoing ? 1 - place : place) * width
    let speed = max(isGoing ? velocity : -velocity, 0)
    completionVelocity = speed / width
    isInteractive = false
    isCancelled = !isGoing
    for handler in handlers { handler(self) }
    guard animator.state == .active else { return }
    animator.isReversed = !isGoing
    // With more than this the spring would swing.
    let atFirst = way > 1 ? min(speed * Self.duration / way, 9) : 0
    animator.continueAnimation(
      withTimingParameters: UISpringTimingParameters(
        dampingRatio: 1, initialVelocity: CGVector(dx: atFirst, dy: 0)), durationFactor: 1)
  }

  /// Ends it at once: on its way back at its beginning, otherwise, unless it is `cancelled`, at its end.
  func finish(cancelled: Bool = false) {
    if isInteractive, cancelled { isCancelled = true }
    guard animator.state == .active else { return ended(at: .current) }
    animator.stopAnimation(false)
    animator.finishAnimation(at: isCancelled ? .start : .end)
  }

  private func ended(at position: UIViewAnimatingPosition) {
    if position == .current, isInteractive { isCancelled = true }
    isInteractive = false
    shade.removeFromSuperview()
    shield.removeFromSuperview()
    onEnd(!isCancelled)
    onEnd = { _ in }
    for completion in completions { completion(self) }
    (completions, handlers) = ([], [])
  }

  // MARK: The coordinator

  var isAnimated: Bool { true }
  var initiallyInteractive: Bool { true }
  var transitionDuration: TimeInterval { Self.duration }
  var percentComplete: Double {
    animator.isReversed ? 1 - animator.fractionComplete : animator.fractionComplete
  }

  func animate(alongsideTransition animation: Body?, completion: Body?) -> Bool {
    if let animation { animator.addAnimations { [unowned self] in animation(self) } }
    if let completion { completions.append(completion) }
    return true
  }

  func notifyWhenInteractionChanges(_ handler: @escaping Body) { handlers.append(handler) }
}
