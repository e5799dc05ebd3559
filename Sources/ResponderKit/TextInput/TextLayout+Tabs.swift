// Lines of text without attributes that has tabs.

extension TextLayout.Line {
  /// Draws its text, which has no attributes. What is behind a tab stands where the tab ends.
  func draw(_ text: String, at point: Point, _ font: UIFont, _ color: UIColor, in drawing: Drawing) {
    let text = endsWithHyphen ? String(text.dropLast()) + String(Character.hyphen) : text
    let top = point.y + font.ascender - font.capHeight
    guard hasTabs else {
      return drawing.text(text.withoutSoftHyphens, at: Point(point.x, top), font: font, color)
    }
    for part in Array(text).split(separator: "\t") where part.startIndex < carets.count {
      drawing.text(
        String(part).withoutSoftHyphens, at: Point(point.x + carets[part.startIndex], top), font: font, color)
    }
  }

  /// The width that is the same in smaller letters: up to the text behind the last tab.
  func fixedWidth(of text: String) -> Double {
    guard hasTabs, let tab = Array(text).lastIndex(of: "\t"), tab + 1 < carets.count else { return 0 }
    return carets[tab + 1]
  }
}
