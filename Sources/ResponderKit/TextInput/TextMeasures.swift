/// Where the characters of text are.
extension UIFont {
  /// Where each character of a line begins, and at last where the line ends: one more than there are characters.
  func carets(of text: ArraySlice<Character>) -> [Double] {
    var places: [Double] = []
    places.reserveCapacity(text.count + 1)
    guard let face else {
      var x = 0.0
      for character in text {
        places.append(x)
        x += (Glyph.of(character).width + gap) * unit
      }
      places.append(x)
      return places
    }
    let line = line(String(text), face)
    var (offset, piece) = (0, 0)
    for character in text {
      while piece < line.pieces.count, line.pieces[piece].offset < offset { piece += 1 }
      places.append(piece < line.pieces.count ? line.pieces[piece].x : line.width)
      offset += character.utf8.count
    }
    places.append(line.width)
    return places
  }
}

/// Characters in lines of a width: cut between words, and in a word that is longer than a line.
struct TextLayout {
  struct Line {
    var range: Range<Int>
    /// Where its characters begin, and where it ends.
    var carets: [Double]
  }

  private(set) var lines: [Line] = []
  /// Lines of paragraphs by their text, from zero: those that did not change are not measured again.
  private var paragraphs: [[Character]: [Line]] = [:]
  private var key: (font: UIFont, width: Double)?

  mutating func update(_ characters: [Character], font: UIFont, width: Double) {
    if key?.font != font || key?.width != width { paragraphs = [:] }
    key = (font, width)
    var used: [[Character]: [Line]] = [:]
    lines = []
    var start = 0
    while true {
      let end = characters[start...].firstIndex(where: \.isNewline) ?? characters.count
      let paragraph = Array(characters[start..<end])
      let cut = used[paragraph] ?? paragraphs[paragraph] ?? Self.cut(paragraph, font, width)
      used[paragraph] = cut
      for var line in cut {
        line.range = (line.range.lowerBound + start)..<(line.range.upperBound + start)
        lines.append(line)
      }
      guard end < characters.count else { break }
      start = end + 1
    }
    paragraphs = used
  }

  private static func cut(_ text: [Character], _ font: UIFont, _ width: Double) -> [Line] {
    let carets = font.carets(of: text[...])
    var lines: [Line] = []
    var start = 0
    /// Behind the last space of the line.
    var stop = 0
    var index = 0
    func add(_ end: Int) {
      let left = carets[start]
      lines.append(Line(range: start..<end, carets: carets[start...end].map { $0 - left }))
      start = end
    }
    while index < text.count {
      if text[index].isWhitespace {
        // Spaces hang over the edge.
        stop = index + 1
      } else if carets[index + 1] - carets[start] > width, index > start {
        add(stop > start ? stop : index)
        // What was carried over may be longer than a line, too.
        index = start
        stop = start
        continue
      }
      index += 1
    }
    add(text.count)
    return lines
  }

  /// The line that a position is in; the later one at a cut.
  func line(of position: Int) -> Int {
    var (low, high) = (0, lines.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if lines[middle].range.lowerBound <= position { low = middle } else { high = middle - 1 }
    }
    return max(low, 0)
  }

  func x(of position: Int) -> Double {
    guard !lines.isEmpty else { return 0 }
    let line = lines[line(of: position)]
    return line.carets[min(max(position - line.range.lowerBound, 0), line.carets.count - 1)]
  }

  /// The position in a line that is nearest to a place.
  func position(x: Double, line index: Int) -> Int {
    guard !lines.isEmpty else { return 0 }
    let index = min(max(index, 0), lines.count - 1)
    let line = lines[index]
    let position = line.range.lowerBound + Self.nearest(x, line.carets)
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
