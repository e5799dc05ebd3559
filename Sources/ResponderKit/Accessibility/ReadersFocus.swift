import AccessibilityBus

/// The element that a program has moved readers to.
struct ReadersFocus {
  weak var element: (any AccessibleElement)?
  /// The first responder of that moment: with another one, the focus is there.
  weak var responder: AnyObject?
}
