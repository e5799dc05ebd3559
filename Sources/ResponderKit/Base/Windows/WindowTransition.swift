/// A window gets another size.
final class WindowTransition: UIViewControllerTransitionCoordinator {
  typealias Body = (any UIViewControllerTransitionCoordinatorContext) -> Void
  private var animations: [Body] = []
  private var completions: [Body] = []

  private(set) var percentComplete = 0.0
  let transitionDuration = 0.3
  let completionVelocity = 1.0
  var isAnimated: Bool { true }
  var isInteractive: Bool { false }
  var initiallyInteractive: Bool { false }
  var isCancelled: Bool { false }

  func animate(alongsideTransition animation: Body?, completion: Body?) -> Bool {
    if let animation { animations.append(animation) }
    if let completion { completions.append(completion) }
    return true
  }

  func notifyWhenInteractionChanges(_ handler: @escaping Body) {}

  /// The window has its new size.
  func run() {
    guard !animations.isEmpty || !completions.isEmpty else { return }
    UIView.animate(withDuration: transitionDuration) {
      for animation in animations { animation(self) }
    } completion: { [self] _ in
      percentComplete = 1
      for completion in completions { completion(self) }
      completions = []
    }
    animations = []
  }
}
