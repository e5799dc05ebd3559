extension UIScrollView {
  /// Moves rows, and fades them in and out.
  final func animateRows(completion: ((Bool) -> Void)? = nil, _ changes: () -> Void) {
    UIView.animate(
      withDuration: .milliseconds(300), options: .allowUserInteraction, animations: changes,
      completion: completion)
  }
}
