extension TextEditor {
  /// Replaces the text as a user would: the delegate is asked.
  func enter(_ text: String, for name: Substring) throws(AccessibilityError) {
    guard host.becomeFirstResponder() else { throw .init("'\(name)' does not take the focus") }
    replace(0..<host.endOfDocument, with: text)
    let wanted = host.isMultiline ? TextModel.plain(text) : Self.oneLine(text)
    guard host.text(in: 0..<host.endOfDocument) == wanted else {
      throw .init("'\(name)' did not take the text")
    }
  }
}
