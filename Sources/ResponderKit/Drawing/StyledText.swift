/// Layout of a text whose letters have styles.
struct StyledText {
  /// The look of letters.
  struct LetterStyle {
    var font: UIFont
    var color: UIColor
    var background: UIColor?
    var underline: NSUnderlineStyle = []
    var strikethrough: NSUnderlineStyle = []
    /// What is rarely there.
    var extras: LetterExtras?
    /// Points that are added between letters.
    var kern = 0.0
    /// Points by which the letters are raised above the baseline.
    var offset = 0.0
    /// Of the paragraph that begins with such a letter.
    var paragraph: ParagraphLook?
    /// In place of a character U+FFFC.
    var attachment: AttachmentLook?
  }

  struct StyledLetter {
    var character: Character
    /// An index into `styles`.
    var style: Int
    /// Whether the attachment of its style is shown in its place.
    var isObject = false
    /// Of the letter, and of its paragraph: see ``BidiLevels``.
    var level: UInt8 = 0
    var base: UInt8 = 0
  }

  /// Adjacent letters of one style.
  struct StyledRun {
    var text: String
    var style: LetterStyle
    /// From the line's beginning.
    var x: Double
    var width: Double
    /// What is drawn, and whether it goes from right to left: then it has no kerning.
    var shown: String
    var isRightToLeft = false
    /// Whether the attachment of its style is shown in place of letters.
    var isObject: Bool
    var object: AttachmentLook? { isObject ? style.attachment : nil }

    init(
      text: String, style: LetterStyle, x: Double, width: Double, isRightToLeft: Bool = false,
      joins: (before: Bool, after: Bool) = (false, false), isObject: Bool = false
    ) {
      (self.text, self.style, self.x, self.width, self.isObject) = (text, style, x, width, isObject)
      self.isRightToLeft = isRightToLeft
      shown = text.joined(joins).kept(rightToLeft: isRightToLeft)
    }
  }

  struct StyledLine {
    var runs: [StyledRun]
    var width: Double
    /// From the line's top to its baseline, and from there to the next line's top.
    var ascent: Double
    var descent: Double
    var height: Double
    /// The paragraph's look, if the text has one, and the line's place in it.
    var place = LinePlace()
    /// From the top of the text.
    var y = 0.0
  }

  /// Letters that stand in one line.
  private struct CutLine {
    var letters: [StyledLetter]
    var place: LinePlace
  }

  private var letters: [StyledLetter]
  private var styles: [LetterStyle]

  /// A text in one style.
  init(_ text: String, font: UIFont, color: UIColor) {
    letters = text.map { StyledLetter(character: $0, style: 0) }
    styles = [LetterStyle(font: font, color: color)]
    if text.mayTurnLine { turn() }
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
    let hasObjects = styles.contains { $0.attachment != nil }
    var (style, end, place) = (0, text.runs.first?.length ?? 0, 0)
    for character in text.string {
      while place >= end, style + 1 < text.runs.count {
        style += 1
        end += text.runs[style].length
      }
      let isObject = hasObjects && character == .object && styles[style].attachment != nil
      letters.append(StyledLetter(character: character, style: style, isObject: isObject))
      place += character.utf16.count
    }
    let isTurned = styles.contains { $0.paragraph?.direction == .rightToLeft }
    if isTurned || text.string.mayTurnLine { turn() }
  }

  /// Gives the letters their levels.
  private mutating func turn() {
    var start = 0
    while start < letters.count {
      let end = letters[start...].firstIndex { $0.character.isNewline } ?? letters.count
      let direction = styles[letters[start].style].paragraph?.direction
      let text = letters[start..<end].map(\.character)
      if let directions = TextDirections(text, isRightToLeft: direction?.isRightToLeft) {
        for (index, level) in zip(start..<end, directions.levels) { letters[index].level = level }
        let base: UInt8 = directions.isRightToLeft ? 1 : 0
        for index in start..<min(end + 1, letters.count) { letters[index].base = base }
      }
      start = end + 1
    }
  }

  // MARK: Lines

  /// The lines that fit: broken between words, truncated with an ellipsis where they are too long, or cut in another way.
  ///
  /// - Parameters:
  ///   - most: the most lines; 0: as many as fit.
  ///   - mode: how they are cut where the text has no paragraph style.
  func lines(in room: Size, most: Int, _ mode: NSLineBreakMode = .byTruncatingTail) -> [StyledLine] {
    stacked(
      cutLines(in: room, most: most).map { cut in
        let width = cut.place.width(in: room.width)
        let letters = shortened(cut.letters, to: width, cut.place.look?.lineBreakMode ?? mode)
        return CutLine(letters: letters, place: cut.place)
      })
  }

  private func shortened(_ letters: [StyledLetter], to width: Double, _ mode: NSLineBreakMode)
    -> [StyledLetter]
  {
    switch mode {
    case .byTruncatingTail:
      return longest(letters, in: width) { letters[..<$0] + [letters[max($0 - 1, 0)].replaced(by: "…")] }
    case .byClipping: return letters
    case .byWordWrapping, .byCharWrapping: return cut(letters[...]) { _ in width }.first ?? []
    case .byTruncatingHead, .byTruncatingMiddle: break
    }
    return longest(letters, in: width) { kept in
      let head = mode == .byTruncatingHead ? 0 : (kept + 1) / 2
      let dots = letters[max(head - 1, 0)].replaced(by: "…")
      return letters[..<head] + [dots] + letters[(letters.count - kept + head)...]
    }
  }

  /// The size of the lines without truncation.
  func size(in room: Size, most: Int) -> Size { stacked(cutLines(in: room, most: most)).size }

  private func cutLines(in room: Size, most: Int) -> [CutLine] {
    let paragraphs = paragraphs
    if most == 1 { return [joined(paragraphs)] }
    let lines = paragraphs.flatMap { cut($0, room.width) }
    let fitting = most > 0 ? most : max(fitting(lines, room.height), 1)
    guard lines.count > fitting else { return lines }
    return Array(lines[..<(fitting - 1)]) + [joined(Array(lines[(fitting - 1)...]))]
  }

  /// The text between line ends, each with the look of its first character.
  private var paragraphs: [CutLine] {
    var paragraphs: [CutLine] = []
    var start = 0
    func append(upTo end: Int) {
      let first = start < letters.count ? letters[start] : letters.last
      let place = LinePlace(
        look: first.flatMap { styles[$0.style].paragraph }, isRightToLeft: first?.base == 1)
      paragraphs.append(CutLine(letters: Array(letters[start..<end]), place: place))
      start = end + 1
    }
    for (index, letter) in letters.enumerated() where letter.character.isNewline { append(upTo: index) }
    append(upTo: letters.count)
    return paragraphs
  }

  /// One line of all that is left, which is cut or ends with dots.
  private func joined(_ lines: [CutLine]) -> CutLine {
    var all = lines[0]
    // Lines that are cut between words show nothing of the next.
    if all.place.look?.wraps == true { return all }
    for line in lines.dropFirst() {
      let letter = all.letters.last ?? line.letters.first ?? StyledLetter(character: " ", style: 0)
      all.letters.append(letter.replaced(by: " "))
      all.letters += line.letters
    }
    return all
  }

  /// The number of lines that fit into a height.
  private func fitting(_ lines: [CutLine], _ height: Double) -> Int {
    var (count, last) = (0, StyledLine?.none)
    for line in lines {
      let next = placed(line, below: last)
      if next.y + next.height > height + 1e-6 { break }
      (count, last) = (count + 1, next)
    }
    return count
  }

  private func stacked(_ lines: [CutLine]) -> [StyledLine] {
    var result: [StyledLine] = []
    for line in lines { result.append(placed(line, below: result.last)) }
    return result
  }

  private func placed(_ cut: CutLine, below last: StyledLine?) -> StyledLine {
    var line = line(cut.letters)
    line.place = cut.place
    if let look = cut.place.look { line.setHeight(look.height(of: line.height)) }
    if let last { line.y = last.y + last.height + last.place.gap(before: cut.place) }
    return line
  }

  private func cut(_ paragraph: CutLine, _ width: Double) -> [CutLine] {
    var place = paragraph.place
    let lines = cut(paragraph.letters[...]) { isFirst in
      place.isFirst = isFirst
      return place.width(in: width)
    }
    return lines.enumerated().map { index, letters in
      place.isFirst = index == 0
      place.isLast = index == lines.count - 1
      return CutLine(letters: letters, place: place)
    }
  }

  /// - Parameter width: of the first line, and of others.
  private func cut(_ paragraph: ArraySlice<StyledLetter>, width: (Bool) -> Double) -> [[StyledLetter]] {
    let pieces = Self.places(of: paragraph)
    var lines: [[StyledLetter]] = []
    var start = 0
    while start < pieces.count {
      let first = lines.isEmpty ? paragraph.startIndex : pieces[start].lowerBound
      let room = width(lines.isEmpty)
      let end = Self.most(in: start + 1...pieces.count) {
        line(Array(paragraph[first..<pieces[$0 - 1].upperBound])).width <= room
      }
      lines.append(Array(paragraph[first..<pieces[end - 1].upperBound]))
      start = end
    }
    return lines.isEmpty ? [[]] : lines
  }

  /// The greatest number that fits, or else the least one. Near the beginning, few are tried, so that no long rest is measured for each line.
  private static func most(in range: ClosedRange<Int>, fits: (Int) -> Bool) -> Int {
    var (low, step) = (range.lowerBound, 1)
    while low + step < range.upperBound, fits(low + step) { (low, step) = (low + step, step * 2) }
    var high = min(low + step, range.upperBound)
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The parts of a paragraph between which a line may end, without the spaces around them.
  private static func places(of paragraph: ArraySlice<StyledLetter>) -> [Range<Int>] {
    paragraph.split { $0.character == " " }.flatMap { pieces(of: $0).map(\.indices) }
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

  /// The letters, or as many of them as there is room for.
  ///
  /// - Parameter cut: the letters cut to a count, with dots for the rest.
  private func longest(
    _ letters: [StyledLetter], in width: Double, _ cut: (_ count: Int) -> [StyledLetter]
  ) -> [StyledLetter] {
    if line(letters).width <= width { return letters }
    // Binary search for the number of letters that fit; the rest of a long text is not measured again and again.
    var (low, high) = (-1, 1)
    while high < letters.count, line(cut(high)).width <= width { high *= 2 }
    high = min(high, letters.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if line(cut(middle)).width <= width { low = middle } else { high = middle - 1 }
    }
    return low < 0 ? [] : cut(low)
  }

  private func line(_ letters: [StyledLetter]) -> StyledLine {
    var line = StyledLine(runs: [], width: 0, ascent: 0, descent: 0, height: 0)
    for part in letters.parts {
      let style = styles[letters[part.range.lowerBound].style]
      let text = letters[part.range].map(\.character)
      let isLast = part.range.upperBound == letters.count
      let object = letters[part.range.lowerBound].isObject ? style.attachment : nil
      var width = 0.0
      if let object {
        width = object.box.width + (isLast ? 0 : style.kern)
      } else if part.isRightToLeft {
        width = style.font.carets(of: text[...], joins: part.joins).last ?? 0
      } else {
        // Kerning is not added behind the last letter.
        width = style.kern * Double(text.count - (isLast ? 1 : 0))
        width += isLast ? style.font.width(of: String(text)) : style.font.advance(of: String(text))
      }
      line.runs.append(
        StyledRun(
          text: String(text), style: style, x: line.width, width: width, isRightToLeft: part.isRightToLeft,
          joins: part.joins, isObject: object != nil))
      line.width += width
    }
    let used = line.runs.isEmpty ? [styles[0]] : line.runs.map(\.style)
    line.measure(used)
    return line
  }
}

extension UIFont {
  /// The distance from the start of a text to the start of the text after it.
  fileprivate func advance(of text: String) -> Double { carets(of: Array(text)[...]).last ?? 0 }
}
