// How letters look by their attributes.

extension StyledText.LetterStyle {
  init(_ attributes: [NSAttributedString.Key: Any], _ font: UIFont, _ color: UIColor) {
    func number(_ key: NSAttributedString.Key) -> Double {
      let value = attributes[key]
      let number =
        value as? Double ?? (value as? Int).map(Double.init) ?? (value as? Float).map(Double.init) ?? 0
      return number.isFinite ? min(max(number, -1000), 1000) : 0
    }
    func lines(_ key: NSAttributedString.Key) -> NSUnderlineStyle {
      attributes[key] as? NSUnderlineStyle ?? (attributes[key] as? Int).map(NSUnderlineStyle.init(rawValue:))
        ?? []
    }
    let isLink = attributes[.link] != nil
    let own = attributes[.foregroundColor] as? UIColor ?? color
    // As UIKit's labels show links. Text views have taken the attribute out.
    self.init(
      font: attributes[.font] as? UIFont ?? font, color: isLink ? .link : own,
      background: attributes[.backgroundColor] as? UIColor,
      underline: isLink ? .single : lines(.underlineStyle),
      strikethrough: lines(.strikethroughStyle), kern: number(.kern), offset: number(.baselineOffset),
      paragraph: (attributes[.paragraphStyle] as? NSParagraphStyle)?.look.drawable)
  }
}
