/// Where a line may end inside of a word: beside pictures, between the signs of scripts that are written without spaces, and behind soft hyphens.
extension Character {
  /// Where a word may be cut: not seen unless a line ends behind it.
  static let softHyphen = Character("\u{AD}")
  /// What is seen there then.
  static let hyphen = Character("-")

  /// Whether it is a soft hyphen. A comparison of characters would take longer.
  var isSoftHyphen: Bool { unicodeScalars.first?.value == 0xAD }

  /// Whether a line may end between this character and the next one, without a hyphen.
  func allowsBreak(before next: Character) -> Bool {
    guard mayEndLine || next.mayEndLine, !isSoftHyphen, !next.isSoftHyphen else { return false }
    return !next.beginsNoLine && !endsNoLine
  }

  /// Whether a line may end between this character and the next one, with a hyphen.
  func allowsHyphen(before next: Character) -> Bool {
    isSoftHyphen && !next.isSoftHyphen && !next.beginsNoLine
  }

  /// Pictures; Chinese characters, kana and Hangul syllables, and the punctuation that is written with them.
  var mayEndLine: Bool {
    guard let scalar = unicodeScalars.first?.value, scalar >= 0x2E80 else { return false }
    switch scalar {
    case 0xFFFC: return true
    case 0x2E80...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60,
      0x20000...0x3FFFF:
      return true
    default: return false
    }
  }

  /// Signs that close something, or belong to the character in front of them.
  private var beginsNoLine: Bool { Self.closing.contains(self) }
  /// Signs that open something.
  private var endsNoLine: Bool { Self.opening.contains(self) }

  private static let closing = Set<Character>("、。，．：；？！）］｝〉》」』】〕〗・ー々…—’”,.:;?!)]}%")
  private static let opening = Set<Character>("（［｛〈《「『【〔〖‘“([{")
}

extension String {
  /// Without signs where words may be cut, which are not seen.
  var withoutSoftHyphens: String {
    // Most texts have not even its first byte.
    guard utf8.contains(0xC2), unicodeScalars.contains("\u{AD}") else { return self }
    return String(filter { !$0.isSoftHyphen })
  }
}

extension Collection<Character> {
  /// The number of characters that are shown in front of each one, and of all at last: the room between letters is behind these only.
  var shownBefore: [Int] { reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1.isSoftHyphen ? 0 : 1)) } }
  /// The number of characters that are shown.
  var shownCount: Int { reduce(0) { $1.isSoftHyphen ? $0 : $0 + 1 } }
}
