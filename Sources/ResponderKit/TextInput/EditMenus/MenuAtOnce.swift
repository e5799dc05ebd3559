/// Menus are not animated: runs animations at once, and keeps completions until the delegate has returned and the menu is shown or dismissed.
final class MenuAtOnce: UIContextMenuInteractionAnimating, UIEditMenuInteractionAnimating {
  private var completions: [() -> Void] = []
  func addAnimations(_ animations: @escaping () -> Void) { animations() }
  func addCompletion(_ completion: @escaping () -> Void) { completions.append(completion) }

  /// Calls the completions.
  func finish() {
    let completions = completions
    self.completions = []
    for completion in completions { completion() }
  }
}
