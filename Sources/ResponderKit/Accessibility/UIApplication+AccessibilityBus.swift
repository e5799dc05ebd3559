import AccessibilityBus
import LinuxSystem

extension UIApplication: AccessibleApplication {
  /// What `MAINSPRING_ATSPI` says: `1` for always, `0` for never; nil without it.
  private static var wish: AccessibilityBus.Wish? {
    switch Environment.value("MAINSPRING_ATSPI") {
    case "1": .always
    case "0": .never
    default: nil
    }
  }

  /// Shows the application's elements to screen readers and other programs of the desktop, by AT-SPI, while one of them runs.
  /// Programs whose windows are the desktop's do it by themselves, unless the environment has `MAINSPRING_ATSPI=0`; with
  /// `MAINSPRING_ATSPI=1` every application does it, and at once. Without a session bus nothing happens.
  public final func serveAssistivePrograms() { openAccessibilityBus(Self.wish ?? .whenAsked) }

  final func openAccessibilityBusIfAsked() { if Self.wish == .always { openAccessibilityBus(.always) } }

  private func openAccessibilityBus(_ wish: AccessibilityBus.Wish) {
    guard accessibilityBus == nil, wish != .never else { return }
    let bus = AccessibilityBus(self, on: loop, wish)
    accessibilityBus = bus
    bus.open()
  }

  final func closeAccessibilityBus() {
    accessibilityBus?.close()
    accessibilityBus = nil
  }

  // MARK: As an application of AT-SPI

  package final var accessibleName: String {
    let program = CommandLine.arguments.first?.split(separator: "/").last.map { String($0) } ?? ""
    return program.isEmpty ? keyWindow?.label ?? "" : program
  }

  package final var accessibleWindows: [any AccessibleElement] {
    windows.reversed().filter { $0.isShownToReaders }
  }

  package final var accessibleFocus: (any AccessibleElement)? {
    guard applicationState == .active, let window = keyWindow else { return nil }
    if let element = readersFocus.element, readersFocus.responder === window.firstResponder,
      isWindow(window, of: element)
    {
      return element
    }
    var view = window.firstResponder as? UIView
    // A part of an element has its keys.
    while let next = view, !next.isReadersElement { view = next.superview }
    return view ?? window
  }

  // MARK: What programs post

  /// Asks listening readers to speak a text.
  final func announce(_ text: String) { accessibilityBus?.announce(String(text.prefix(4000))) }

  /// Moves readers to an element, or to the first one in a view that is none.
  final func moveReaders(to object: Any?) {
    guard let node = object as? any ReadersNode,
      let element = node.isReadersElement ? node : node.elementsInside.first
    else { return }
    readersFocus = ReadersFocus(element: element, responder: keyWindow?.firstResponder)
  }

  private final func isWindow(_ window: UIWindow, of element: any AccessibleElement) -> Bool {
    var next: (any AccessibleElement)? = element
    while let outer = next {
      if outer === window { return true }
      next = outer.accessibleParent
    }
    return false
  }
}
