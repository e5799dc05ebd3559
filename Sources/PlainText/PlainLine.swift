extension StringProtocol {
  /// The text as one line that a terminal shows and does not obey: control characters, line ends and marks that turn the
  /// direction of text around are replaced by U+FFFD.
  ///
  /// For all text with names of other origin in it: labels, threads, programs, functions, files.
  package var plainLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isObeyed ? "\u{FFFD}" : $0 }))
  }
}

extension Unicode.Scalar {
  /// Whether a terminal obeys the character, or shows nothing or other text for it.
  var isObeyed: Bool {
    switch value {
    // C0, delete and C1: among them escape, and its form of one character.
    case ..<0x20, 0x7F..<0xA0: true
    // Ends of lines and paragraphs.
    case 0x2028, 0x2029: true
    // Marks of direction, embeddings, overrides and isolates.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    // Tags, which are not shown.
    case 0xE0000...0xE007F: true
    default: false
    }
  }
}
