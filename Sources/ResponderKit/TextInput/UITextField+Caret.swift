extension UITextField {
  /// Where the caret is, in the field, unless a subclass puts it elsewhere.
  final func standardCaret(_ position: Int) -> Rect {
    let frame = canvas.frame
    return Rect(
      frame.minX + origin + caret(position), frame.midY - shownFont.lineHeight / 2, 2, shownFont.lineHeight)
  }

  /// Where a subclass puts the caret, in the canvas; nil: in its usual place.
  final var ownCaret: Rect? {
    let wanted = caretRect(for: editor.model.head)
    guard wanted != standardCaret(editor.model.head), wanted.isFinite else { return nil }
    return wanted.isEmpty ? .zero : canvas.convert(wanted, from: self)
  }
}
