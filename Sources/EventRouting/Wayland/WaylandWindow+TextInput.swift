import HIDEvents

extension WaylandWindow: WaylandTextWindow {}

/// The text that is edited in a window.
extension WaylandWindow {
  /// The most bytes of text that input methods are shown.
  package static let longestEditedText = 4000

  /// Shows the text that is edited in the window to the input methods that have come to it; nil for none.
  package func show(_ text: InputMethodText?) {
    editedText = text
    guard isOpen, display.isOpen else { return }
    for seat in display.seats.values { seat.textInput?.update() }
    display.flush()
  }
}
