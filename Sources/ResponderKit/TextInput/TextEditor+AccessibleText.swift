import AccessibilityBus

extension UITextField: AccessibleTextSource {}
extension UITextView: AccessibleTextSource {}

/// A text that is edited, for readers: what is secret is told as it is shown.
extension TextEditorHost {
  package var accessibleText: AccessibleText {
    let isEnabled = !accessibilityTraits.contains(.notEnabled)
    let model = editor.model
    let text = isSecure ? String(repeating: "•", count: model.count) : model.text
    return AccessibleText(
      text, selection: model.selection, isEditable: isEditable && isEnabled, isMultiline: isMultiline,
      isSecure: isSecure)
  }

  package func replaceAccessibleText(_ range: Range<Int>, with text: String) -> Bool {
    accessibleText.isEditable && editor.replace(range, with: text)
  }

  package func selectAccessibleText(_ range: Range<Int>) -> Bool {
    guard !accessibilityTraits.contains(.notEnabled) else { return false }
    editor.select(range)
    return editor.model.selection == range
  }

  package func accessibleBox(ofCharacter place: Int) -> AccessibleBox {
    let (start, end) = (caretRect(for: place), caretRect(for: place + 1))
    // The last character of a line ends where the line does.
    let width = end.minY == start.minY ? max(end.minX - start.minX, 0) : 0
    let frame = accessibilityFrame
    let x = frame.minX + start.minX - bounds.minX
    let y = frame.minY + start.minY - bounds.minY
    return AccessibleBox(x: x, y: y, width: width, height: start.height)
  }
}
