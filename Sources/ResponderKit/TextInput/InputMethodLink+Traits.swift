import HIDEvents

/// What an input method gets to know of a text input beside its text.
extension UITextInput where Self: UIView {
  /// The text is secret.
  var isSecret: Bool {
    isSecureTextEntry || [.password, .newPassword].contains(textContentType)
  }

  /// The end of the selection that moves.
  var caretPosition: Int {
    (self as? any TextEditorHost)?.editor.model.head ?? selectedTextRange?.upperBound ?? endOfDocument
  }

  var inputPurpose: InputMethodText.Purpose {
    if isSecret { return keyboardType == .numberPad ? .pin : .password }
    switch keyboardType {
    case .numberPad: return textContentType == .telephoneNumber ? .phone : .digits
    case .decimalPad: return .number
    case .default: return textContentType.flatMap { Self.purposes[$0] } ?? .normal
    }
  }

  var inputHints: InputMethodText.Hints {
    var hints: InputMethodText.Hints = (self as? any TextEditorHost)?.isMultiline == true ? .multiline : []
    if isSecret { return hints.union(isSecureTextEntry ? [.hidden, .sensitive] : .sensitive) }
    guard inputPurpose == .normal else { return hints }
    if autocorrectionType == .yes { hints.formUnion(.correction) }
    switch autocapitalizationType {
    case .none: return hints
    case .sentences: return hints.union(.sentences)
    case .words: return hints.union(.words)
    case .allCharacters: return hints.union(.capitals)
    }
  }

  private static var purposes: [UITextContentType: InputMethodText.Purpose] {
    [
      .name: .name, .givenName: .name, .familyName: .name, .emailAddress: .email, .telephoneNumber: .phone,
      .URL: .url, .oneTimeCode: .digits,
    ]
  }
}
