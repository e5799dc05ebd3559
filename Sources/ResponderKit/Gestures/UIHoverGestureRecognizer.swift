/// A pointer over the view that touches nothing: begins when it enters, changes when it moves, ends when it leaves. It
/// cancels nothing, and no gesture keeps it from beginning.
open class UIHoverGestureRecognizer: UIGestureRecognizer {
  /// Where the pointer is, in the window's coordinates.
  final var pointer = Point.zero

  open override func location(in view: UIView?) -> Point { convert(pointer, to: view) }

  override var takesTouches: Bool { false }

  /// The pointer is a touch that is not there.
  open override var numberOfTouches: Int { 0 }
}

extension GestureArena {
  func pointerMoved(with event: UIEvent, in window: UIWindow) {
    guard let touch = event.touches.first, touch.window === window else { return }
    let hasLeft = touch.phase == .regionExited
    let under =
      hasLeft
      ? []
      : recognizers(from: touch.view ?? window).compactMap { recognizer in
        (recognizer as? UIHoverGestureRecognizer).flatMap { hover in hover.isEnabled ? hover : nil }
      }
    batch {
      for case let hover as UIHoverGestureRecognizer in hovering
      where !under.contains(where: { $0 === hover }) {
        hover.pointer = touch.location
        hovering.removeAll { $0 === hover }
        call(hover) { hover.endOrFail() }
      }
      for hover in under {
        hover.pointer = touch.location
        hover.arena = self
        if hover.hasBegun {
          call(hover) { hover.state = .changed }
        } else {
          call(hover) { hover.state = .began }
          if hover.hasBegun { hovering.append(hover) }
        }
      }
    }
  }
}
