extension TextEditorHost {
  /// Gives the letters the sizes of the traits' category. Parts with fonts of their own keep them.
  ///
  /// - Parameter setFont: sets the font of all letters.
  func adjustFonts(_ font: UIFont, _ setFont: (UIFont) -> Void) {
    guard UIContentSizeCategory.isUsed else { return }
    let traits = traitCollection
    let new = font.adjusted(to: traits)
    let (styles, typing) = (editor.model.styles, editor.model.typing)
    if new != font {
      setFont(new)
      (editor.model.styles, editor.model.typing) = (styles, typing)
    }
    let isChanged = styles != nil && editor.model.adjustFonts(to: traits)
    if isChanged || styles != nil && new != font { editorChanged() }
  }
}
