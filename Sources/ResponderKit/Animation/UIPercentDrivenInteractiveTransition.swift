/// Moves a program's transition on and back: its views' animations are as far as `update` says, and go on by `finish` or back by `cancel`.
///
/// It moves the animations that the animator begins by `UIView.animate`, by key frames and by property animators, not those of layers.
open class UIPercentDrivenInteractiveTransition: NSObject, UIViewControllerInteractiveTransitioning {
  /// The transition that it moves.
  final weak var transition: ControllerTransition?
  /// How far it is, from 0 to 1.
  public final private(set) var percentComplete = 0.0
  /// How fast it continues or returns by itself, as a multiple of the animator's speed.
  open var completionSpeed = 1.0
  /// Without effect: it continues by the animations' own curves.
  open var completionCurve = UIView.AnimationCurve.easeInOut
  /// Whether it moves the transition from the beginning; false: from `pause` on.
  open var wantsInteractiveStart = true

  /// Moves nothing until a transition begins.
  public override init() { super.init() }

  /// How long the transition takes by itself, in seconds.
  public final var duration: TimeInterval { transition?.transitionDuration ?? 0 }

  /// Called by the transition: the animator begins, and what it animates rests at its beginning.
  open func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning) {
    percentComplete = 0
    transition = transitionContext as? ControllerTransition
    transition?.play()
  }

  /// Pauses a transition that runs on its own.
  open func pause() {
    transition?.pauseInteractiveTransition()
    percentComplete = transition?.percentComplete ?? percentComplete
  }

  /// Moves the transition to a part of its way.
  open func update(_ percentComplete: Double) {
    transition?.updateInteractiveTransition(percentComplete)
    self.percentComplete = transition?.percentComplete ?? 0
  }

  /// Lets the transition continue by itself.
  open func finish() { transition?.letGo(isGoing: true, speed: completionSpeed) }

  /// Lets the transition return to its beginning by itself; it counts as cancelled.
  open func cancel() { transition?.letGo(isGoing: false, speed: completionSpeed) }
}
