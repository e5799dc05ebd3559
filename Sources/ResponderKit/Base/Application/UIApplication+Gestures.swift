extension UIApplication {
  /// The numbers that its recognizers, controls and scroll views go by.
  public final var gestureTuning: GestureTuning {
    get { arena.tuning }
    set { arena.tuning = newValue }
  }

  final var arena: GestureArena {
    guard let arena = gestures as? GestureArena else {
      preconditionFailure("the application's gesture layer was exchanged")
    }
    return arena
  }
}

extension UIView {
  /// The numbers of the application in whose window the view is, or of the thread's.
  final var tuning: GestureTuning {
    (window?.application ?? UIApplication.current)?.gestureTuning ?? GestureTuning()
  }
}

extension UIApplication: GestureHost {
  final var hasTouches: Bool { !touches.live.isEmpty }
  final func cancelInViews(_ touches: [UITouch]) { delivery.cancelInViews(touches) }
  final func isHeld(_ touch: UITouch) -> Bool { delivery.isHeld(touch) }
  final func reconsider(_ touches: [UITouch]) { delivery.reconsider(touches) }
  final func note(_ loss: EventLosses.Reason) { losses.add(loss) }
}
