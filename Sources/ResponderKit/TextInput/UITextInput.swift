/// A responder that takes text from a keyboard, a real one or one on the screen, while it is first responder.
///
/// The default methods for presses insert the text of keys; a class that overrides them and does not call `super` gets no
/// text.
public protocol UIKeyInput: UIResponder, UITextInputTraits {
  /// Whether there is something to delete.
  var hasText: Bool { get }
  /// Inserts the text at the caret, in place of the selection.
  func insertText(_ text: String)
  /// Removes the selection, or the character before the caret.
  func deleteBackward()
}

/// A responder with text that input methods can look at and replace. Positions are numbers of characters from the
/// beginning, where UIKit has objects.
public protocol UITextInput: UIKeyInput {
  /// The text of a range; nil for one that is not in the text.
  func text(in range: Range<Int>) -> String?
  /// Replaces the text of a range.
  func replace(_ range: Range<Int>, withText text: String)
  /// An empty range is the caret.
  var selectedTextRange: Range<Int>? { get set }
  /// Text that was entered and may still be replaced, as that of a dead key.
  var markedTextRange: Range<Int>? { get }
  /// Replaces the marked text, or the selection, by text that may still be replaced.
  func setMarkedText(_ text: String?, selectedRange: Range<Int>)
  /// Keeps the marked text as it is.
  func unmarkText()
  /// The position behind the last character.
  var endOfDocument: Int { get }
  /// Where the caret of a position is, in the view's coordinates.
  func caretRect(for position: Int) -> Rect
  /// The position that is nearest to a point of the view.
  func closestPosition(to point: Point) -> Int?
  /// Where the first line of a part is, in the view's coordinates.
  func firstRect(for range: Range<Int>) -> Rect
  /// Where the lines of a part of the text are.
  func selectionRects(for range: Range<Int>) -> [UITextSelectionRect]
}

extension UITextInput {
  /// The position before the first character: 0.
  public var beginningOfDocument: Int { 0 }
}

extension UIResponder {
  /// Gives a press to a text input that is first responder; the others are for the chain.
  final func takeText(_ presses: Set<UIPress>) -> Set<UIPress> {
    guard isFirstResponder else { return (self as? UIWindow)?.takeUndo(presses) ?? presses }
    var rest = presses
    for press in presses {
      switch press.phase {
      case .began, .changed:
        if takeKey(press.held) {
          press.wasText = true
          rest.remove(press)
        }
      default: if press.wasText { rest.remove(press) }
      }
    }
    return rest
  }

  /// The text of a key for any `UIKeyInput`.
  final func insertKey(_ key: UIKey) -> Bool {
    guard let input = self as? any UIKeyInput,
      key.modifierFlags.isDisjoint(with: [.control, .command, .alternate]) || key.isThirdLevel
    else { return false }
    switch key.characters {
    case "": return false
    case "\u{8}": input.deleteBackward()
    case "\r": input.insertText("\n")
    case "\u{1B}", "\u{7F}", "\t": return false
    default: input.insertText(key.characters)
    }
    return true
  }
}

extension UIKey {
  /// Alt is down, and gives the key another character, as AltGr does: not a command.
  var isThirdLevel: Bool {
    modifierFlags.isDisjoint(with: [.control, .command]) && !characters.isEmpty
      && characters.lowercased() != charactersIgnoringModifiers.lowercased()
  }
}
