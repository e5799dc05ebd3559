/// Where the lines of a text are in a room whose rows may have several parts, or none: beside what is excluded, and down to the room's end.
final class LineFlow {
  /// A part of a row, in the text's coordinates.
  struct Part: Equatable {
    var left: Double
    var width: Double

    var right: Double { left + width }

    /// What both have in common; no width if that is nothing.
    func intersection(_ other: Part) -> Part {
      let start = max(left, other.left)
      return Part(left: start, width: max(min(right, other.right) - start, 0))
    }
  }

  /// What lines in a room of varying width depend on, besides its width.
  struct Room: Equatable {
    /// Incremented on each change.
    var version: UInt64
    var height: Double
  }

  /// Makes a line in a part of a row; nil: it has no room there.
  ///
  /// - Parameters:
  ///   - isWhole: whether the part is all of the row.
  ///   - cutsWords: whether a word that is too long for the part may be cut.
  typealias Make = (_ part: Part, _ isWhole: Bool, _ cutsWords: Bool) -> TextLayout.Line?

  /// A line that is to be placed.
  private struct Request {
    var place: LinePlace
    /// Its first code unit.
    var unit: Int
    /// About how high it is.
    var wanted: Double
    var make: Make
  }

  /// A row, and its widest part.
  private struct WideRow {
    var y: Double
    var width: Double
  }

  typealias Parts = (_ top: Double, _ height: Double, _ unit: Int, _ isRightToLeft: Bool) -> [Part]

  private let width: Double
  let height: Double
  /// The most rows.
  private let most: Int
  private let parts: Parts?
  /// The first code unit of the text that is laid out.
  let start: Int
  /// Of the row: its upper edge, its height, and its parts that are free.
  private var top: Double
  private var rowHeight = 0.0
  private var free: ArraySlice<Part> = []
  private var last: LinePlace?
  /// The rows with lines.
  private(set) var rows: Int
  /// Whether the text continues behind the room.
  private(set) var isFull = false
  /// Whether parts are ignored because nothing fits.
  private var ignoresParts = false
  /// The widest part so far.
  private var widest = 0.0
  /// That of the row that was looked at last.
  private var widestInRow = 0.0
  /// Rows that were looked at for a word that was cut then: up to their end none is wider.
  private var narrow = WideRow(y: -.infinity, width: .infinity)
  /// Most rows tried for one line.
  private static let mostRows = 2_000
  /// Most rows with a free part tried before a word is cut.
  private static let mostTries = 32
  private static let slop = 1e-6

  init(
    width: Double, height: Double = .infinity, most: Int = .max, from start: Int = 0, top: Double = 0,
    row: Int = 0, parts: Parts? = nil
  ) {
    (self.width, self.height, self.most, self.start) = (width, height, most, start)
    (self.top, rows, self.parts) = (top, row, parts)
  }

  /// Whether the parts of rows may depend on the character.
  var needsUnits: Bool { parts != nil }

  /// The next line begins in a new row.
  func beginParagraph() { free = [] }

  /// The next line; nil: the room ends in front of it.
  ///
  /// - Parameters:
  ///   - unit: its first code unit.
  ///   - wanted: about how high it is.
  func line(_ place: LinePlace, _ unit: Int, height wanted: Double, _ make: @escaping Make)
    -> TextLayout.Line?
  {
    while let part = free.popFirst() {
      guard var line = make(part, isWhole(part), false),
        line.height <= rowHeight + Self.slop || top + line.height <= height + Self.slop
      else { continue }
      (line.top, line.row) = (top, rows - 1)
      (rowHeight, last) = (max(rowHeight, line.height), line.place)
      return line
    }
    guard rows < most else { return end() }
    let request = Request(place: place, unit: unit, wanted: wanted, make: make)
    let y = top + rowHeight + (last?.gap(before: place) ?? 0)
    if !ignoresParts, let line = search(request, from: y) { return line.top.isFinite ? line : end() }
    if isFull { return nil }
    // No row has room for anything.
    ignoresParts = true
    guard let line = make(Part(left: 0, width: width), true, true), fits(line.height, y) else { return end() }
    return take(line, y)
  }

  private func isWhole(_ part: Part) -> Bool {
    part.left <= Self.slop && part.right >= width - Self.slop
  }

  private func fits(_ lineHeight: Double, _ y: Double) -> Bool { y + lineHeight <= height + Self.slop }

  private func end() -> TextLayout.Line? {
    isFull = true
    return nil
  }

  /// The line in the first row that has room for it. A word that is too long for many rows is cut in the widest part of them. Nil: the room is full, or has no
  /// row with room.
  private func search(_ request: Request, from start: Double) -> TextLayout.Line? {
    var (y, tries) = (start, 0)
    var best: WideRow?
    for _ in 0..<Self.mostRows {
      guard fits(request.wanted, y) else { return atEnd(request, best) }
      if let line = line(inRow: y, request) { return line }
      if widestInRow > (best?.width ?? 0) + Self.slop { best = WideRow(y: y, width: widestInRow) }
      if widestInRow > 0 { tries += 1 }
      let isKnown = y < narrow.y && widestInRow >= narrow.width - Self.slop
      y += max(request.wanted, 1)
      guard tries >= Self.mostTries || isKnown, let row = best else { continue }
      if let line = line(inRow: row.y, request, least: row.width) {
        narrow = WideRow(y: max(y, narrow.y), width: row.width)
        return line
      }
      tries = 0
    }
    return nil
  }

  /// The line in front of the room's end: only a word that fits nowhere is cut.
  private func atEnd(_ request: Request, _ best: WideRow?) -> TextLayout.Line? {
    guard let best, rows == 0 || request.make(Part(left: 0, width: widest), false, false) == nil,
      let line = line(inRow: best.y, request, least: best.width)
    else { return end() }
    return line
  }

  /// The first line of a row; nil: nothing has room in it. Its top is infinite if it is too high for the room.
  ///
  /// - Parameter least: the width of parts in which words may be cut; nil: none is cut, and all parts count.
  private func line(inRow y: Double, _ request: Request, least: Double? = nil) -> TextLayout.Line? {
    var lineHeight = request.wanted
    // A line that is higher than expected may have less room.
    for attempt in 0..<3 {
      var isHigher = false
      var parts = parts(y, lineHeight, request)[...]
      if attempt == 0 {
        widestInRow = parts.map(\.width).max() ?? 0
        widest = max(widest, widestInRow)
      }
      while let part = parts.popFirst() {
        guard part.width >= (least ?? 0) - Self.slop,
          var line = request.make(part, isWhole(part), least != nil)
        else { continue }
        if line.height > lineHeight + Self.slop {
          (lineHeight, isHigher) = (line.height, true)
          break
        }
        guard fits(line.height, y) else {
          line.top = .infinity
          return line
        }
        free = parts
        return take(line, y)
      }
      if !isHigher { return nil }
    }
    return nil
  }

  private func parts(_ y: Double, _ lineHeight: Double, _ request: Request) -> [Part] {
    guard let parts else { return [Part(left: 0, width: width)] }
    return parts(y, lineHeight, start + request.unit, request.place.isRightToLeft)
  }

  private func take(_ line: TextLayout.Line, _ y: Double) -> TextLayout.Line {
    var line = line
    (line.top, top, rowHeight, last) = (y, y, line.height, line.place)
    line.row = rows
    rows += 1
    return line
  }
}

extension LinePlace {
  /// Indents that leave a part of the room, in which tabs are counted from the paragraph's beginning.
  mutating func narrow(to part: LineFlow.Part, in width: Double, _ alignment: NSTextAlignment) {
    var own = look ?? ParagraphLook()
    if look == nil { own.alignment = alignment }
    let behind = width.isFinite && part.width.isFinite ? max(width - part.right, 0) : 0
    let (head, tail) = isRightToLeft ? (behind, part.left) : (part.left, behind)
    (own.firstLineHeadIndent, own.headIndent, own.tailIndent) = (head, head, -tail)
    look = own
  }
}

extension TextLayout {
  /// The lines of a text from a character on, as far as the room extends.
  ///
  /// - Parameter isContinued: whether a part of the first paragraph is in front of it.
  static func flow(
    _ model: TextModel, _ look: Look, _ width: Double, from first: Int = 0, isContinued: Bool = false,
    in flow: LineFlow
  ) -> [Line] {
    let characters = model.characters
    var (lines, start, unit, isContinued) = ([Line](), first, 0, isContinued)
    while true {
      let end = characters[start...].firstIndex(where: \.isNewline) ?? characters.count
      let paragraph = Paragraph(text: Array(characters[start..<end]), styles: model.styles(start, end))
      flow.beginParagraph()
      for var line in paragraph.cut(look, width, in: flow, from: unit, isContinued: isContinued) {
        line.range = (line.range.lowerBound + start)..<(line.range.upperBound + start)
        lines.append(line)
      }
      guard end < characters.count, !flow.isFull else { return lines }
      if flow.needsUnits { unit += characters[start...end].reduce(0) { $0 + $1.utf16.count } }
      (start, isContinued) = (end + 1, false)
    }
  }

  /// The lines of all of a text: what the room has no place for is below it.
  static func flowWhole(_ model: TextModel, _ look: Look, _ width: Double, in flow: LineFlow)
    -> [Line]
  {
    let lines = Self.flow(model, look, width, in: flow)
    guard flow.isFull else { return lines }
    var start = lines.last?.range.upperBound ?? 0
    if !lines.isEmpty, start < model.count, model.characters[start].isNewline { start += 1 }
    let isContinued = start > 0 && !model.characters[start - 1].isNewline
    let bottom = lines.isEmpty ? 0 : max(lines.map { $0.top + $0.height }.max() ?? 0, flow.height)
    let below = LineFlow(width: width, top: bottom, row: flow.rows)
    return lines + Self.flow(model, look, width, from: start, isContinued: isContinued, in: below)
  }
}
