extension UITextView {
  /// The text with its attributes, never nil. Setting it notifies no delegate. Parts without a font or a color have the view's.
  public final var attributedText: NSAttributedString! {
    get { editor.model.attributed(standardAttributes) }
    set {
      guard let newValue else { return text = "" }
      editor.set(newValue)
      contentSizeMayHaveChanged()
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

  /// Whether text that is pasted keeps the attributes that it has in this program; false by default.
  public final var allowsEditingTextAttributes: Bool {
    get { links.allowsEditingTextAttributes }
    set { links.allowsEditingTextAttributes = newValue }
  }

  final var standardAttributes: [NSAttributedString.Key: Any] {
    [.font: usedFont, .foregroundColor: usedColor]
  }
}
