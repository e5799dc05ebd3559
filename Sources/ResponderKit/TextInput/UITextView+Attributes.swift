extension UITextView {
  /// The text with its attributes, never nil. Setting it notifies no delegate. Parts without a font or a color have the view's.
  public final var attributedText: NSAttributedString! {
    get { editor.model.attributed(standardAttributes) }
    set {
      guard let newValue else { return text = "" }
      editor.set(newValue)
      contentOffset = clamp(contentOffset)
    }
  }

  /// The attributes of what is typed next: those of the character before the caret, until others are set. They go when the caret is moved.
  public final var typingAttributes: [NSAttributedString.Key: Any] {
    get {
      let own = editor.model.attributes(replacing: editor.model.selection)?.values ?? [:]
      return standardAttributes.merging(own) { $1 }
    }
    set {
      editor.model.setTyping(newValue)
      // The caret of an empty text is as high as what is typed.
      laidOutWidth = -1
      setNeedsLayout()
    }
  }

  private var standardAttributes: [NSAttributedString.Key: Any] {
    [.font: font, .foregroundColor: textColor]
  }
}
