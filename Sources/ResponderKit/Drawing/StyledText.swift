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
    /// Of the paragraph that begins with such a letter.
    var paragraph: ParagraphLook?
    /// In place of a character U+FFFC.
    var attachment: AttachmentLook?
    var effects: LetterEffects?
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
    /// Whether its paragraph has letters from right to left.
    var hasDirections = false
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
      shown = text.withoutSoftHyphens.joined(joins).kept(rightToLeft: isRightToLeft)
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
  struct CutLine {
    var letters: [StyledLetter]
    var place: LinePlace
  }

  private(set) var letters: [StyledLetter]
  var styles: [LetterStyle]

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
        for index in start..<min(end + 1, letters.count) {
          (letters[index].base, letters[index].hasDirections) = (base, true)
        }
      }
      start = end + 1
    }
  }

  /// Letters in one line.
  func line(_ letters: [StyledLetter], _ place: LinePlace) -> StyledLine {
    var line = StyledLine(runs: [], width: 0, ascent: 0, descent: 0, height: 0)
    var tabs: [Int] = []
    for part in letters.parts {
      let style = styles[letters[part.range.lowerBound].style]
      let text = letters[part.range].map(\.character)
      let isLast = part.range.upperBound == letters.count
      let object = letters[part.range.lowerBound].isObject ? style.attachment : nil
      var width = 0.0
      if let object {
        width = object.box.width + (isLast ? 0 : style.kern)
      } else if part.isRightToLeft {
        width = style.carets(of: text[...], joins: part.joins).last ?? 0
      } else {
        // Kerning is not added behind the last letter.
        width = style.kern == 0 ? 0 : style.kern * Double(max(text.shownCount - (isLast ? 1 : 0), 0))
        width +=
          style.stretch
          * (isLast ? style.font.width(of: String(text)) : style.font.advance(of: String(text)))
      }
      if text == ["\t"] { tabs.append(line.runs.count) }
      line.runs.append(
        StyledRun(
          text: String(text), style: style, x: line.width, width: width, isRightToLeft: part.isRightToLeft,
          joins: part.joins, isObject: object != nil))
      line.width += width
    }
    if !tabs.isEmpty { line.move(behindTabs: tabs, place) }
    let used = line.runs.isEmpty ? [styles[0]] : line.runs.map(\.style)
    line.measure(used)
    return line
  }
}

extension UIFont {
  /// The distance from the start of a text to the start of the text after it.
  fileprivate func advance(of text: String) -> Double { carets(of: Array(text)[...]).last ?? 0 }
}
