// Parts of lines in the order in which they are seen.

extension StyledText.StyledLetter {
  /// Another character in its place, which goes as the paragraph does.
  func replaced(by character: Character) -> StyledText.StyledLetter {
    var letter = self
    letter.character = character
    letter.isObject = false
    letter.level = base
    return letter
  }
}

extension StyledText.StyledLetter {
  /// Whether it is a part of its line by itself.
  fileprivate var isAlone: Bool { isObject || character == "\t" }
}

extension [StyledText.StyledLetter] {
  /// Letters beside each other with one style and one direction.
  struct LinePart {
    var range: Range<Int>
    var isRightToLeft = false
    /// Whether letters in front and behind join the first and the last one.
    var joins = (before: false, after: false)
  }

  /// The parts of a line, from left to right.
  var parts: [LinePart] {
    guard contains(where: { $0.level > 0 || $0.base > 0 }) else {
      return cut(0..<count).map { LinePart(range: $0) }
    }
    let blanks = map { letter in letter.character.unicodeScalars.first.map { BidiClass($0).blank } ?? .none }
    let directions = TextDirections(isRightToLeft: self[0].base == 1, levels: map(\.level), blanks: blanks)
    return directions.runs(inLine: 0..<count).flatMap { run in
      let cut = cut(run.range)
      return (run.isRightToLeft ? cut.reversed() : cut).map {
        LinePart(range: $0, isRightToLeft: run.isRightToLeft, joins: joins($0))
      }
    }
  }

  /// Adjacent letters of one style; a picture is a part of its own.
  private func cut(_ range: Range<Int>) -> [Range<Int>] {
    var (parts, start) = ([Range<Int>](), range.lowerBound)
    for index in range
    where index + 1 == range.upperBound || self[index + 1].style != self[index].style
      || self[index].isAlone || self[index + 1].isAlone
    {
      parts.append(start..<index + 1)
      start = index + 1
    }
    return parts
  }

  private func joins(_ range: Range<Int>) -> (before: Bool, after: Bool) {
    func joins(_ index: Int) -> Bool {
      index > 0 && index < count && ArabicJoining.joins(self[index - 1].character, self[index].character)
    }
    return (joins(range.lowerBound), joins(range.upperBound))
  }
}
