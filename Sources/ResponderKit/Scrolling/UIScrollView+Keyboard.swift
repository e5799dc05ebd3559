extension UIScrollView {
  /// Whether a drag ends the editing of text in the window.
  public enum KeyboardDismissMode: Int, Hashable, Sendable {
    /// No.
    case none
    /// When the drag begins.
    case onDrag
    /// As `onDrag`; in UIKit the finger moves the keyboard.
    case interactive, onDragWithAccessory, interactiveWithAccessory
  }

  /// Whether a drag ends the editing of text in the window, so that the keyboard goes. Not, by default.
  public final var keyboardDismissMode: KeyboardDismissMode {
    get { pan.keyboardDismissMode }
    set { pan.keyboardDismissMode = newValue }
  }

  final func dismissKeyboard() {
    if keyboardDismissMode != .none { window?.endEditing(true) }
  }
}
