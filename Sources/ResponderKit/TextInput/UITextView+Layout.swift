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
    if let container = partedContainer, room.isFinite {
      return outerSize(partedLines(container, room), inset)
    }
    // In the view's own width they are made already.
    let isMade = lines.isMade(of: shownModel, look, width: room)
    let size =
      isMade
      ? lines.size(most: mostLines) : fitting.size(shownModel, look, width: room, most: mostLines)
    return outerSize(size, inset)
  }

  private func outerSize(_ size: Size, _ inset: EdgeInsets) -> Size {
    Size(size.width + inset.left + inset.right + 2, size.height + inset.top + inset.bottom)
  }

  /// The size of lines beside what is excluded.
  private func partedLines(_ container: NSTextContainer, _ width: Double) -> Size {
    var layout = lines
    if !container.isInUse, !layout.isMade(of: shownModel, look, width: width, room: container.version) {
      layout.lines = TextLayout.flow(shownModel, look, width, in: container.flow(width: width))
    }
    let right = layout.lines.map { $0.left + $0.width }.max() ?? 0
    return Size(right, layout.height(most: mostLines))
  }

  /// Makes the lines that are not made.
  private func updateLines() {
    let width = roomWidth
    guard let container = partedContainer else { return lines.update(shownModel, look, width: width) }
    let (model, look, version) = (shownModel, look, container.version)
    guard !container.isInUse, !lines.isMade(of: model, look, width: width, room: version) else { return }
    // A program's container may ask for the lines meanwhile, or be changed.
    var new = TextLayout.flow(model, look, width, in: container.flow(width: width))
    if new.isEmpty { new = TextLayout.flow(model, look, width, in: LineFlow(width: width)) }
    lines.take(new, of: model, look, width: width, room: version)
  }

  final func layOutText() {
    guard laidOutWidth != bounds.width else { return }
    laidOutWidth = bounds.width
    detect()
    let inset = textInset
    updateLines()
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
    let own = overridingManager
    if let own { own.drawBackground(forGlyphRange: own.shownRange(drawn), at: containerOrigin) }
    for index in lines.lines.indices[lines.firstLine(at: drawn.lowerBound - inset.top)...] {
      let line = lines.lines[index]
      let y = inset.top + line.top
      if y > drawn.upperBound || index >= mostLines { break }
      let left = inset.left + line.left
      drawSelection(line, at: Point(left, y), in: drawing)
      if own == nil { drawLine(index, at: Point(left, y), in: drawing) }
      drawMark(line, at: Point(left, y), in: drawing)
    }
    if let own {
      own.drawGlyphs(forGlyphRange: own.shownRange(drawn), at: containerOrigin)
    }
  }

  /// Draws a line.
  ///
  /// - Parameter isBackground: whether only what is behind the letters is drawn, or only these; nil: both.
  final func drawLine(_ index: Int, at point: Point, isBackground: Bool? = nil, in drawing: Drawing) {
    let line = lines.lines[index]
    if let cut = cutLine(index, width: roomWidth) {
      if isBackground == true { return }
      let left = point.x - line.left
      return cut.draw(
        at: Point(left, point.y), width: roomWidth, textAlignment, isMirrored: isMirrored, in: drawing)
    }
    guard let styled = line.styled else {
      if isBackground == true { return }
      let text = editor.model.text(in: line.range)
      return line.draw(text, at: point, usedFont, textColor, in: drawing)
    }
    // Lines that only their directions divide have the view's color.
    let color = shownModel.styles == nil ? textColor : nil
    if isBackground != false { styled.drawBackgrounds(at: point, in: drawing) }
    if isBackground != true { styled.drawLetters(at: point, in: drawing, color: color) }
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
