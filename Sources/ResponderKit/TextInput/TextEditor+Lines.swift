extension TextEditor {
  /// The same with spaces in place of line ends.
  static func oneLine(_ text: NSAttributedString) -> NSAttributedString {
    guard text.string.contains(where: \.isNewline) else { return text }
    let line = NSMutableAttributedString(attributedString: text)
    var place = text.length
    for character in text.string.reversed() {
      let length = character.utf16.count
      place -= length
      guard character.isNewline else { continue }
      line.replaceCharacters(in: NSRange(location: place, length: length), with: " ")
    }
    return line
  }
}
