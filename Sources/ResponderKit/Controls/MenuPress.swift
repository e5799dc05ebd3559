/// The press that shows a menu, and whose finger may then go on into it and choose by being lifted.
final class MenuPress: UILongPressGestureRecognizer, UIGestureRecognizerDelegate {
  private let buttons: UIEvent.ButtonMask
  override var wantedButtons: UIEvent.ButtonMask { buttons }
  private let canShow: (MenuPress) -> Bool
  private weak var panel: MenuPanel?

  /// - Parameters:
  ///   - buttons: the pointer's buttons that press. The second one needs no time.
  ///   - canShow: whether there is something to show; false: the touch is the view's.
  ///   - show: shows it.
  init(
    _ buttons: UIEvent.ButtonMask, canShow: @escaping (MenuPress) -> Bool,
    show: @escaping (MenuPress) -> MenuPanel?
  ) {
    self.buttons = buttons
    self.canShow = canShow
    super.init()
    delegate = self
    addAction { press in
      let place = press.location(in: nil)
      switch press.state {
      case .began: press.panel = show(press)
      case .changed: press.panel?.follow(place)
      case .ended: press.panel?.release(place)
      default: break
      }
    }
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    if buttons == .secondary, state == .possible, touches.contains(where: { $0.type != .direct }) {
      state = .began
    }
  }

  func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { canShow(self) }

  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    buttons != .secondary || touch.type != .direct
  }
}
