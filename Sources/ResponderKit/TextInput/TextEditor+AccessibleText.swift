import AccessibilityBus

extension UITextField: AccessibleTextSource {}
extension UITextView: AccessibleTextSource {}

/// A text that is edited, for readers: a secret one is reported as it is shown.
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
    let (box, frame) = (box(of: place), accessibilityFrame)
    let x = frame.minX + box.minX - bounds.minX
    let y = frame.minY + box.minY - bounds.minY
    return AccessibleBox(x: x, y: y, width: box.width, height: box.height)
  }
}
