/// Where the lines are, and how they are drawn.
extension UITextView {
  final var look: TextLayout.Look {
    // Plain lines are the same in all colors.
    let color = editor.model.styles == nil ? UIColor.black : textColor
    return .init(font: font, color: color, alignment: textAlignment)
  }

  /// The font, the color or the alignment was set.
  final func lookChanged(_ isChanged: Bool, _ key: NSAttributedString.Key? = nil, _ value: Any? = nil) {
    let hasAttributes = editor.model.styles != nil
    if hasAttributes, let key, let value { editor.model.set(key, value) }
    guard isChanged || hasAttributes else { return }
    laidOutWidth = -1
    layOutText()
  }

  final func fittingSize(_ width: Double) -> Size {
    var layout = TextLayout()
    let inset = textContainerInset
    layout.update(
      editor.model, look, width: width > 0 ? max(width - inset.left - inset.right, 1) : .infinity)
    let size = layout.size
    return Size(size.width + inset.left + inset.right + 2, size.height + inset.top + inset.bottom)
  }

  final func layOutText() {
    guard laidOutWidth != bounds.width else { return }
    laidOutWidth = bounds.width
    let inset = textContainerInset
    lines.update(editor.model, look, width: max(bounds.width - inset.left - inset.right, 1))
    contentSize = Size(bounds.width, lines.size.height + inset.top + inset.bottom)
    placeCaret()
    setNeedsDisplay()
  }

  private func placeCaret() { editor.caret.frame = caretRect(for: editor.model.head) }

  final func drawText() {
    guard let drawing = Drawing.current else { return }
    drawn = (bounds.minY - bounds.height)...(bounds.maxY + bounds.height)
    let inset = textContainerInset
    for line in lines.lines {
      let y = inset.top + line.top
      if y + line.height < drawn.lowerBound { continue }
      if y > drawn.upperBound { break }
      let left = inset.left + line.left
      drawSelection(line, at: Point(left, y), in: drawing)
      if let styled = line.styled {
        styled.draw(at: Point(left, y), in: drawing)
      } else {
        let text = editor.model.text(in: line.range)
        drawing.text(text, at: Point(left, y + font.ascender - font.capHeight), font: font, textColor)
      }
      drawMark(line, at: Point(left, y), in: drawing)
    }
  }

  /// A line under text that is being composed.
  private func drawMark(_ line: TextLayout.Line, at point: Point, in drawing: Drawing) {
    guard let marked = editor.model.marked, marked.overlaps(line.range) else { return }
    let part = marked.clamped(to: line.range)
    let from = line.carets[part.lowerBound - line.range.lowerBound]
    let to = line.carets[part.upperBound - line.range.lowerBound]
    let y = min(point.y + font.ascender + 2, point.y + line.height - 1)
    drawing.fill(Rect(point.x + from, y, to - from, 1), textColor)
  }

  private func drawSelection(_ line: TextLayout.Line, at point: Point, in drawing: Drawing) {
    let range = editor.model.selection
    guard editor.isRunning, !range.isEmpty, range.lowerBound <= line.range.upperBound,
      range.upperBound >= line.range.lowerBound
    else { return }
    let part = range.clamped(to: line.range)
    let from = line.carets[part.lowerBound - line.range.lowerBound]
    // A line end that is selected is seen as a little room.
    let goesOn = range.upperBound > line.range.upperBound
    let to = line.carets[part.upperBound - line.range.lowerBound] + (goesOn ? 4 : 0)
    drawing.fill(
      Rect(point.x + from, point.y, to - from, line.height), tintColor.withAlphaComponent(0.25))
  }
}
