/// A text that is read, or edited. Places count characters as people see them.
package struct AccessibleText: Hashable, Sendable {
  package var text: String
  /// An empty one is the caret.
  package var selection: Range<Int>
  /// Whether the user can change it.
  package var isEditable: Bool
  package var isMultiline: Bool
  /// The text is dots for what is kept secret.
  package var isSecure: Bool

  package init(
    _ text: String, selection: Range<Int> = 0..<0, isEditable: Bool = false, isMultiline: Bool = false,
    isSecure: Bool = false
  ) {
    (self.text, self.selection, self.isEditable) = (text, selection, isEditable)
    (self.isMultiline, self.isSecure) = (isMultiline, isSecure)
  }
}

/// An element with a text that has a caret.
package protocol AccessibleTextSource: AnyObject {
  var accessibleText: AccessibleText { get }
  /// Replaces a part as a user would; false when that is not allowed.
  func replaceAccessibleText(_ range: Range<Int>, with text: String) -> Bool
  func selectAccessibleText(_ range: Range<Int>) -> Bool
  /// From the caret before a character to the one behind it, on the screen.
  func accessibleBox(ofCharacter place: Int) -> AccessibleBox
}
