import HIDEvents

/// The text that is edited in a window.
extension X11Window {
  /// The most bytes of text that input methods are shown: none by this protocol.
  package static let longestEditedText = 0

  /// Shows the text that is edited in the window to its input method; nil for none.
  package func show(_ text: InputMethodText?) {
    guard isOpen, display.isOpen else { return }
    inputMethod?.show(text)
  }

  func startInputMethod() {
    guard inputMethod == nil, inputMethodHandler != nil, isOpen, display.loop != nil else { return }
    let name = X11Environment.inputMethod
    // The user wants none.
    guard name != "none", name != "local" else { return }
    inputMethod = X11InputMethod(self, name: name)
  }
}
