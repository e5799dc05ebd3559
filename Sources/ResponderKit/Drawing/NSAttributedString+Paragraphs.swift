extension NSAttributedString {
  /// The same text with copies of its paragraph styles and shadows, which a program may change.
  func withOwnStylesAndShadows() -> NSAttributedString {
    let text = NSMutableAttributedString(attributedString: withParagraphStyles { _ in })
    enumerateAttributes(in: NSRange(location: 0, length: length)) { attributes, range, _ in
      guard let shadow = attributes[.shadow] as? NSShadow else { return }
      text.addAttribute(.shadow, value: shadow.copy(), range: range)
    }
    return text
  }

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

  /// The same text with its fonts of text styles in the size of the traits' category; itself if it has none of another size.
  func withFonts(adjustedTo traits: UITraitCollection) -> NSAttributedString {
    var text: NSMutableAttributedString?
    enumerateAttributes(in: NSRange(location: 0, length: length)) { attributes, range, _ in
      guard let old = attributes[.font] as? UIFont else { return }
      let new = old.adjusted(to: traits)
      guard new != old else { return }
      let changed = text ?? NSMutableAttributedString(attributedString: self)
      changed.addAttribute(.font, value: new, range: range)
      text = changed
    }
    return text ?? self
  }
}
