extension UITextField {
  /// The text with its attributes. Setting it notifies no delegate. Parts without a font or a color have the field's.
  public final var attributedText: NSAttributedString? {
    get { editor.model.attributed(standardAttributes) }
    set {
      guard let newValue else { return text = "" }
      editor.set(newValue)
      contentSizeMayHaveChanged()
    }
  }

  /// Whether text that is pasted keeps the attributes that it has in this program; false by default.
  public final var allowsEditingTextAttributes: Bool {
    get { sides.allowsEditingTextAttributes }
    set { sides.allowsEditingTextAttributes = newValue }
  }

  final var standardAttributes: [NSAttributedString.Key: Any] {
    (sides.defaults?.values ?? [:]).merging([.font: usedFont, .foregroundColor: usedColor]) { $1 }
  }

  /// The attributes of all of the text. Setting them sets the font, the color and the alignment that are among them; the others, such as the distance of letters, are also those of
  /// text that is set or typed later, where that has no others. Fields take no indents of paragraphs.
  public final var defaultTextAttributes: [NSAttributedString.Key: Any] {
    get { standardAttributes }
    set {
      var others = newValue
      let font = others.removeValue(forKey: .font) as? UIFont
      let color = others.removeValue(forKey: .foregroundColor) as? UIColor
      sides.defaults = others.isEmpty ? nil : TextAttributes(others)
      if let font { self.font = font }
      if let color { textColor = color }
      if let style = others[.paragraphStyle] as? NSParagraphStyle { textAlignment = style.alignment }
      if hasAttributes { for (key, value) in newValue { editor.model.set(key, value) } }
      editorChanged()
    }
  }

  final func colorChanged() {
    if hasAttributes { lookChanged(.foregroundColor, usedColor) } else { canvas.setNeedsDisplay() }
  }

  /// Whether it is first responder and its text can be edited.
  public final var isEditing: Bool { editor.isRunning }

  final var hasAttributes: Bool { editor.model.styles != nil }

  /// The line of what is shown. Dots have no attributes but those of the field.
  final func line(of shown: String) -> TextLayout.Line {
    let text = Array(shown)
    let own = isSecureTextEntry ? nil : editor.model.styles.map(withDefaults)
    let styles = own ?? sides.defaults.map { Array(repeating: $0, count: text.count) } ?? []
    let paragraph = TextLayout.Paragraph(text: text, styles: styles)
    let lines = paragraph.cut(.init(font: shownFont, color: textColor), .infinity)
    return lines.first ?? TextLayout.Line(range: 0..<0, carets: [0], height: shownFont.lineHeight)
  }

  /// The attributes of letters with those of the field where they have none.
  private func withDefaults(_ styles: [TextAttributes]) -> [TextAttributes] {
    guard let defaults = sides.defaults?.values else { return styles }
    var last: (own: TextAttributes, shown: TextAttributes)?
    return styles.map { own in
      if let last, last.own === own { return last.shown }
      let shown = TextAttributes(defaults.merging(own.values) { $1 })
      last = (own, shown)
      return shown
    }
  }

  /// The font or the color was set: for all of the text.
  final func lookChanged(_ key: NSAttributedString.Key, _ value: Any) {
    if hasAttributes { editor.model.set(key, value) }
    editorChanged()
  }
}
