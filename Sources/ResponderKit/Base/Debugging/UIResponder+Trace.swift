extension EventTrace {
  /// - Parameter including: which responders are written down.
  public convenience init(
    including: @escaping (UIResponder) -> Bool = { _ in true }, _ write: @escaping (String) -> Void
  ) {
    self.init({ object in (object as? UIResponder).map(including) ?? false }, write)
  }

  // MARK: Lines

  @inline(never)
  static func noteHitTest(_ view: UIView) {
    note(view) { "\($0) -[\(type(of: $0)) hitTest:withEvent:]" }
  }

  @inline(never)
  static func notePointInside(_ view: UIView) { note(view) { "\($0) pointInside" } }

  @inline(__always)
  static func noteDelivery(_ phase: UITouch.Phase, to responder: UIResponder) {
    if isOn { note(responder) { "\($0) \(words(phase))" } }
  }

  private static func words(_ phase: UITouch.Phase) -> String {
    switch phase {
    case .began: "touchBegan"
    case .moved: "touchesMoved"
    case .ended: "touchesEnded"
    case .cancelled: "touchesCancelled"
    default: "\(phase)"
    }
  }
}
