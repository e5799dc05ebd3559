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
    /// Whether it has tabs, whose widths depend on what is in front of them.
    var hasTabs = false
    /// Whether a word goes on in the next line, behind a sign that allows that: a hyphen is shown there.
    var endsWithHyphen = false
    /// The part of a row that it is in, in a room of varying width, and the number of that row.
    var part: LineFlow.Part?
    var row = 0
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

    /// Whether lines are in the same places with another look.
    func placesLines(as other: Look) -> Bool {
      var look = other
      look.color = color
      return look == self
    }
  }

  /// The text between two line ends, with the attributes of the one behind it.
  struct Paragraph: Hashable {
    var text: [Character]
    var styles: [TextAttributes]
  }

  private(set) var lines: [Line] = []
  /// What the lines were made of.
  private var key: Key?
  /// The number of characters in the lines.
  private var count = 0
  /// How many characters have been measured, in all.
  var measured = 0

  struct Key: Equatable {
    var look: Look
    var width: Double
    /// The attributes of an empty last line.
    var ending: TextAttributes?
    var version: UInt64
    /// Of lines in a room of varying width.
    var room: LineFlow.Room?

    init(_ model: TextModel, _ look: Look, _ width: Double, _ room: LineFlow.Room? = nil) {
      (self.look, self.width, self.room) = (look, width, room)
      (ending, version) = (model.ending, model.changes.version)
    }
  }

  init() {}

  /// Lines that were made elsewhere.
  init(lines: [Line]) { self.lines = lines }

  /// Makes the lines of a text: after a change those of the changed paragraphs, and of a long paragraph those around the change.
  mutating func update(_ model: TextModel, _ look: Look, width: Double) {
    let old = key
    key = Key(model, look, width)
    let before = count
    count = model.count
    guard let old, old.room == nil, old.look.placesLines(as: look), old.width == width,
      var kept = model.changes.kept(since: old.version)
    else {
      lines = cut(model, 0..<count, look, width)
      return place(from: 0)
    }
    if old.look != look { (kept.before, kept.behind) = (0, 0) }
    if kept != TextChanges.Kept() {
      let patch = Patch(kept: kept, from: before, to: count)
      if kept.changesWidths || !dress(patch.start..<patch.newEnd, model, look) {
        self.patch(model, patch, look, width)
      }
    }
    if old.ending != model.ending {
      // The last line has other attributes.
      patch(model, Patch(start: count, oldEnd: count, newEnd: count), look, width)
    }
  }

  /// Whether it has the lines of a text in a width.
  func isMade(of model: TextModel, _ look: Look, width: Double, room: LineFlow.Room? = nil) -> Bool {
    key == Key(model, look, width, room)
  }

  /// Whether its lines are those of the text as it is.
  func isCurrent(_ model: TextModel) -> Bool { key?.version == model.changes.version }

  /// Takes lines that were made in a room of varying width.
  mutating func take(
    _ new: [Line], of model: TextModel, _ look: Look, width: Double, room: LineFlow.Room
  ) {
    (lines, key, count) = (new, Key(model, look, width, room), model.count)
  }

  /// Puts lines in the place of others.
  ///
  /// - Parameter shift: by how much the characters behind them have moved.
  mutating func replace(_ old: Range<Int>, by new: [Line], shift: Int) {
    lines.replaceSubrange(old, with: new)
    let end = old.lowerBound + new.count
    if shift != 0 {
      for index in lines.indices[end...] {
        let range = lines[index].range
        lines[index].range = (range.lowerBound + shift)..<(range.upperBound + shift)
      }
    }
    place(from: old.lowerBound, to: end)
  }

  /// The lines of whole paragraphs, which are not placed yet.
  mutating func cut(_ model: TextModel, _ range: Range<Int>, _ look: Look, _ width: Double) -> [Line] {
    let characters = model.characters
    var (lines, start) = ([Line](), range.lowerBound)
    // Equal ones are measured once.
    var known: [Paragraph: [Line]] = [:]
    while true {
      let end = characters[start..<range.upperBound].firstIndex(where: \.isNewline) ?? range.upperBound
      let paragraph = Paragraph(text: Array(characters[start..<end]), styles: model.styles(start, end))
      let isShort = end - start <= 200
      let own: [Line]
      if isShort, let same = known[paragraph] {
        own = same
      } else {
        own = paragraph.cut(look, width)
        measured += end - start
        if isShort { known[paragraph] = own }
      }
      for var line in own {
        line.range = (line.range.lowerBound + start)..<(line.range.upperBound + start)
        lines.append(line)
      }
      guard end < range.upperBound else { return lines }
      start = end + 1
    }
  }

  /// Puts lines below those in front of them.
  ///
  /// - Parameter end: from here on lines are placed already, if the first of them is.
  mutating func place(from start: Int, to end: Int? = nil) {
    let end = end ?? lines.count
    for index in lines.indices[start...] {
      let top = top(of: index)
      if index >= end, lines[index].top == top { return }
      lines[index].top = top
    }
  }

  private func top(of index: Int) -> Double {
    if lines[index].styled == nil { return Double(index) * lines[index].height }
    guard index > 0 else { return 0 }
    return lines[index - 1].top + lines[index - 1].height
      + lines[index - 1].place.gap(before: lines[index].place)
  }

  /// Has one line, which was laid out elsewhere.
  mutating func show(_ line: Line) {
    lines = [line]
    key = nil
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
  func styles(_ start: Int, _ end: Int) -> [TextAttributes] {
    guard let styles else { return [] }
    if start < styles.count { return Array(styles[start..<min(end + 1, count)]) }
    return [typing ?? styles.last].compactMap { $0 }
  }

  /// The attributes of an empty last paragraph, if the text has any and ends with one.
  var ending: TextAttributes? {
    guard let styles, characters.last?.isNewline ?? true else { return nil }
    return typing ?? styles.last
  }
}
