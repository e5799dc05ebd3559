// Drawing of lines by a layout manager.

extension NSLayoutManager {
  final func draw(_ glyphs: NSRange, at origin: Point, isBackground: Bool) {
    guard let drawing = Drawing.current, origin.isFinite else { return }
    let range = characters(glyphs)
    guard !range.isEmpty else { return }
    _ = page { page in
      let part = range.clamped(to: page.range)
      if let first = part.isEmpty ? nil : page.line(of: part.lowerBound) {
        let corner = Point(origin.x + page.padding, origin.y)
        for index in first..<page.lines.count where page.lines[index].range.lowerBound < part.upperBound {
          draw(page, index, part, at: corner, isBackground, in: drawing)
        }
      }
      return page.range.upperBound >= range.upperBound
    }
  }

  private func draw(
    _ page: LaidPage, _ index: Int, _ part: Range<Int>, at corner: Point, _ isBackground: Bool,
    in drawing: Drawing
  ) {
    let line = page.lines[index]
    let own = part.clamped(to: line.range)
    let place = Point(corner.x + line.left, corner.y + line.top)
    if own == line.range { return draw(line, index, at: place, isBackground, in: drawing) }
    guard !own.isEmpty else { return }
    let before = drawing.state
    defer { drawing.state = before }
    let path = UIBezierPath()
    for part in line.places(of: own) {
      // Letters may be higher than their line.
      path.append(
        UIBezierPath(
          rect: Rect(
            place.x + part.lowerBound, place.y - line.height, part.upperBound - part.lowerBound,
            3 * line.height)))
    }
    drawing.clip(to: path)
    draw(line, index, at: place, isBackground, in: drawing)
  }

  private func draw(
    _ line: TextLayout.Line, _ index: Int, at place: Point, _ isBackground: Bool, in drawing: Drawing
  ) {
    if let view { return view.drawLine(index, at: place, isBackground: isBackground, in: drawing) }
    guard let styled = line.styled else { return }
    if isBackground {
      styled.drawBackgrounds(at: place, in: drawing)
    } else {
      styled.drawLetters(at: place, in: drawing)
    }
  }

  /// The part of a view's text that is in a part of its height.
  final func shownRange(_ rows: ClosedRange<Double>) -> NSRange {
    guard let view, !view.lines.lines.isEmpty else { return NSRange() }
    let top = view.textInset.top
    let first = view.lines.lines[view.lines.firstLine(at: rows.lowerBound - top)].range.lowerBound
    let last = view.lines.line(at: rows.upperBound - top)
    let page = page(0)
    guard !page.lines.isEmpty else { return NSRange() }
    let end = page.characters(min(last, page.lines.count - 1)).upperBound
    return codeUnits(min(first, end)..<end)
  }
}

extension UITextView {
  /// The layout manager, if it is of a program's class, which may draw otherwise.
  final var overridingManager: NSLayoutManager? {
    guard let manager = containerStorage?.ownLayoutManager, type(of: manager) != NSLayoutManager.self,
      manager.view === self
    else { return nil }
    return manager
  }

  /// Where the container begins.
  final var containerOrigin: Point { Point(textContainerInset.left, textContainerInset.top) }
}
