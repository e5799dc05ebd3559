/// Where recognizers meet touches, and each other.
final class GestureArena: GestureEnvironment {
  unowned let application: UIApplication

  init(_ application: UIApplication) {
    self.application = application
  }

  func began(_ touch: UITouch, with event: UIEvent) {}
  func consider(_ touches: [UITouch], with event: UIEvent, in window: UIWindow) {}
  func delaysBegan(_ touch: UITouch) -> Bool { false }
  func delaysEnded(_ touch: UITouch) -> Bool { false }
  func finished(_ touch: UITouch) {}
  func pointerMoved(with event: UIEvent, in window: UIWindow) {}
  func scrolled(with event: UIEvent, in window: UIWindow) {}
}
