extension NSAttributedString {
  /// The same text, with a change of each paragraph style that it has.
  func withParagraphStyles(_ change: (NSMutableParagraphStyle) -> Void) -> NSAttributedString {
    let text = NSMutableAttributedString(attributedString: self)
    enumerateAttributes(in: NSRange(location: 0, length: length)) { attributes, range, _ in
      guard let old = attributes[.paragraphStyle] as? NSParagraphStyle else { return }
      let style = NSMutableParagraphStyle()
      style.setParagraphStyle(old)
      change(style)
      text.addAttribute(.paragraphStyle, value: style, range: range)
    }
    return text
  }
}
