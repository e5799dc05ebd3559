/// A transition that a program animates.
final class ControllerTransition: PageTransition, UIViewControllerContextTransitioning {
  typealias Body = (any UIViewControllerTransitionCoordinatorContext) -> Void
  let from: UIViewController
  let to: UIViewController
  let containerView: UIView
  let presentationStyle: UIModalPresentationStyle
  /// The controller whose view moves in a presentation; the other one's stays. Nil: both move.
  private let moving: UIViewController?
  /// The view that moves, where it is not the controller's own.
  var movingView: () -> UIView? = { nil }
  /// Where a controller's view begins and ends.
  var places: (UIViewController) -> (initial: Rect, final: Rect) = { _ in (.zero, .zero) }
  var onEnd: (Bool) -> Void = { _ in }

  private let animator: any UIViewControllerAnimatedTransitioning
  private let interaction: (any UIViewControllerInteractiveTransitioning)?
  /// The time of the animator's animations, and of those alongside; nil until it begins.
  private var pace: AnimationPace?
  /// Whether the animator was called: an interaction controller may do its work.
  private var hasPlayed = false
  private var isOver = false
  private var pending: [Body] = []
  private var completions: [Body] = []
  private var handlers: [Body] = []

  private(set) var isCut = false
  private(set) var isInteractive = false
  private(set) var initiallyInteractive = false
  private(set) var isCancelled = false
  private(set) var completionVelocity = 1.0
  private var part = 0.0

  init(
    from: UIViewController, to: UIViewController, in containerView: UIView,
    _ animator: any UIViewControllerAnimatedTransitioning,
    _ interaction: (any UIViewControllerInteractiveTransitioning)?,
    moving: UIViewController? = nil, style: UIModalPresentationStyle = .none
  ) {
    (self.from, self.to, self.containerView) = (from, to, containerView)
    (self.animator, self.interaction) = (animator, interaction)
    (self.moving, presentationStyle) = (moving, style)
    isInteractive = interaction?.wantsInteractiveStart == true
    initiallyInteractive = isInteractive
  }

  private var list: AnimationList { UIWindow.hostOfThread.animations }

  func begin() {
    (interaction as? UIPercentDrivenInteractiveTransition)?.transition = self
    let pace = AnimationPace(list.now)
    self.pace = pace
    if let interaction, isInteractive {
      interaction.startInteractiveTransition(self)
    } else {
      pace.run(at: 1, from: list.now)
      play()
    }
    let bodies = pending
    pending = []
    if !bodies.isEmpty, !isOver { alongside { for body in bodies { body(self) } } }
  }

  /// Calls the animator. Its animations rest at their beginning while the transition is interactive.
  func play() {
    guard let pace, !hasPlayed, !isOver else { return }
    hasPlayed = true
    list.pace(pace) {
      let own = isInteractive ? animator.interruptibleAnimator(using: self) : NoAnimator()
      if own is NoAnimator { animator.animateTransition(using: self) } else { own.startAnimation() }
    }
  }

  private func alongside(_ body: () -> Void) {
    guard let pace else { return body() }
    let left = max(transitionDuration - pace.seconds(at: list.now), 0)
    list.pace(pace) { UIView.animate(withDuration: Duration(time: left), animations: body) }
  }

  // MARK: The animator's context

  var isAnimated: Bool { true }
  var transitionWasCancelled: Bool { isCancelled }

  func updateInteractiveTransition(_ percentComplete: Double) {
    guard isInteractive else { return }
    part = percentComplete.isNaN ? 0 : min(max(percentComplete, 0), 1)
    guard let pace else { return }
    pace.rest(at: part * transitionDuration)
    list.resume(pace)
  }

  func finishInteractiveTransition() { letGo(isGoing: true) }
  func cancelInteractiveTransition() { letGo(isGoing: false) }

  /// Lets it continue, or return, by itself.
  func letGo(isGoing: Bool, speed: Double = 1) {
    guard isInteractive, !isOver else { return }
    isInteractive = false
    isCancelled = !isGoing
    completionVelocity = speed
    for handler in handlers { handler(self) }
    guard let pace, !isOver else { return }
    pace.run(at: (isGoing ? 1 : -1) * max(speed, 0.01), from: list.now)
    list.resume(pace)
  }

  func pauseInteractiveTransition() {
    guard !isInteractive, !isOver, let pace else { return }
    part = percentComplete
    (isInteractive, isCancelled) = (true, false)
    pace.rest(at: pace.seconds(at: list.now))
    list.resume(pace)
    for handler in handlers { handler(self) }
  }

  func completeTransition(_ didComplete: Bool) {
    guard !isOver else { return }
    isOver = true
    isInteractive = false
    isCancelled = !didComplete
    if !hasPlayed, let pace { list.finish(pace, reverted: !didComplete) }
    onEnd(didComplete)
    onEnd = { _ in }
    animator.animationEnded(didComplete)
    for completion in completions { completion(self) }
    (pending, completions, handlers) = ([], [], [])
  }

  func view(of key: UITransitionContextViewKey) -> UIView? {
    let controller = key == .from ? from : key == .to ? to : nil
    guard let controller, moving == nil || moving === controller else { return nil }
    return (moving == nil ? nil : movingView()) ?? controller.view
  }

  func initialFrame(for controller: UIViewController) -> Rect { places(controller).initial }
  func finalFrame(for controller: UIViewController) -> Rect { places(controller).final }

  // MARK: The coordinator

  var transitionDuration: TimeInterval { max(animator.transitionDuration(using: self), 0) }

  var percentComplete: Double {
    guard let pace, !isInteractive, transitionDuration > 0 else { return part }
    return min(pace.seconds(at: list.now) / transitionDuration, 1)
  }

  func animate(alongsideTransition animation: Body?, completion: Body?) -> Bool {
    guard !isOver else { return false }
    if let completion { completions.append(completion) }
    if let animation {
      if pace == nil { pending.append(animation) } else { alongside { animation(self) } }
    }
    return true
  }

  /// Makes the changes alongside, of a transition that ends before it begins, at once.
  private func runPending() {
    let bodies = pending
    pending = []
    UIView.performWithoutAnimation { for body in bodies { body(self) } }
  }

  func notifyWhenInteractionChanges(_ handler: @escaping Body) { handlers.append(handler) }

  func finish(cancelled: Bool) {
    guard !isOver else { return }
    isCut = pace != nil
    if isInteractive { isCancelled = cancelled }
    isInteractive = false
    if pace == nil, !isCancelled { runPending() }
    guard !isOver else { return }
    if let pace { list.finish(pace, reverted: isCancelled) }
    completeTransition(!isCancelled)
  }
}
