/// The move of a page over the one below it, or off that: by itself, or with a finger, and on or back when that is lifted.
final class NavigationTransition: PageTransition {
  typealias Body = (any UIViewControllerTransitionCoordinatorContext) -> Void
  let from: UIViewController
  let to: UIViewController
  let containerView: UIView
  let initiallyInteractive: Bool
  private(set) var isInteractive: Bool
  private(set) var isCancelled = false
  private(set) var isCut = false
  private(set) var completionVelocity = 1.0
  var onEnd: (Bool) -> Void = { _ in }

  private let isPush: Bool
  /// 1 where new pages move in from the right, -1 where they move in from the left.
  private let forth: Double
  private let animator = UIViewPropertyAnimator(duration: duration, dampingRatio: 1)
  /// Darkens the lower page.
  private let shade = UIView()
  private var width = 1.0
  private var completions: [Body] = []
  private var handlers: [Body] = []

  static let duration = 0.4
  /// How much of the width the lower page moves, of all that the upper one does.
  static let parallax = 0.3

  init(
    from: UIViewController, to: UIViewController, in wrapper: UIView, isPush: Bool, forth: Double,
    isInteractive: Bool
  ) {
    (self.from, self.to, containerView, self.isPush, self.forth) = (from, to, wrapper, isPush, forth)
    (self.isInteractive, initiallyInteractive) = (isInteractive, isInteractive)
    shade.backgroundColor = .black
    shade.isUserInteractionEnabled = false
  }

  /// Both pages are in the wrapper, in their places.
  func begin() {
    guard let upper = (isPush ? to : from).loadedView, let lower = (isPush ? from : to).loadedView else {
      return
    }
    width = max(containerView.bounds.width, 1)
    let (covered, aside, away) = (0.1, -width * Self.parallax * forth, width * forth)
    UIView.performWithoutAnimation {
      shade.frame = containerView.bounds
      shade.alpha = isPush ? 0 : covered
      containerView.insertSubview(shade, belowSubview: upper)
      if isPush { upper.frame.origin.x = away } else { lower.frame.origin.x = aside }
    }
    animator.addAnimations { [self] in
      lower.frame.origin.x = isPush ? aside : 0
      upper.frame.origin.x = isPush ? 0 : away
      shade.alpha = isPush ? covered : 0
    }
    animator.addCompletion { [weak self] in self?.ended(at: $0) }
    if isInteractive { animator.fractionComplete = 0 } else { animator.startAnimation() }
  }

  func move(by way: Double) { animator.fractionComplete = way / width }

  /// The finger was lifted: it continues, or returns, at first with the finger's velocity.
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

  func finish(cancelled: Bool) {
    if isInteractive, cancelled { isCancelled = true }
    guard animator.state == .active else { return ended(at: .current) }
    isCut = true
    animator.stopAnimation(false)
    animator.finishAnimation(at: isCancelled ? .start : .end)
  }

  private func ended(at position: UIViewAnimatingPosition) {
    if position == .current, isInteractive { isCancelled = true }
    isInteractive = false
    shade.removeFromSuperview()
    onEnd(!isCancelled)
    onEnd = { _ in }
    for completion in completions { completion(self) }
    (completions, handlers) = ([], [])
  }

  // MARK: The coordinator

  var isAnimated: Bool { true }
  var transitionDuration: TimeInterval { Self.duration }
  var percentComplete: Double {
    animator.isReversed ? 1 - animator.fractionComplete : animator.fractionComplete
  }
  func view(of key: UITransitionContextViewKey) -> UIView? {
    key == .from ? from.view : key == .to ? to.view : nil
  }

  func animate(alongsideTransition animation: Body?, completion: Body?) -> Bool {
    if let animation { animator.addAnimations { [unowned self] in animation(self) } }
    if let completion { completions.append(completion) }
    return true
  }

  func notifyWhenInteractionChanges(_ handler: @escaping Body) { handlers.append(handler) }
}
