// How letters look by their attributes.

extension StyledText.LetterStyle {
  init(_ attributes: [NSAttributedString.Key: Any], _ font: UIFont, _ color: UIColor) {
    func number(_ key: NSAttributedString.Key) -> Double {
      let number = attributes.number(key) ?? 0
      return number.isFinite ? min(max(number, -1000), 1000) : 0
    }
    let isLink = attributes[.link] != nil
    let own = attributes.color(.foregroundColor) ?? color
    // As UIKit's labels show links. Text views have taken the attribute out.
    let shownFont = attributes[.font] as? UIFont ?? font
    self.init(
      font: shownFont, color: isLink ? .link : own,
      background: attributes.color(.backgroundColor),
      underline: isLink ? .single : attributes.lineStyle(.underlineStyle) ?? [],
      strikethrough: attributes.lineStyle(.strikethroughStyle) ?? [], kern: number(.kern),
      offset: number(.baselineOffset),
      paragraph: (attributes[.paragraphStyle] as? NSParagraphStyle)?.look.drawable,
      attachment: attributes.attachment?.look(shownFont), effects: LetterEffects(attributes))
  }
}

extension [NSAttributedString.Key: Any] {
  /// A color of either kind: texts of `CATextLayer`s have a `CGColor`.
  func color(_ key: NSAttributedString.Key) -> UIColor? {
    guard let value = self[key] else { return nil }
    return value as? UIColor ?? (value as? CGColor).map { UIColor(cgColor: $0) }
  }

  /// A number of any kind.
  func number(_ key: NSAttributedString.Key) -> Double? {
    let value = self[key]
    return value as? Double ?? (value as? Int).map(Double.init) ?? (value as? Float).map(Double.init)
  }

  /// A style of lines, or its number.
  func lineStyle(_ key: NSAttributedString.Key) -> NSUnderlineStyle? {
    self[key] as? NSUnderlineStyle ?? (self[key] as? Int).map(NSUnderlineStyle.init(rawValue:))
  }
}
