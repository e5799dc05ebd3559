// Drawing of letters of one style.

extension StyledText.StyledRun {
  /// Draws the letters with the start of their baseline at a point.
  func draw(at point: Point, in drawing: Drawing) {
    let base = Point(point.x, point.y - style.offset)
    let hasLines = style.underline.hasLine || style.strikethrough.hasLine
    if style.effects == nil, !hasLines, !isObject {
      // Most letters.
      let (font, color) = (style.font, style.color)
      return eachText(from: base) { text, place in
        drawing.text(text, at: Point(place.x, place.y - font.capHeight), font: font, color)
      }
    }
    let before = drawing.state.shadow
    defer { drawing.state.shadow = before }
    if let shadow = style.effects?.shadow?.shown { drawing.state.shadow = shadow }
    var operations: [Drawing.Operation] = []
    if let object {
      object.draw(at: base, style.color, in: drawing)
    } else {
      addLetters(from: base, to: &operations)
    }
    if hasLines { addLines(from: base, to: &operations) }
    if !isObject, style.effects?.shadow != nil, operations.count > 1 {
      // A single shadow for letters and lines, so that none falls on the letters.
      drawing.add(.placed(operations, Drawing.Placement()))
    } else {
      for operation in operations { drawing.add(operation) }
    }
  }

  /// Calls `body` with the text, or with each letter if there is room between them, and where its baseline starts.
  private func eachText(from base: Point, _ body: (_ text: String, _ place: Point) -> Void) {
    if style.kern == 0 || isRightToLeft { return body(shown, base) }
    let characters = Array(text)
    let places = style.carets(of: characters[...], stretch: 1)
    // The stretch that all of them get counts for the room between them, too.
    let kern = style.kern / style.stretch
    let shown = characters.shownBefore
    for (index, character) in characters.enumerated() where !character.isSoftHyphen {
      body(String(character), Point(base.x + places[index] + kern * Double(shown[index]), base.y))
    }
  }

  private func addLetters(from base: Point, to operations: inout [Drawing.Operation]) {
    let placement = style.effects?.placement(from: base)
    if let placement, !placement.isPlain {
      var letters: [Drawing.Operation] = []
      eachText(from: base) { addShapes($0, at: $1, to: &letters) }
      operations.append(.placed(letters, placement))
    } else {
      eachText(from: base) { addShapes($0, at: $1, to: &operations) }
    }
  }

  /// Adds letters that are filled, and their outlines.
  private func addShapes(_ text: String, at base: Point, to operations: inout [Drawing.Operation]) {
    let (font, color) = (style.font, style.color.cgColor)
    guard let effects = style.effects, effects.strokeWidth != 0 else {
      operations.append(.text(text, at: Point(base.x, base.y - font.capHeight), font, color))
      return
    }
    let width = effects.strokeWidth
    let pieces = font.pieces(of: text, at: base)
    let look = StrokeStyle(width: abs(width) / 100 * font.pointSize, miterLimit: 4)
    // Both stand at the same parts of pixels, which cached letters do not.
    if width < 0, let polygon = PathCutter.polygon(pieces) {
      operations.append(.fill(.polygon(polygon), color))
    }
    operations.append(.strokes(pieces, look, (effects.strokeColor ?? style.color).cgColor))
  }

  // MARK: Lines

  private func addLines(from base: Point, to operations: inout [Drawing.Operation]) {
    let (font, effects) = (style.font, style.effects)
    let (under, through) = (base.y + font.pointSize / 9, base.y - font.capHeight * 0.4)
    addLines(style.underline, effects?.underlineColor, Point(base.x, under), to: &operations)
    addLines(style.strikethrough, effects?.strikethroughColor, Point(base.x, through), to: &operations)
  }

  /// - Parameter start: the left upper corner of the first line.
  private func addLines(
    _ kind: NSUnderlineStyle, _ color: UIColor?, _ start: Point, to operations: inout [Drawing.Operation]
  ) {
    guard kind.hasLine, width > 0 else { return }
    let (color, thin) = ((color ?? style.color).cgColor, style.font.pointSize / 14)
    let thickness = kind.contains(.thick) ? 2 * thin : thin
    let parts = kind.contains(.byWord) ? words : [0...width]
    let rows = kind.isSuperset(of: .double) ? [0, 2 * thickness] : [0]
    let dash = kind.dash.map { $0 * thickness }
    for row in rows {
      for part in parts {
        let box = Rect(
          start.x + part.lowerBound, start.y + row, part.upperBound - part.lowerBound, thickness)
        if dash.isEmpty {
          operations.append(.fill(.rect(box, radius: 0), color))
          continue
        }
        // The pattern continues from run to run of a line.
        let look = LineLook(width: thickness, dash: dash, phase: x + part.lowerBound)
        let ends = [Point(box.minX, box.midY), Point(box.maxX, box.midY)]
        let pieces = look.pieces(of: [PathPiece(points: ends, isClosed: false)])
        operations.append(.strokes(pieces, look.style, color))
      }
    }
  }

  /// Where letters are that are no white space, from the run's left end.
  private var words: [ClosedRange<Double>] {
    let letters = Array(text)
    let kern = isRightToLeft ? 0 : style.kern
    let carets = zip(style.carets(of: letters[...]), letters.shownBefore)
      .map { min($0 + kern * Double($1), width) }
    return letters.indices.split { letters[$0].isWhitespace }.compactMap { word in
      guard let first = word.first, let last = word.last else { return nil }
      let (start, end) = (max(carets[first], 0), carets[last + 1])
      guard end > start else { return nil }
      return isRightToLeft ? width - end...width - start : start...end
    }
  }
}

extension StyledText.LetterStyle {
  /// How wide letters are, in parts of their own width.
  var stretch: Double { effects?.stretch ?? 1 }

  /// Where letters begin, and at last where they end, as wide as they are shown; without the room that `kern` adds.
  func carets(
    of letters: ArraySlice<Character>, joins: (before: Bool, after: Bool) = (false, false),
    stretch: Double? = nil
  ) -> [Double] {
    let carets = font.carets(of: letters, joins: joins)
    let stretch = stretch ?? self.stretch
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
