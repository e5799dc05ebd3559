extension Range where Bound == String.Index {
  /// The part of a text that a range of UTF-16 code units is; nil for one that is not in the text, or ends inside of a surrogate pair.
  public init?(_ range: NSRange, in text: String) {
    let units = text.utf16
    guard range.location >= 0, range.length >= 0,
      let start = units.index(units.startIndex, offsetBy: range.location, limitedBy: units.endIndex),
      let end = units.index(start, offsetBy: range.length, limitedBy: units.endIndex),
      let first = start.samePosition(in: text.unicodeScalars),
      let last = end.samePosition(in: text.unicodeScalars)
    else { return nil }
    self = first..<last
  }
}

extension TextModel {
  /// A range of characters as one of UTF-16 code units.
  func codeUnits(_ range: Range<Int>) -> NSRange {
    let part = range.clamped(to: 0..<count)
    return NSRange(location: unitCount(0..<part.lowerBound), length: unitCount(part))
  }

  /// How many UTF-16 code units characters have.
  func unitCount(_ range: Range<Int>) -> Int { characters[range].reduce(0) { $0 + $1.utf16.count } }
}

extension TextModel {
  /// A range of UTF-16 code units as one of characters: each character that it touches, as far as it is in the text.
  func characters(_ range: NSRange) -> Range<Int> {
    let units = range.clamped(to: .max)
    var start: Int?
    var place = 0
    for (index, character) in characters.enumerated() {
      let end = place + character.utf16.count
      if start == nil, end > units.lowerBound { start = index }
      if place >= units.upperBound { return (start ?? index)..<index }
      place = end
    }
    let first = start ?? count
    return first..<(units.isEmpty ? first : count)
  }
}

extension String {
  /// The text with another one in place of a part, as in Foundation.
  public func replacingCharacters(in part: Range<String.Index>, with other: String) -> String {
    self[..<part.lowerBound] + other + self[part.upperBound...]
  }
}
