import HIDEvents

/// What an input method gets to know of a text input beside its text.
extension UITextInput where Self: UIView {
  /// The text is secret.
  var isSecret: Bool {
    guard let field = self as? UITextField else { return false }
    return field.isSecureTextEntry || [.password, .newPassword].contains(field.textContentType)
  }

  /// The end of the selection that moves.
  var caretPosition: Int {
    (self as? any TextEditorHost)?.editor.model.head ?? selectedTextRange?.upperBound ?? endOfDocument
  }

  var inputPurpose: InputMethodText.Purpose {
    guard let field = self as? UITextField else { return .normal }
    if isSecret { return field.keyboardType == .numberPad ? .pin : .password }
    switch field.keyboardType {
    case .numberPad: return field.textContentType == .telephoneNumber ? .phone : .digits
    case .decimalPad: return .number
    case .default: return field.textContentType.flatMap { Self.purposes[$0] } ?? .normal
    }
  }

  var inputHints: InputMethodText.Hints {
    guard let field = self as? UITextField else {
      return (self as? any TextEditorHost)?.isMultiline == true ? .multiline : []
    }
    if isSecret { return field.isSecureTextEntry ? [.hidden, .sensitive] : .sensitive }
    guard inputPurpose == .normal else { return [] }
    let correction: InputMethodText.Hints = field.autocorrectionType == .yes ? .correction : []
    switch field.autocapitalizationType {
    case .none: return correction
    case .sentences: return correction.union(.sentences)
    case .words: return correction.union(.words)
    case .allCharacters: return correction.union(.capitals)
    }
  }

  private static var purposes: [UITextContentType: InputMethodText.Purpose] {
    [
      .name: .name, .givenName: .name, .familyName: .name, .emailAddress: .email, .telephoneNumber: .phone,
      .URL: .url, .oneTimeCode: .digits,
    ]
  }
}
