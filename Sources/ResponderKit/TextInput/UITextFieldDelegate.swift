/// Asked and notified by a text field. Each method has a default.
public protocol UITextFieldDelegate: AnyObject {
  /// Whether the field may become first responder.
  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
  /// Called when the field has become first responder.
  func textFieldDidBeginEditing(_ textField: UITextField)
  /// Whether the field may cease to be first responder.
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
  /// Called when the field is no longer first responder, by the default of the next one.
  func textFieldDidEndEditing(_ textField: UITextField)
  /// Called when the field is no longer first responder: a delegate that has it gets this one only.
  func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason)
  /// Whether the user may replace the range, in characters.
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: Range<Int>, replacementString string: String
  ) -> Bool
  /// The same with a range of UTF-16 code units, as in UIKit. Both are asked.
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool
  /// Called when the caret or the selection has moved, and after each change of the text.
  func textFieldDidChangeSelection(_ textField: UITextField)
  /// Whether the clear button, or the beginning of editing with `clearsOnBeginEditing`, may remove the text.
  func textFieldShouldClear(_ textField: UITextField) -> Bool
  /// Return was pressed. False: nothing else comes of it.
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
  /// The edit menu of a selection, or of the caret, in UTF-16 code units; nil: the suggested one. One without entries is not shown.
  func textField(
    _ textField: UITextField, editMenuForCharactersIn range: NSRange, suggestedActions: [UIMenuElement]
  ) -> UIMenu?
  /// Called before the edit menu is shown. Closures that the animator gets are called at once.
  func textField(
    _ textField: UITextField, willPresentEditMenuWith animator: any UIEditMenuInteractionAnimating)
  /// Called when the edit menu is dismissed, before what was chosen is done.
  func textField(
    _ textField: UITextField, willDismissEditMenuWith animator: any UIEditMenuInteractionAnimating)
}

extension UITextFieldDelegate {
  /// True.
  public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: UITextField) {}
  /// True.
  public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: UITextField) {}
  /// Calls the one without a reason.
  public func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {
    textFieldDidEndEditing(textField)
  }
  /// True.
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: Range<Int>, replacementString string: String
  ) -> Bool { true }
  /// True.
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool { true }
  /// Does nothing.
  public func textFieldDidChangeSelection(_ textField: UITextField) {}
  /// True.
  public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
  /// True.
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}
