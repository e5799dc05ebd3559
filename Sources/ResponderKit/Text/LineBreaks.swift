/// Where a line may end inside of a word: beside pictures, and the signs of scripts that are written without spaces.
extension Character {
  /// Where a word may be cut: not seen unless a line ends behind it.
  static let softHyphen = Character("\u{AD}")
  /// What is seen there then.
  static let hyphen = Character("-")

  /// Whether a line may end between this character and the next one.
  func allowsBreak(before next: Character) -> Bool {
    if self == .softHyphen { return true }
    guard mayEndLine || next.mayEndLine else { return false }
    return !next.beginsNoLine && !endsNoLine
  }

  /// Pictures; Chinese characters, kana and Hangul syllables, and the punctuation that is written with them.
  private var mayEndLine: Bool {
    guard let scalar = unicodeScalars.first?.value else { return false }
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
    unicodeScalars.contains("\u{AD}") ? String(filter { $0 != .softHyphen }) : self
  }
}
