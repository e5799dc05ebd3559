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
    if let image = (superview as? UITextField)?.sides.clearImages.shown(in: state) {
      let place = image.place(around: bounds.center, longest: 24, grows: false)
      Drawing.current?.image(image, in: place, tint: ControlLooks.sign, automatic: .alwaysOriginal)
      return
    }
    let color = isHighlighted ? ControlLooks.sign : ControlLooks.disabledTrack
    Drawing.current?.sign("xmark.circle.fill", at: bounds.center, size: 15, color)
  }
}

extension UITouch {
  /// A press of the middle button.
  var isMiddle: Bool { buttons.rawValue == 4 }
}
