// Drawing of letters of one style.

extension StyledText.StyledRun {
  /// Draws the letters with the start of their baseline at a point.
  func draw(at point: Point, in drawing: Drawing) {
    let before = drawing.state.shadow
    defer { drawing.state.shadow = before }
    if let shadow = style.effects.shadow?.shown { drawing.state.shadow = shadow }
    let base = Point(point.x, point.y - style.offset)
    if let object {
      object.draw(at: base, style.color, in: drawing)
      for operation in lines(from: base) { drawing.add(operation) }
      return
    }
    let operations = letters(from: base) + lines(from: base)
    if style.effects.shadow != nil, operations.count > 1 {
      // One shadow of all, which is nowhere on the letters.
      drawing.add(.placed(operations, Drawing.Placement()))
    } else {
      for operation in operations { drawing.add(operation) }
    }
  }

  private func letters(from base: Point) -> [Drawing.Operation] {
    var operations: [Drawing.Operation] = []
    if style.kern == 0 || isRightToLeft {
      operations = shapes(shown, at: base)
    } else {
      let characters = Array(text)
      let places = style.carets(of: characters[...], stretch: 1)
      for (index, character) in characters.enumerated() {
        // The stretch that all of them get counts for the room between them, too.
        let x = places[index] + style.kern / style.effects.stretch * Double(index)
        operations += shapes(String(character), at: Point(base.x + x, base.y))
      }
    }
    let placement = style.effects.placement(from: base)
    return placement.isPlain ? operations : [.placed(operations, placement)]
  }

  /// Letters that are filled, and their outlines.
  private func shapes(_ text: String, at base: Point) -> [Drawing.Operation] {
    let (font, color, width) = (style.font, style.color.cgColor, style.effects.strokeWidth)
    guard width != 0 else {
      return [.text(text, at: Point(base.x, base.y - font.capHeight), font, color)]
    }
    let pieces = font.pieces(of: text, at: base)
    let look = StrokeStyle(width: abs(width) / 100 * font.pointSize, miterLimit: 4)
    let outlines = Drawing.Operation.strokes(pieces, look, (style.effects.strokeColor ?? style.color).cgColor)
    // Both stand at the same parts of pixels, which cached letters do not.
    guard width < 0, let polygon = PathCutter.polygon(pieces) else { return [outlines] }
    return [.fill(.polygon(polygon), color), outlines]
  }

  // MARK: Lines

  private func lines(from base: Point) -> [Drawing.Operation] {
    let (font, effects) = (style.font, style.effects)
    return lines(style.underline, effects.underlineColor, Point(base.x, base.y + font.pointSize / 9))
      + lines(style.strikethrough, effects.strikethroughColor, Point(base.x, base.y - font.capHeight * 0.4))
  }

  /// - Parameter start: the left upper corner of the first line.
  private func lines(_ kind: NSUnderlineStyle, _ color: UIColor?, _ start: Point) -> [Drawing.Operation] {
    guard kind.hasLine, width > 0 else { return [] }
    let (color, thin) = ((color ?? style.color).cgColor, style.font.pointSize / 14)
    let thickness = kind.contains(.thick) ? 2 * thin : thin
    let parts = kind.contains(.byWord) ? words : [0...width]
    let rows = kind.isSuperset(of: .double) ? [0, 2 * thickness] : [0]
    return rows.flatMap { row in
      parts.map { part in
        let box = Rect(
          start.x + part.lowerBound, start.y + row, part.upperBound - part.lowerBound, thickness)
        let dash = kind.dash.map { $0 * thickness }
        guard !dash.isEmpty else { return .fill(.rect(box, radius: 0), color) }
        // The pattern continues from run to run of a line.
        let look = LineLook(width: thickness, dash: dash, phase: x + part.lowerBound)
        let ends = [Point(box.minX, box.midY), Point(box.maxX, box.midY)]
        return .strokes(look.pieces(of: [PathPiece(points: ends, isClosed: false)]), look.style, color)
      }
    }
  }

  /// Where letters are that are no white space, from the run's left end.
  private var words: [ClosedRange<Double>] {
    let letters = Array(text)
    let kern = isRightToLeft ? 0 : style.kern
    let carets = style.carets(of: letters[...]).enumerated().map { min($1 + kern * Double($0), width) }
    return letters.indices.split { letters[$0].isWhitespace }.compactMap { word in
      guard let first = word.first, let last = word.last else { return nil }
      let (start, end) = (max(carets[first], 0), carets[last + 1])
      guard end > start else { return nil }
      return isRightToLeft ? width - end...width - start : start...end
    }
  }
}

extension StyledText.LetterStyle {
  /// Where letters begin, and at last where they end, as wide as they are shown; without the room that `kern` adds.
  func carets(
    of letters: ArraySlice<Character>, joins: (before: Bool, after: Bool) = (false, false),
    stretch: Double? = nil
  ) -> [Double] {
    let carets = font.carets(of: letters, joins: joins)
    let stretch = stretch ?? effects.stretch
    return stretch == 1 ? carets : carets.map { $0 * stretch }
  }
}

extension UIFont {
  /// How much larger letters may be shown than their outlines are made for.
  private static let fineness = 4.0

  /// The outlines of letters whose baseline begins at a point. Built-in letters are lines, of which each has an outline.
  fileprivate func pieces(of text: String, at base: Point) -> [PathPiece] {
    guard let face else {
      let top = Point(base.x, base.y - capHeight)
      return outline(text.visualText, at: top, scale: Self.fineness).pieces
    }
    return line(text, face).pieces.flatMap { outline($0, at: base, scale: Self.fineness).pieces }
  }
}

extension Outline {
  /// The polygons as closed paths.
  fileprivate var pieces: [PathPiece] {
    starts.indices.compactMap { index in
      let points = points[starts[index]..<end(ofPolygon: index)]
      return points.isEmpty ? nil : PathPiece(points: Array(points), isClosed: true)
    }
  }
}
