/// Layout of a text whose letters have styles.
struct StyledText {
  /// The look of letters.
  struct LetterStyle {
    var font: UIFont
    var color: UIColor
    var background: UIColor?
    var underline: NSUnderlineStyle = []
    var strikethrough: NSUnderlineStyle = []
    /// Points that are added between letters.
    var kern = 0.0
    /// Points by which the letters are raised above the baseline.
    var offset = 0.0
  }

  struct StyledLetter {
    var character: Character
    /// An index into `styles`.
    var style: Int
  }

  /// Adjacent letters of one style.
  struct StyledRun {
    var text: String
    var style: LetterStyle
    /// From the line's beginning.
    var x: Double
    var width: Double
  }

  struct StyledLine {
    var runs: [StyledRun]
    var width: Double
    /// From the line's top to its baseline, and from there to the next line's top.
    var ascent: Double
    var descent: Double
    var height: Double
  }

  private var letters: [StyledLetter]
  private var styles: [LetterStyle]

  /// A text in one style.
  init(_ text: String, font: UIFont, color: UIColor) {
    letters = text.map { StyledLetter(character: $0, style: 0) }
    styles = [LetterStyle(font: font, color: color)]
  }

  /// A text with attributes. The first code unit of a character determines its style.
  ///
  /// - Parameters:
  ///   - font: for letters without a font.
  ///   - color: for letters without a color.
  init(_ text: NSAttributedString, font: UIFont, color: UIColor) {
    letters = []
    styles =
      text.runs.map { LetterStyle($0.attributes, font, color) } + [LetterStyle(font: font, color: color)]
    var (style, end, place) = (0, text.runs.first?.length ?? 0, 0)
    for character in text.string {
      while place >= end, style + 1 < text.runs.count {
        style += 1
        end += text.runs[style].length
      }
      letters.append(StyledLetter(character: character, style: style))
      place += character.utf16.count
    }
  }

  // MARK: Lines

  /// The lines that fit: broken between words, truncated with an ellipsis where they are too long, or cut in another way.
  ///
  /// - Parameter most: the most lines; 0: as many as fit.
  func lines(in room: Size, most: Int, _ mode: NSLineBreakMode = .byTruncatingTail) -> [StyledLine] {
    cutLines(in: room, most: most).map { line(shortened($0, to: room.width, mode)) }
  }

  private func shortened(_ letters: [StyledLetter], to width: Double, _ mode: NSLineBreakMode)
    -> [StyledLetter]
  {
    switch mode {
    case .byTruncatingTail: return truncated(letters, to: width)
    case .byClipping: return letters
    case .byWordWrapping, .byCharWrapping: return cut(letters[...], width).first ?? []
    case .byTruncatingHead, .byTruncatingMiddle: break
    }
    if line(letters).width <= width { return letters }
    for kept in stride(from: letters.count - 1, through: 0, by: -1) {
      let head = mode == .byTruncatingHead ? 0 : (kept + 1) / 2
      let dots = StyledLetter(character: "…", style: letters[max(head - 1, 0)].style)
      let short = letters[..<head] + [dots] + letters[(letters.count - kept + head)...]
      if line(Array(short)).width <= width { return Array(short) }
    }
    return []
  }

  /// The size of the lines without truncation.
  func size(in room: Size, most: Int) -> Size {
    let lines = cutLines(in: room, most: most).map(line)
    return Size(lines.map(\.width).max() ?? 0, lines.reduce(0) { $0 + $1.height })
  }

  private func cutLines(in room: Size, most: Int) -> [[StyledLetter]] {
    let paragraphs = letters.split(omittingEmptySubsequences: false) { $0.character.isNewline }
    if most == 1 { return [joined(paragraphs.map(Array.init))] }
    let lines = paragraphs.flatMap { cut($0, room.width) }
    let fitting = most > 0 ? most : max(fitting(lines, room.height), 1)
    guard lines.count > fitting else { return lines }
    return Array(lines[..<(fitting - 1)]) + [joined(Array(lines[(fitting - 1)...]))]
  }

  private func joined(_ lines: [[StyledLetter]]) -> [StyledLetter] {
    var all: [StyledLetter] = []
    for (index, line) in lines.enumerated() {
      if index > 0 {
        all.append(StyledLetter(character: " ", style: all.last?.style ?? line.first?.style ?? 0))
      }
      all += line
    }
    return all
  }

  /// The number of lines that fit into a height.
  private func fitting(_ lines: [[StyledLetter]], _ height: Double) -> Int {
    var (count, used) = (0, 0.0)
    for line in lines {
      used += self.line(line).height
      if used > height + 1e-6 { break }
      count += 1
    }
    return count
  }

  private func cut(_ paragraph: ArraySlice<StyledLetter>, _ width: Double) -> [[StyledLetter]] {
    var lines: [[StyledLetter]] = []
    var line: [StyledLetter] = []
    for word in paragraph.split(whereSeparator: { $0.character == " " }) {
      var space = line.isEmpty ? nil : paragraph[word.startIndex - 1]
      for piece in Self.pieces(of: word) {
        let longer = line + (space.map { [$0] } ?? []) + piece
        if !line.isEmpty, self.line(longer).width > width {
          lines.append(line)
          line = Array(piece)
        } else {
          line = longer
        }
        space = nil
      }
    }
    return lines + [line]
  }

  /// The parts of a word between which a line may end.
  private static func pieces(of word: ArraySlice<StyledLetter>) -> [ArraySlice<StyledLetter>] {
    var pieces: [ArraySlice<StyledLetter>] = []
    var start = word.startIndex
    for index in word.indices.dropFirst()
    where word[index - 1].character.allowsBreak(before: word[index].character) {
      pieces.append(word[start..<index])
      start = index
    }
    return pieces + [word[start...]]
  }

  private func truncated(_ letters: [StyledLetter], to width: Double) -> [StyledLetter] {
    if line(letters).width <= width { return letters }
    func cut(_ count: Int) -> [StyledLetter] {
      letters[..<count] + [StyledLetter(character: "…", style: letters[max(count - 1, 0)].style)]
    }
    // Binary search for the number of letters that fit; the rest of a long text is not measured again and again.
    var (low, high) = (-1, 1)
    while high < letters.count, line(Array(letters[..<high])).width <= width { high *= 2 }
    high = min(high, letters.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if line(cut(middle)).width <= width { low = middle } else { high = middle - 1 }
    }
    return low < 0 ? [] : cut(low)
  }

  private func line(_ letters: [StyledLetter]) -> StyledLine {
    var line = StyledLine(runs: [], width: 0, ascent: 0, descent: 0, height: 0)
    var start = 0
    while start < letters.count {
      let number = letters[start].style
      let end = letters[start...].firstIndex { $0.style != number } ?? letters.count
      let style = styles[number]
      let text = String(letters[start..<end].map(\.character))
      // Kerning is not added behind the last letter.
      var width = style.kern * Double(end - start - (end == letters.count ? 1 : 0))
      width += end == letters.count ? style.font.width(of: text) : style.font.advance(of: text)
      line.runs.append(StyledRun(text: text, style: style, x: line.width, width: width))
      line.width += width
      start = end
    }
    let used = line.runs.isEmpty ? [styles[0]] : line.runs.map(\.style)
    for style in used {
      line.ascent = max(line.ascent, style.font.ascender + style.offset)
      line.descent = max(line.descent, style.font.lineHeight - style.font.ascender - style.offset)
    }
    line.height = used.count == 1 ? used[0].font.lineHeight : line.ascent + line.descent
    return line
  }
}

extension StyledText.LetterStyle {
  fileprivate init(_ attributes: [NSAttributedString.Key: Any], _ font: UIFont, _ color: UIColor) {
    func number(_ key: NSAttributedString.Key) -> Double {
      let value = attributes[key]
      let number =
        value as? Double ?? (value as? Int).map(Double.init) ?? (value as? Float).map(Double.init) ?? 0
      return number.isFinite ? min(max(number, -1000), 1000) : 0
    }
    func lines(_ key: NSAttributedString.Key) -> NSUnderlineStyle {
      attributes[key] as? NSUnderlineStyle ?? (attributes[key] as? Int).map(NSUnderlineStyle.init(rawValue:))
        ?? []
    }
    self.init(
      font: attributes[.font] as? UIFont ?? font, color: attributes[.foregroundColor] as? UIColor ?? color,
      background: attributes[.backgroundColor] as? UIColor, underline: lines(.underlineStyle),
      strikethrough: lines(.strikethroughStyle), kern: number(.kern), offset: number(.baselineOffset))
  }
}

extension StyledText.StyledLine {
  /// Draws the line with its upper left corner at a point.
  func draw(at point: Point, in drawing: Drawing) {
    for run in runs {
      guard let background = run.style.background else { continue }
      drawing.fill(Rect(point.x + run.x, point.y, run.width, height), background)
    }
    for run in runs { run.draw(at: Point(point.x + run.x, point.y + ascent), in: drawing) }
  }
}

extension StyledText.StyledRun {
  /// Draws the letters with the start of their baseline at a point.
  fileprivate func draw(at point: Point, in drawing: Drawing) {
    let font = style.font
    let base = point.y - style.offset
    let top = base - font.capHeight
    if style.kern == 0 {
      drawing.text(text, at: Point(point.x, top), font: font, style.color)
    } else {
      let characters = Array(text)
      for (index, place) in zip(characters.indices, font.carets(of: characters[...])) {
        drawing.text(
          String(characters[index]), at: Point(point.x + place + style.kern * Double(index), top), font: font,
          style.color)
      }
    }
    let thickness = font.pointSize / 14
    lines(style.underline, at: base + font.pointSize / 9, thickness, point.x, drawing)
    lines(style.strikethrough, at: base - font.capHeight * 0.4, thickness, point.x, drawing)
  }

  private func lines(
    _ kind: NSUnderlineStyle, at y: Double, _ thickness: Double, _ x: Double, _ drawing: Drawing
  ) {
    guard !kind.isEmpty else { return }
    let thick = kind.contains(.thick) ? 2 * thickness : thickness
    drawing.fill(Rect(x, y, width, thick), style.color)
    if kind.isSuperset(of: .double) { drawing.fill(Rect(x, y + 2 * thick, width, thick), style.color) }
  }
}

extension UIFont {
  /// The distance from the start of a text to the start of the text after it.
  fileprivate func advance(of text: String) -> Double { carets(of: Array(text)[...]).last ?? 0 }
}
