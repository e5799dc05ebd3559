/// Lines for the sizes that a text view is asked about: as wide as its text, and in a width. Layout asks about both after each change of the text.
struct FittingLines {
  private var free = TextLayout()
  private var bound = TextLayout()
  /// How many characters have been measured, in all.
  var measured: Int { free.measured + bound.measured }

  /// The size of the first lines.
  mutating func size(_ model: TextModel, _ look: TextLayout.Look, width: Double, most: Int) -> Size {
    if width == .infinity {
      free.update(model, look, width: width)
      return free.size(most: most)
    }
    bound.update(model, look, width: width)
    return bound.size(most: most)
  }
}

/// Where the lines are, and how they are drawn.
extension UITextView {
  final var look: TextLayout.Look {
    // Plain lines are the same in all colors.
    let color = shownModel.styles == nil ? UIColor.black : textColor
    let link = shownModel.hasLinks ? TextAttributes(linkTextAttributes) : nil
    return .init(
      font: usedFont, color: color, alignment: textAlignment, isMirrored: isMirrored, link: link)
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
    let inset = textInset
    let room = width > 0 ? max(width - inset.left - inset.right, 1) : .infinity
    // In the view's own width they are made already.
    let isMade = lines.isMade(of: shownModel, look, width: room)
    let size =
      isMade
      ? lines.size(most: mostLines) : fitting.size(shownModel, look, width: room, most: mostLines)
    return Size(size.width + inset.left + inset.right + 2, size.height + inset.top + inset.bottom)
  }

  final func layOutText() {
    guard laidOutWidth != bounds.width else { return }
    laidOutWidth = bounds.width
    detect()
    let inset = textInset
    lines.update(shownModel, look, width: max(bounds.width - inset.left - inset.right, 1))
    contentSize = Size(bounds.width, lines.height(most: mostLines) + inset.top + inset.bottom)
    placeCaret()
    placeLinks()
    setNeedsDisplay()
  }

  /// The caret behind a line, also where that is not the place of a position.
  final func caretAtEnd(of index: Int) -> Rect {
    let line = lines.lines[index]
    return Rect(
      textInset.left + line.left + line.carets[line.carets.count - 1], textInset.top + line.top, 2,
      line.height
    )
  }

  private func placeCaret() { editor.caret.frame = caretRect(for: editor.model.head) }

  final func drawText() {
    guard let drawing = Drawing.current else { return }
    let (top, end) = (bounds.minY - bounds.height, bounds.maxY + bounds.height)
    // Nothing is seen in bounds that are NaN or negative.
    guard top <= end else { return }
    drawn = top...end
    let inset = textInset
    let width = max(bounds.width - inset.left - inset.right, 1)
    for index in lines.lines.indices[lines.line(at: drawn.lowerBound - inset.top)...] {
      let line = lines.lines[index]
      let y = inset.top + line.top
      if y > drawn.upperBound || index >= mostLines { break }
      let left = inset.left + line.left
      drawSelection(line, at: Point(left, y), in: drawing)
      if let cut = cutLine(index, width: width) {
        cut.draw(
          at: Point(inset.left, y), width: width, textAlignment, isMirrored: isMirrored, in: drawing)
      } else if let styled = line.styled {
        // Lines that only their directions divide have the view's color.
        let color = shownModel.styles == nil ? textColor : nil
        styled.draw(at: Point(left, y), in: drawing, color: color)
      } else {
        line.draw(editor.model.text(in: line.range), at: Point(left, y), usedFont, textColor, in: drawing)
      }
      drawMark(line, at: Point(left, y), in: drawing)
    }
  }

  /// A line under text that is being composed.
  private func drawMark(_ line: TextLayout.Line, at point: Point, in drawing: Drawing) {
    guard let marked = editor.model.marked, marked.overlaps(line.range) else { return }
    let part = marked.clamped(to: line.range)
    let y = min(point.y + usedFont.ascender + 2, point.y + line.height - 1)
    for place in line.places(of: part) {
      drawing.fill(Rect(point.x + place.lowerBound, y, place.upperBound - place.lowerBound, 1), textColor)
    }
  }

  private func drawSelection(_ line: TextLayout.Line, at point: Point, in drawing: Drawing) {
    let range = editor.model.selection
    guard editor.isRunning, !range.isEmpty, range.lowerBound <= line.range.upperBound,
      range.upperBound >= line.range.lowerBound
    else { return }
    var places = line.places(of: range.clamped(to: line.range))
    // A line end that is selected is seen as a little room.
    if range.upperBound > line.range.upperBound { places.append(line.placeOfEnd) }
    let color = tintColor.withAlphaComponent(0.25)
    for place in places {
      let box = Rect(
        point.x + place.lowerBound, point.y, place.upperBound - place.lowerBound, line.height)
      drawing.fill(box, color)
    }
  }
}
