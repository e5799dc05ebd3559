/// Where the lines of a text are in a room whose rows may have several parts, or none: beside what is excluded, and down to the room's end.
final class LineFlow {
  /// A part of a row, in the text's coordinates.
  struct Part: Equatable {
    var left: Double
    var width: Double
  }

  private let width: Double
  private let height: Double
  /// The most rows.
  private let most: Int
  private let parts: (_ top: Double, _ height: Double, _ character: Int) -> [Part]
  /// The first character of the text that is laid out.
  private let start: Int
  /// Of the row: its upper edge, its height, and its parts that are free.
  private var top = 0.0
  private var rowHeight = 0.0
  private var free: ArraySlice<Part> = []
  private var last: LinePlace?
  private var rows = 0
  /// Whether the text goes on behind the room.
  private(set) var isFull = false
  /// Whether the parts have no room for anything, and so do not count.
  private var ignoresParts = false
  /// The rows that are looked at for one line.
  private static let mostRows = 2_000

  init(
    width: Double, height: Double = .infinity, most: Int = .max, from start: Int = 0,
    parts: ((_ top: Double, _ height: Double, _ character: Int) -> [Part])? = nil
  ) {
    (self.width, self.height, self.most, self.start) = (width, height, most, start)
    self.parts = parts ?? { _, _, _ in [Part(left: 0, width: width)] }
  }

  /// The next line begins in a new row.
  func beginParagraph() { free = [] }

  /// The next line; nil: the room ends in front of it.
  ///
  /// - Parameters:
  ///   - wanted: about how high it is.
  ///   - make: makes it in a part of a row; nil: no word fits there.
  func line(
    _ place: LinePlace, _ character: Int, height wanted: Double,
    _ make: (_ part: Part, _ isWhole: Bool) -> TextLayout.Line?
  ) -> TextLayout.Line? {
    while let part = free.popFirst() {
      guard var line = make(part, isWhole(part)) else { continue }
      (line.top, rowHeight, last) = (top, max(rowHeight, line.height), line.place)
      return line
    }
    guard rows < most else { return end() }
    var y = top + rowHeight + (last?.gap(before: place) ?? 0)
    for _ in 0..<Self.mostRows where !ignoresParts {
      guard y + wanted <= height + 1e-6 else { return end() }
      if let line = line(inRow: y, character, wanted, make) { return line.top.isFinite ? line : end() }
      y += max(wanted, 1)
    }
    ignoresParts = true
    return make(Part(left: 0, width: width), true).flatMap { take($0, y) }
  }

  private func isWhole(_ part: Part) -> Bool { part.width >= width - 1e-6 }

  private func end() -> TextLayout.Line? {
    isFull = true
    return nil
  }

  /// The first line of a row; nil: nothing has room in it. Its top is infinite if it is too high for the room.
  private func line(
    inRow y: Double, _ character: Int, _ wanted: Double, _ make: (Part, Bool) -> TextLayout.Line?
  ) -> TextLayout.Line? {
    var height = wanted
    // A line that is higher than expected may have less room.
    for _ in 0..<3 {
      var isHigher = false
      var parts = parts(y, height, start + character)[...]
      while let part = parts.popFirst() {
        guard var line = make(part, isWhole(part)) else { continue }
        if line.height > height + 1e-6 {
          (height, isHigher) = (line.height, true)
          break
        }
        guard y + line.height <= self.height + 1e-6 else {
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

  private func take(_ line: TextLayout.Line, _ y: Double) -> TextLayout.Line {
    var line = line
    (line.top, top, rowHeight, last) = (y, y, line.height, line.place)
    rows += 1
    return line
  }
}

extension TextLayout {
  /// The lines of a text from a character on, as far as the room goes.
  ///
  /// - Parameter isContinued: whether a part of the first paragraph is in front of it.
  static func flow(
    _ model: TextModel, _ look: Look, _ width: Double, from first: Int = 0, isContinued: Bool = false,
    in flow: LineFlow
  ) -> [Line] {
    let characters = model.characters
    var (lines, start, isContinued) = ([Line](), first, isContinued)
    while true {
      let end = characters[start...].firstIndex(where: \.isNewline) ?? characters.count
      let paragraph = Paragraph(text: Array(characters[start..<end]), styles: model.styles(start, end))
      flow.beginParagraph()
      for var line in paragraph.cut(look, width, in: flow, from: start - first, isContinued: isContinued) {
        line.range = (line.range.lowerBound + start)..<(line.range.upperBound + start)
        lines.append(line)
      }
      guard end < characters.count, !flow.isFull else { return lines }
      (start, isContinued) = (end + 1, false)
    }
  }

  /// Takes lines that were made beside what is excluded.
  mutating func take(_ lines: [Line], of model: TextModel, _ look: Look, width: Double, room: UInt64) {
    self.lines = lines
    key = Key(look: look, width: width, ending: model.ending, version: model.changes.version, room: room)
    count = model.count
  }

  /// The first line of the row at a distance from the upper edge; of the nearest one above it.
  func firstLine(at y: Double) -> Int {
    var index = line(at: y)
    while index > 0, index < lines.count, lines[index - 1].top == lines[index].top { index -= 1 }
    return index
  }

  /// The line at a point; the nearest above it.
  func line(at point: Point) -> Int {
    var index = line(at: point.y)
    guard lines.indices.contains(index) else { return index }
    while index > 0, lines[index].part != nil, lines[index - 1].top == lines[index].top,
      point.x < lines[index].part?.left ?? 0
    { index -= 1 }
    return index
  }

  /// The line some rows above another one or below it, at a distance from the left; -1 above the first one, and their number below the last one.
  func line(beside index: Int, rows: Int, x: Double) -> Int {
    guard lines.contains(where: { $0.part != nil }) else { return index + rows }
    var index = min(max(index, 0), lines.count - 1)
    for _ in 0..<min(abs(rows), lines.count) {
      let top = lines[index].top
      while lines.indices.contains(index), lines[index].top == top { index += rows < 0 ? -1 : 1 }
      guard lines.indices.contains(index) else { return index }
    }
    // A row is found at its last part.
    while index + 1 < lines.count, lines[index + 1].top == lines[index].top { index += 1 }
    return line(at: Point(x, lines[index].top))
  }
}
