extension TextEditor {
  /// The same with spaces in place of line ends.
  static func oneLine(_ text: NSAttributedString) -> NSAttributedString {
    guard text.string.contains(where: \.isNewline) else { return text }
    let line = NSMutableAttributedString(attributedString: text)
    for (place, unit) in text.string.utf16.enumerated() {
      guard let scalar = Unicode.Scalar(unit), Character(scalar).isNewline else { continue }
      line.replaceCharacters(in: NSRange(location: place, length: 1), with: " ")
    }
    return line
  }
}
