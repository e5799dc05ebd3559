/// Draws a field's text inside of its edges, and holds the caret.
final class TextFieldCanvas: UIView {
  weak var field: UITextField?
  override func draw(_ rect: Rect) { field?.drawText() }
  override func setNeedsDisplay() {
    super.setNeedsDisplay()
    if let field, field.layoutFlags.contains(.takesPart) { field.contentMayHaveChanged() }
  }
}

/// The cross at the end of a field.
final class TextClearButton: UIControl {
  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let circle = Rect(bounds.midX - 8, bounds.midY - 8, 16, 16)
    drawing.fillEllipse(in: circle, isHighlighted ? ControlLooks.sign : ControlLooks.disabledTrack)
    let cross = circle.insetBy(dx: 5, dy: 5)
    drawing.line(
      [Point(cross.minX, cross.minY), Point(cross.maxX, cross.maxY)], .systemBackground, width: 1.5)
    drawing.line(
      [Point(cross.minX, cross.maxY), Point(cross.maxX, cross.minY)], .systemBackground, width: 1.5)
  }
}

extension UITouch {
  /// A press of the middle button.
  var isMiddle: Bool { buttons.rawValue == 4 }
}
