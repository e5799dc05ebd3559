extension UIEvent {
  /// The touches that the recognizer gets; nil when there are none.
  public final func touches(for recognizer: UIGestureRecognizer) -> Set<UITouch>? {
    touches { $0.gestureRecognizers?.contains { $0 === recognizer } ?? false }
  }
}

extension Set<UITouch> {
  /// When the last of them changed; nil when there are none. Without memory, as it is asked for each move.
  var newestTime: UInt64? {
    var newest: UInt64?
    for touch in self { newest = Swift.max(newest ?? 0, touch.nanoseconds) }
    return newest
  }
}
