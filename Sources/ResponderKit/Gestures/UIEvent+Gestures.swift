extension UIEvent {
  /// Those that the recognizer gets; nil when there are none.
  public final func touches(for recognizer: UIGestureRecognizer) -> Set<UITouch>? {
    touches { $0.gestureRecognizers?.contains { $0 === recognizer } ?? false }
  }
}
