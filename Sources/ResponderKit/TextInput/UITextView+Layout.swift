/// Lines for the sizes that a text view is asked about: as wide as its text, and in a width. Layout asks about both after each change of the text.
struct FittingLines {
  private var free = TextLayout()
  private var bound = TextLayout()
  /// In a room of varying width.
  private var parted = TextLayout()
  /// How many characters have been measured, in all.
  var measured: Int { free.measured + bound.measured }

  /// The size of the lines that are shown.
  mutating func size(_ model: TextModel, _ look: TextLayout.Look, width: Double, _ limits: TextLimits) -> Size
  {
    if width == .infinity {
      free.update(model, look, width: width)
      return free.size(limits)
    }
    bound.update(model, look, width: width)
    return bound.size(limits)
  }

  /// Whether it has the lines of a text in a room of varying width.
  func isMade(of model: TextModel, _ look: TextLayout.Look, width: Double, room: LineFlow.Room) -> Bool {
    parted.isMade(of: model, look, width: width, room: room)
  }

  /// Takes lines in a room of varying width.
  mutating func take(
    _ lines: [TextLayout.Line], of model: TextModel, _ look: TextLayout.Look, width: Double,
    room: LineFlow.Room
  ) {
    parted.take(lines, of: model, look, width: width, room: room)
  }

  /// The size of these lines.
  func partedSize(_ limits: TextLimits) -> Size { parted.size(limits) }
}

/// Where the lines are, and how they are drawn.
extension UITextView {
  final var look: TextLayout.Look {
    // Plain lines are the same in all colors.
    let color: UIColor = shownModel.styles == nil ? .black : textColor
    let link = shownModel.hasLinks ? TextAttributes(linkTextAttributes) : nil
    return .init(
      font: usedFont, color: color, alignment: textAlignment, isMirrored: isMirrored, link: link)
  }

  final func colorChanged(from old: UIColor) { lookChanged(usedColor != old, .foregroundColor, usedColor) }

  /// The font, the color or the alignment was set.
  final func lookChanged(_ isChanged: Bool, _ key: NSAttributedString.Key? = nil, _ value: Any? = nil) {
    let hasAttributes = editor.model.styles != nil
    if hasAttributes, let key, let value { editor.model.set(key, value) }
    guard isChanged || hasAttributes else { return }
    laidOutWidth = -1
    updateStorage()
    layOutText()
  }

  final func fittingSize(_ width: Double) -> Size {
    let inset = textInset
    let room = roomWidth(in: width > 0 ? width : .infinity)
    let limits = limits(tracksHeight: false)
    if let container = partedContainer { return outerSize(partedSize(container, room, limits), inset) }
    // In the view's own width they are made already.
    let isMade = lines.isMade(of: shownModel, look, width: room)
    let size = isMade ? lines.size(limits) : fitting.size(shownModel, look, width: room, limits)
    return outerSize(size, inset)
  }

  private func outerSize(_ size: Size, _ inset: EdgeInsets) -> Size {
    Size(size.width + inset.left + inset.right + 2, size.height + inset.top + inset.bottom)
  }

  /// The size of lines in a room of varying width.
  private func partedSize(_ container: NSTextContainer, _ width: Double, _ limits: TextLimits) -> Size {
    let (model, look) = (shownModel, look)
    let room = LineFlow.Room(version: container.version, height: limits.height)
    if container.isInUse || lines.isMade(of: model, look, width: width, room: room) {
      return lines.size(limits)
    }
    if !fitting.isMade(of: model, look, width: width, room: room) {
      let flow = container.flow(width: width, height: limits.height)
      // A program's container may ask for a size meanwhile.
      let new = TextLayout.flowWhole(model, look, width, in: flow)
      fitting.take(new, of: model, look, width: width, room: room)
    }
    return fitting.partedSize(limits)
  }

  /// How often lines are made if a program's container changes the text, or itself, meanwhile.
  private static let mostFlows = 4

  /// Makes the lines that are not made.
  private func updateLines() {
    guard let container = partedContainer else {
      return lines.update(shownModel, look, width: roomWidth)
    }
    if container.isInUse {
      // A program's container has changed the text: until it is asked again, lines are as wide as the room.
      if !lines.isCurrent(shownModel) { lines.update(shownModel, look, width: roomWidth) }
      return
    }
    for _ in 0..<Self.mostFlows {
      let (model, look, width) = (shownModel, look, roomWidth)
      let room = LineFlow.Room(version: container.version, height: limits.height)
      guard !lines.isMade(of: model, look, width: width, room: room) else { return }
      let flow = container.flow(width: width, height: room.height)
      let new = TextLayout.flowWhole(model, look, width, in: flow)
      // Lines of another text are of no use.
      guard shownModel.changes.version == model.changes.version else { continue }
      lines.take(new, of: model, look, width: width, room: room)
    }
  }

  final func layOutText() {
    let height = containerStorage?.heightTracksTextView == true ? bounds.height : 0
    guard laidOutWidth != bounds.width || laidOutHeight != height else { return }
    (laidOutWidth, laidOutHeight) = (bounds.width, height)
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
    let (own, most) = (overridingManager, mostLines)
    if let own { own.drawBackground(forGlyphRange: own.shownRange(drawn), at: containerOrigin) }
    for index in lines.lines.indices[lines.firstLine(at: drawn.lowerBound - inset.top)...] {
      let line = lines.lines[index]
      let y = inset.top + line.top
      if y > drawn.upperBound || index >= most { break }
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
  /// - Parameter isBackground: true: backgrounds only; false: letters only; nil: both.
  final func drawLine(_ index: Int, at point: Point, isBackground: Bool? = nil, in drawing: Drawing) {
    let line = lines.lines[index]
    let room = line.room(in: roomWidth)
    if let cut = cutLine(index, width: room.width) {
      if isBackground == true { return }
      let left = point.x - line.left + room.left
      return cut.draw(
        at: Point(left, point.y), width: room.width, textAlignment, isMirrored: isMirrored, in: drawing)
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
