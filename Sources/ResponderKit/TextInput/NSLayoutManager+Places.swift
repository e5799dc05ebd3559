// Where glyphs are, and which glyph is at a place. All rectangles are in the coordinates of their container.

extension NSLayoutManager {
  // MARK: Numbers

  /// The number of code units.
  public final var numberOfGlyphs: Int { units[units.count - 1] }
  /// Whether the text has a glyph of this number.
  public final func isValidGlyphIndex(_ glyphIndex: Int) -> Bool {
    glyphIndex >= 0 && glyphIndex < numberOfGlyphs
  }
  /// The same number, as far as it is in the text.
  public final func characterIndexForGlyph(at glyphIndex: Int) -> Int {
    min(max(glyphIndex, 0), numberOfGlyphs)
  }
  /// The same number, as far as it is in the text.
  public final func glyphIndexForCharacter(at charIndex: Int) -> Int {
    min(max(charIndex, 0), numberOfGlyphs)
  }

  /// The same range, widened to whole characters as people see them.
  public final func glyphRange(
    forCharacterRange charRange: NSRange, actualCharacterRange: UnsafeMutablePointer<NSRange>?
  ) -> NSRange {
    let range = codeUnits(characters(charRange))
    actualCharacterRange?.pointee = range
    return range
  }

  /// The same range, widened to whole characters as people see them.
  public final func characterRange(
    forGlyphRange glyphRange: NSRange, actualGlyphRange: UnsafeMutablePointer<NSRange>?
  ) -> NSRange { self.glyphRange(forCharacterRange: glyphRange, actualCharacterRange: actualGlyphRange) }

  /// The characters that a range of code units touches.
  final func characters(_ range: NSRange) -> Range<Int> {
    let part = range.clamped(to: numberOfGlyphs)
    guard !part.isEmpty else {
      let place = character(part.lowerBound)
      return place..<place
    }
    return character(part.lowerBound)..<character(part.upperBound - 1) + 1
  }

  /// The character that a code unit belongs to; their number behind the text.
  final func character(_ unit: Int) -> Int {
    let units = units
    var (low, high) = (0, units.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if units[middle] <= unit { low = middle } else { high = middle - 1 }
    }
    return low
  }

  final func codeUnits(_ characters: Range<Int>) -> NSRange {
    let part = characters.clamped(to: 0..<units.count - 1)
    return NSRange(units[part.lowerBound]..<units[part.upperBound])
  }

  // MARK: Layout

  /// Makes the lines of a container.
  public final func ensureLayout(for container: NSTextContainer) { _ = page(of: container) }
  /// Makes the lines of a part of the text.
  public final func ensureLayout(forCharacterRange charRange: NSRange) {
    _ = textContainer(forGlyphAt: charRange.clamped(to: numberOfGlyphs).upperBound, effectiveRange: nil)
  }
  /// Does nothing: glyphs are made with the lines.
  public final func ensureGlyphs(forGlyphRange glyphRange: NSRange) {}

  /// The part of the text that is in a container; empty for one of another manager.
  public final func glyphRange(for container: NSTextContainer) -> NSRange {
    page(of: container).map { codeUnits($0.range) } ?? NSRange()
  }

  /// The container of a glyph, and the part of the text that is in it.
  public final func textContainer(forGlyphAt glyphIndex: Int, effectiveRange: UnsafeMutablePointer<NSRange>?)
    -> NSTextContainer?
  {
    let character = character(glyphIndex)
    guard let page = page(where: { $0.range.upperBound > character }), page.range.contains(character)
    else { return nil }
    effectiveRange?.pointee = codeUnits(page.range)
    return page.container
  }

  /// The first page that fulfils a condition. A delegate may add containers meanwhile.
  final func page(where isSought: (LaidPage) -> Bool) -> LaidPage? {
    let most = textContainers.count + Self.mostAdded
    var number = 0
    while number < textContainers.count, number < most {
      let page = page(number)
      if isSought(page) { return page }
      number += 1
    }
    return nil
  }

  /// The most containers that a delegate adds while lines are looked for.
  private static var mostAdded: Int { 1000 }

  private func line(_ glyph: Int) -> (page: LaidPage, index: Int)? {
    guard isValidGlyphIndex(glyph) else { return nil }
    let character = character(glyph)
    guard let page = page(where: { $0.range.upperBound > character }),
      let index = page.line(of: character)
    else { return nil }
    return (page, index)
  }

  // MARK: Rectangles

  /// What a container's lines cover, with their padding.
  public final func usedRect(for container: NSTextContainer) -> Rect {
    guard let page = page(of: container), let first = page.lines.indices.first else { return .zero }
    return page.lines.indices.dropFirst().reduce(usedRect(page, first)) { $0.union(usedRect(page, $1)) }
  }

  /// The fragment of the line that a glyph is in; no size for one that is in no line.
  public final func lineFragmentRect(
    forGlyphAt glyphIndex: Int, effectiveRange: UnsafeMutablePointer<NSRange>?
  )
    -> Rect
  {
    rect(glyphIndex, effectiveRange, fragmentRect)
  }

  /// What the line covers that a glyph is in, with its padding.
  public final func lineFragmentUsedRect(
    forGlyphAt glyphIndex: Int, effectiveRange: UnsafeMutablePointer<NSRange>?
  ) -> Rect {
    rect(glyphIndex, effectiveRange, usedRect)
  }

  private func rect(
    _ glyph: Int, _ range: UnsafeMutablePointer<NSRange>?, _ body: (LaidPage, Int) -> Rect
  ) -> Rect {
    guard let (page, index) = line(glyph) else {
      range?.pointee = NSRange()
      return .zero
    }
    range?.pointee = codeUnits(page.characters(index))
    return body(page, index)
  }

  /// The fragment of the empty line behind the last line end, or of an empty text; no size if there is none.
  public final var extraLineFragmentRect: Rect {
    extraLine.map { fragmentRect($0, $0.lines.count - 1) } ?? .zero
  }
  /// What that line covers: its padding.
  public final var extraLineFragmentUsedRect: Rect {
    extraLine.map { usedRect($0, $0.lines.count - 1) } ?? .zero
  }
  /// The container of that line.
  public final var extraLineFragmentTextContainer: NSTextContainer? { extraLine?.container }

  private var extraLine: LaidPage? {
    page { page in
      page.range.upperBound == units.count - 1 && page.lines.last?.range.lowerBound == units.count - 1
    }
  }

  /// Where a glyph begins on its baseline, from the upper left corner of its line's fragment.
  public final func location(forGlyphAt glyphIndex: Int) -> Point {
    guard let (page, index) = line(glyphIndex) else { return .zero }
    let line = page.lines[index]
    let place = min(character(glyphIndex), line.range.upperBound) - line.range.lowerBound
    let x = page.padding + line.left + line.carets[min(place, line.carets.count - 1)]
    let ascent = line.styled?.ascent ?? view?.usedFont.ascender ?? line.height
    return Point(x - fragmentRect(page, index).minX, ascent)
  }

  /// What glyphs cover in a container.
  public final func boundingRect(forGlyphRange glyphRange: NSRange, in container: NSTextContainer) -> Rect {
    var box: Rect?
    eachPart(characters(glyphRange), in: container) { rect, _ in box = box?.union(rect) ?? rect }
    return box ?? .zero
  }

  /// Calls the body with what glyphs cover in each line, until it sets its last parameter to true. The selection has no effect.
  public final func enumerateEnclosingRects(
    forGlyphRange glyphRange: NSRange, withinSelectedGlyphRange selectedRange: NSRange,
    in textContainer: NSTextContainer, using block: (Rect, UnsafeMutablePointer<Bool>) -> Void
  ) {
    eachPart(characters(glyphRange), in: textContainer, block)
  }

  /// Calls the body for each line with glyphs of a range: its fragment, what it covers, its container and its glyphs, until it sets its last parameter to true.
  public final func enumerateLineFragments(
    forGlyphRange glyphRange: NSRange,
    using block: (Rect, Rect, NSTextContainer, NSRange, UnsafeMutablePointer<Bool>) -> Void
  ) {
    let range = characters(glyphRange)
    guard !range.isEmpty else { return }
    var stops = false
    _ = page { page in
      for index in page.lines(of: range) where !stops {
        let characters = codeUnits(page.characters(index))
        guard let container = page.container else { break }
        block(fragmentRect(page, index), usedRect(page, index), container, characters, &stops)
      }
      return stops || page.range.upperBound >= range.upperBound
    }
  }

  private func eachPart(
    _ range: Range<Int>, in container: NSTextContainer, _ body: (Rect, UnsafeMutablePointer<Bool>) -> Void
  ) {
    guard let page = page(of: container) else { return }
    var stops = false
    for index in page.lines(of: range) where !stops {
      let line = page.lines[index]
      let part = range.clamped(to: line.range)
      let left = page.padding + line.left
      let places = part.isEmpty ? [] : line.places(of: part)
      guard let first = places.first, let last = places.last else {
        // A line end has no width.
        let end = left + line.carets[line.carets.count - 1]
        body(Rect(end, line.top, 0, line.height), &stops)
        continue
      }
      body(
        Rect(left + first.lowerBound, line.top, last.upperBound - first.lowerBound, line.height), &stops)
    }
  }

  private func fragmentRect(_ page: LaidPage, _ index: Int) -> Rect {
    let (line, padding) = (page.lines[index], page.padding)
    let free = line.part?.width ?? (page.width > 0 ? page.width - 2 * padding : .infinity)
    // Without a limit it is as wide as the line needs.
    let width = free.isFinite ? free : line.left + line.width
    return Rect(line.part?.left ?? 0, line.top, width + 2 * padding, line.height)
  }

  private func usedRect(_ page: LaidPage, _ index: Int) -> Rect {
    let (line, padding) = (page.lines[index], page.padding)
    // Spaces at the end may be beyond the edge.
    let edge = line.part.map { $0.left + $0.width } ?? page.width - 2 * padding
    let right = line.left + line.width
    let end = edge > 0 && edge > line.left ? min(right, edge) : right
    return Rect(line.left, line.top, end - line.left + 2 * padding, line.height)
  }

  /// The glyphs of the lines that a rectangle touches in a container, from the first one to the last one.
  public final func glyphRange(forBoundingRect bounds: Rect, in container: NSTextContainer) -> NSRange {
    guard let page = page(of: container), !bounds.isEmpty else { return NSRange() }
    let touched = page.lines.indices.filter { fragmentRect(page, $0).intersects(bounds) }
    guard let first = touched.first, let last = touched.last else { return NSRange() }
    return codeUnits(page.characters(first).lowerBound..<page.characters(last).upperBound)
  }

  // MARK: What is at a point

  /// The glyph at a point, or the nearest one.
  public final func glyphIndex(for point: Point, in container: NSTextContainer) -> Int {
    nearest(point, container).unit
  }

  /// The glyph at a point, or the nearest one, and how far across it the point is: from 0 to 1.
  public final func glyphIndex(
    for point: Point, in container: NSTextContainer,
    fractionOfDistanceThroughGlyph partialFraction: UnsafeMutablePointer<CGFloat>?
  ) -> Int {
    let found = nearest(point, container)
    partialFraction?.pointee = found.fraction
    return found.unit
  }

  /// How far across the nearest glyph a point is.
  public final func fractionOfDistanceThroughGlyph(for point: Point, in container: NSTextContainer) -> Double
  {
    nearest(point, container).fraction
  }

  /// The character at a point, or the nearest one, and how far the point is from its beginning to its end: from 0 to 1.
  public final func characterIndex(
    for point: Point, in container: NSTextContainer,
    fractionOfDistanceBetweenInsertionPoints partialFraction: UnsafeMutablePointer<CGFloat>?
  ) -> Int {
    let found = nearest(point, container)
    partialFraction?.pointee = found.fraction
    return found.unit
  }

  private func nearest(_ point: Point, _ container: NSTextContainer) -> (unit: Int, fraction: Double) {
    guard let page = page(of: container), !page.lines.isEmpty else { return (0, 0) }
    let point = Point(point.x.isFinite ? point.x : 0, point.y.isFinite ? point.y : 0)
    let layout = TextLayout(lines: page.lines)
    let line = page.lines[layout.line(at: Point(point.x - page.padding, point.y))]
    let x = point.x - page.padding - line.left
    var best: (character: Int, distance: Double, place: ClosedRange<Double>)?
    for character in line.range {
      for place in line.places(of: character..<character + 1) {
        let distance = max(place.lowerBound - x, x - place.upperBound, 0)
        if distance < best?.distance ?? .infinity { best = (character, distance, place) }
      }
      if best?.distance == 0 { break }
    }
    let units = units
    func unit(_ character: Int) -> Int { units[max(min(character, units.count - 2), 0)] }
    guard let best else { return (unit(line.range.lowerBound), 0) }
    let width = best.place.upperBound - best.place.lowerBound
    let part = width > 0 ? min(max((x - best.place.lowerBound) / width, 0), 1) : 0
    return (unit(best.character), line.isRightToLeft(best.character) ? 1 - part : part)
  }
}

extension TextLayout.Line {
  /// Whether the caret in front of a character is at its right.
  fileprivate func isRightToLeft(_ character: Int) -> Bool {
    guard let cells else { return false }
    let index = character - range.lowerBound
    let cell = cells[index]
    return abs(carets[index] - cell.upperBound) < abs(carets[index] - cell.lowerBound)
  }
}

extension LaidPage {
  /// The lines with characters of a range, or with the place of an empty one.
  fileprivate func lines(of range: Range<Int>) -> Range<Int> {
    let range = range.clamped(to: self.range)
    guard !range.isEmpty, let first = line(of: range.lowerBound), let last = line(of: range.upperBound - 1)
    else { return 0..<0 }
    return first..<last + 1
  }
}
