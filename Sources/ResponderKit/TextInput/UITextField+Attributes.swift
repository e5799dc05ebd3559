extension UITextField {
  /// The text with its attributes. Setting it notifies no delegate. Parts without a font or a color have the field's.
  public final var attributedText: NSAttributedString? {
    get { editor.model.attributed([.font: font, .foregroundColor: textColor]) }
    set {
      guard let newValue else { return text = "" }
      editor.set(newValue)
    }
  }

  final var hasAttributes: Bool { editor.model.styles != nil }

  /// The line of a text with attributes; nil for one that has none, or that is shown as dots.
  final func line(of shown: String) -> TextLayout.Line? {
    guard let styles = editor.model.styles, !styles.isEmpty, !isSecureTextEntry else { return nil }
    let paragraph = TextLayout.Paragraph(text: Array(shown), styles: styles)
    return paragraph.cut(.init(font: font, color: textColor), .infinity).first
  }

  /// The font or the color was set: for all of the text.
  final func lookChanged(_ key: NSAttributedString.Key, _ value: Any) {
    if hasAttributes { editor.model.set(key, value) }
    editorChanged()
  }
}
