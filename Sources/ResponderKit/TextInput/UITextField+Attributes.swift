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
    [.font: usedFont, .foregroundColor: textColor]
  }

  final var hasAttributes: Bool { editor.model.styles != nil }

  /// The line of what is shown. Dots have no attributes.
  final func line(of shown: String) -> TextLayout.Line {
    let styles = isSecureTextEntry ? [] : editor.model.styles ?? []
    let paragraph = TextLayout.Paragraph(text: Array(shown), styles: styles)
    let lines = paragraph.cut(.init(font: usedFont, color: textColor), .infinity)
    return lines.first ?? TextLayout.Line(range: 0..<0, carets: [0], height: usedFont.lineHeight)
  }

  /// The font or the color was set: for all of the text.
  final func lookChanged(_ key: NSAttributedString.Key, _ value: Any) {
    if hasAttributes { editor.model.set(key, value) }
    editorChanged()
  }
}
