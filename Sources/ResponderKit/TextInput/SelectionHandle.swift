/// The knob at one end of a selection, with a line beside the text. Not hit itself: the text view follows its drags.
final class SelectionHandle: UIView {
  override class var standardHitTestClass: UIView.Type { SelectionHandle.self }

  static let diameter = 12.0
  private let isStart: Bool

  init(isStart: Bool) {
    self.isStart = isStart
    super.init(frame: .zero)
    isUserInteractionEnabled = false
  }

  /// Puts the handle at a caret's rectangle: the knob above the text at the start, and below it at the end.
  func place(at caret: Rect) {
    let side = Self.diameter
    let y = caret.minY - (isStart ? side * 0.75 : 0)
    frame = Rect(caret.midX - side / 2, y, side, caret.height + side * 0.75)
    setNeedsDisplay()
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let side = Self.diameter
    drawing.fill(Rect(bounds.midX - 1, 0, 2, bounds.height), tintColor)
    drawing.fillEllipse(in: Rect(0, isStart ? 0 : bounds.height - side, side, side), tintColor)
  }
}
