extension UITextField {
  /// The user edits the field.
  public static let textDidBeginEditingNotification = Notice.Name(
    "UITextFieldTextDidBeginEditingNotification")
  /// The user has changed the field's text.
  public static let textDidChangeNotification = Notice.Name("UITextFieldTextDidChangeNotification")
  /// The user has ended editing the field.
  public static let textDidEndEditingNotification = Notice.Name("UITextFieldTextDidEndEditingNotification")

  final func post(_ name: Notice.Name) { home?.application?.notices.post(name: name, object: self) }
}
