/// Characters in lines of a width: cut between words, and in a word that is longer than a line.
struct TextLayout {
  struct Line {
    var range: Range<Int>
    /// Where its characters begin, and where it ends, from the left of the line.
    var carets: [Double]
    /// Where each character is, in a line with parts from right to left. Then the carets are in the order of the text all the same.
    var cells: [ClosedRange<Double>]?
    var width = 0.0
    /// From the left edge of the text, and from its upper one.
    var left = 0.0
    var top = 0.0
    var height: Double
    var place = LinePlace()
    /// How it is drawn, if it has attributes.
    var styled: StyledText.StyledLine?
  }

  /// How characters look that have no attributes of their own.
  struct Look: Equatable {
    var font: UIFont
    var color = UIColor.black
    var alignment = NSTextAlignment.natural
    /// Whether paragraphs without letters that have a direction begin at the right.
    var isMirrored = false
    /// Attributes that links have, in place of their own.
    var link: TextAttributes?
  }

  /// The text between two line ends, with the attributes of the one behind it.
  struct Paragraph: Hashable {
    var text: [Character]
    var styles: [TextAttributes]
  }

  private(set) var lines: [Line] = []
  /// Lines of paragraphs by their text, from zero: those that did not change are not measured again.
  private var paragraphs: [Paragraph: [Line]] = [:]
  private var key: (look: Look, width: Double)?

  mutating func update(_ model: TextModel, _ look: Look, width: Double) {
    let characters = model.characters
    if key?.look != look || key?.width != width { paragraphs = [:] }
    key = (look, width)
    var used: [Paragraph: [Line]] = [:]
    lines = []
    var start = 0
    while true {
      let end = characters[start...].firstIndex(where: \.isNewline) ?? characters.count
      let paragraph = Paragraph(text: Array(characters[start..<end]), styles: model.styles(start, end))
      let cut = used[paragraph] ?? paragraphs[paragraph] ?? paragraph.cut(look, width)
      used[paragraph] = cut
      for var line in cut {
        line.range = (line.range.lowerBound + start)..<(line.range.upperBound + start)
        if line.styled == nil {
          line.top = Double(lines.count) * line.height
        } else if let last = lines.last {
          line.top = last.top + last.height + last.place.gap(before: line.place)
        }
        lines.append(line)
      }
      guard end < characters.count else { break }
      start = end + 1
    }
    paragraphs = used
  }

  /// Has one line, which was laid out elsewhere.
  mutating func show(_ line: Line) { lines = [line] }

  /// The size of all lines, with the room beside them.
  var size: Size {
    let widths = lines.map { $0.place.indent + $0.width + $0.place.roomBehind }
    return Size(widths.max() ?? 0, lines.last.map { $0.top + $0.height } ?? 0)
  }

  /// The line that a position is in; the later one at a cut.
  func line(of position: Int) -> Int { last { $0.range.lowerBound <= position } }

  /// The line at a distance from the upper edge; the nearest above it.
  func line(at y: Double) -> Int { last { $0.top <= y } }

  /// The last line for which something is true, which is true of all before it.
  private func last(where isBefore: (Line) -> Bool) -> Int {
    var (low, high) = (0, lines.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if isBefore(lines[middle]) { low = middle } else { high = middle - 1 }
    }
    return max(low, 0)
  }

  func x(of position: Int) -> Double {
    guard !lines.isEmpty else { return 0 }
    let line = lines[line(of: position)]
    return line.left + line.carets[min(max(position - line.range.lowerBound, 0), line.carets.count - 1)]
  }

  /// The position in a line that is nearest to a place.
  func position(x: Double, line index: Int) -> Int {
    guard !lines.isEmpty else { return 0 }
    let index = min(max(index, 0), lines.count - 1)
    let line = lines[index]
    let position = line.range.lowerBound + Self.nearest(x - line.left, line.carets)
    // Behind the spaces of a cut the next line begins.
    let isCut = index + 1 < lines.count && lines[index + 1].range.lowerBound == line.range.upperBound
    return isCut && position == line.range.upperBound && !line.range.isEmpty ? position - 1 : position
  }

  /// The index of the caret that is nearest to a place.
  static func nearest(_ x: Double, _ carets: [Double]) -> Int {
    var best = 0
    for (index, place) in carets.enumerated() where abs(place - x) < abs(carets[best] - x) { best = index }
    return best
  }
}

extension TextModel {
  /// The attributes of a paragraph and of the line end behind it; an empty last one has those of what is typed there.
  fileprivate func styles(_ start: Int, _ end: Int) -> [TextAttributes] {
    guard let styles else { return [] }
    if start < styles.count { return Array(styles[start..<min(end + 1, count)]) }
    return [typing ?? styles.last].compactMap { $0 }
  }
}
