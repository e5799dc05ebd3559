extension UITextView {
  /// The user edits the text.
  public static let textDidBeginEditingNotification = Notice.Name("UITextViewTextDidBeginEditingNotification")
  /// The user has changed the text.
  public static let textDidChangeNotification = Notice.Name("UITextViewTextDidChangeNotification")
  /// The user has ended editing the text.
  public static let textDidEndEditingNotification = Notice.Name("UITextViewTextDidEndEditingNotification")

  final func post(_ name: Notice.Name) { home?.application?.notices.post(name: name, object: self) }
}
