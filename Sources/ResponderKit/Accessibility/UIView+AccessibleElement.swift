import AccessibilityBus

/// A view as an element of AT-SPI: see `AccessibilityTree`, which shows the same to tools.
extension UIView: AccessibleElement {
  final var isShownToReaders: Bool { !isHidden && alpha >= 0.01 && !accessibilityElementsHidden }

  /// Whether it and all around it are shown.
  private var isSeenByReaders: Bool {
    var next: UIView? = self
    while let view = next, view.isShownToReaders {
      if view is UIWindow { return true }
      next = view.superview
    }
    return false
  }

  final var isReadersElement: Bool { self is UIWindow || isAccessibilityElement || isReadersList }

  package final var accessibleParent: (any AccessibleElement)? {
    var next = superview
    while let view = next {
      if view.isReadersElement { return view }
      next = view.superview
    }
    return nil
  }

  package final var accessibleChildren: [any AccessibleElement] {
    if let parts = (self as? any ReadersList)?.readersParts { return parts }
    var found: [any AccessibleElement] = []
    var stack = Array(readersSubviews.reversed())
    while let view = stack.popLast() {
      guard view.isShownToReaders else { continue }
      if view.isReadersElement { found.append(view) } else { stack += view.readersSubviews.reversed() }
    }
    return found
  }

  package final var accessibleBox: AccessibleBox { AccessibleBox(accessibilityFrame) }

  // MARK: What it says of itself

  package final var accessibleDescription: AccessibleDescription {
    if let window = self as? UIWindow {
      return AccessibleDescription(
        .frame, readersStates(nil), name: accessibilityLabel ?? window.readersTitle,
        text: accessibilityHint ?? "", identifier: accessibilityIdentifier ?? "")
    }
    let role = readersRole
    // A value that no interface of its own has.
    let isToldOtherwise = self is any AccessibleRangeSource || self is any AccessibleTextSource
    let value = isToldOtherwise || role == .toggleButton ? nil : accessibilityValue
    let text = [value, accessibilityHint].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    return AccessibleDescription(
      role, readersStates(role), name: accessibilityLabel ?? "", text: text,
      identifier: accessibilityIdentifier ?? "")
  }

  /// As GTK has them.
  private var readersRole: AccessibleRole {
    let traits = accessibilityTraits
    if let source = self as? any AccessibleTextSource {
      let text = source.accessibleText
      return text.isSecure ? .passwordText : text.isMultiline ? .text : .entry
    }
    if let source = self as? any AccessibleRangeSource {
      switch source.accessibleRange.kind {
      case .slider: return .slider
      case .steps: return .spinButton
      case .progress: return .progressBar
      }
    }
    if let role = readersListRole { return role }
    for (trait, role) in [
      (.toggleButton, .toggleButton), (.button, .button), (.link, .link), (.keyboardKey, .button),
      (.adjustable, .slider),
      (.textEntry, .entry), (.header, .heading), (.image, .image), (.staticText, .label),
    ] as [(UIAccessibilityTraits, AccessibleRole)] {
      if traits.contains(trait) { return role }
    }
    return accessibilityScrollDirections.isEmpty ? .panel : .scrollPane
  }

  /// Without a role, those of a window.
  private func readersStates(_ role: AccessibleRole?) -> AccessibleStates {
    var states: AccessibleStates = []
    if isSeenByReaders { states.formUnion([.visible, .showing]) }
    let traits = accessibilityTraits
    if !traits.contains(.notEnabled) { states.formUnion([.enabled, .sensitive]) }
    let application = home?.application
    if let application, application.accessibleFocus === self { states.insert(.focused) }
    guard let role else {
      if application?.applicationState == .active, application?.keyWindow === self { states.insert(.active) }
      return states
    }
    if canBecomeFirstResponder { states.insert(.focusable) }
    if traits.contains(.selected) { states.formUnion([.selected, .selectable]) }
    if role == .slider || role == .progressBar { states.insert(.horizontal) }
    if role == .toggleButton {
      states.insert(.checkable)
      if ["on", "1"].contains(accessibilityValue ?? "") { states.insert(.checked) }
    }
    states.formUnion(readersListStates)
    if let text = (self as? any AccessibleTextSource)?.accessibleText {
      states.formUnion([text.isMultiline ? .multiLine : .singleLine, .selectableText])
      if text.isEditable, !traits.contains(.notEnabled) { states.insert(.editable) }
    }
    return states
  }

  // MARK: What can be done with it

  /// The name of a tap in other toolkits.
  private static var click: String { "click" }

  package final var accessibleActions: [String] {
    // A text is set by the interface for texts.
    accessibilityCommands.filter { $0 != "set" }.map { $0 == "tap" ? Self.click : $0 }
  }

  package final func performAccessible(_ action: String) -> Bool {
    guard let application = home?.application else { return false }
    let command = action == Self.click ? "tap" : action
    do throws(AccessibilityError) {
      try application.performOnElement(self, called: accessibilityLabel ?? "", command)
      return true
    } catch {
      return false
    }
  }

  /// A tap through the event queue; false when it can not be tapped.
  final func tapForReaders() -> Bool { performAccessible(Self.click) }

  package final func takeAccessibleFocus() -> Bool {
    if let window = self as? UIWindow {
      guard isShownToReaders else { return false }
      window.makeKey()
      return window.isKeyWindow
    }
    return isFirstResponder || canBecomeFirstResponder && becomeFirstResponder()
  }
}

extension AccessibleBox {
  init(_ rect: Rect) { self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height) }
}

extension UIWindow {
  /// Its controller's title, or else its name for tools, or else the program's.
  fileprivate var readersTitle: String {
    for title in [rootViewController?.title ?? "", label] where !title.isEmpty { return title }
    return application?.accessibleName ?? ""
  }
}
