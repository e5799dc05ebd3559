/// A window gets another size.
final class WindowTransition: UIViewControllerTransitionCoordinator {
  private var animations: [(any UIViewControllerTransitionCoordinator) -> Void] = []
  private var completions: [(any UIViewControllerTransitionCoordinator) -> Void] = []

  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinator) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinator) -> Void)?
  ) -> Bool {
    if let animation { animations.append(animation) }
    if let completion { completions.append(completion) }
    return true
  }

  /// The window has its new size.
  func run() {
    guard !animations.isEmpty || !completions.isEmpty else { return }
    UIView.animate(withDuration: .milliseconds(300)) {
      for animation in animations { animation(self) }
    } completion: { [self] _ in
      for completion in completions { completion(self) }
      completions = []
    }
    animations = []
  }
}
