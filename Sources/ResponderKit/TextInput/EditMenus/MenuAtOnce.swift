/// Runs something along with an edit menu's appearance or dismissal, which are not animated.
public protocol UIEditMenuInteractionAnimating: AnyObject {
  /// Changes that are made together with the menu's: at once.
  func addAnimations(_ animations: @escaping () -> Void)
  /// Called when the menu was shown or dismissed.
  func addCompletion(_ completion: @escaping () -> Void)
}

/// Menus are not animated: runs animations at once, and keeps completions until the delegate has returned and the menu is shown or dismissed.
final class MenuAtOnce: UIContextMenuInteractionAnimating, UIEditMenuInteractionAnimating {
  private var completions: [() -> Void] = []
  func addAnimations(_ animations: @escaping () -> Void) { animations() }
  func addCompletion(_ completion: @escaping () -> Void) { completions.append(completion) }

  /// Lets a delegate add to an animator, shows or dismisses the menu, and calls the completions.
  static func run(_ ask: (MenuAtOnce) -> Void, then change: () -> Void = {}) {
    let animator = MenuAtOnce()
    ask(animator)
    change()
    animator.finish()
  }

  private func finish() {
    let completions = completions
    self.completions = []
    for completion in completions { completion() }
  }
}
