import AccessibilityBus

/// A view as an element of AT-SPI: see `AccessibilityTree`, which shows the same to tools.
extension UIView: ReadersNode {
  final var isShownToReaders: Bool { !isHidden && alpha >= 0.01 && !accessibilityElementsHidden }

  /// Whether it and all around it are shown.
  final var isSeenByReaders: Bool {
    var next: UIView? = self
    while let view = next, view.isShownToReaders {
      if view is UIWindow { return true }
      next = view.superview
    }
    return false
  }

  final var isReadersElement: Bool { self is UIWindow || isAccessibilityElement || isReadersList }

  package final var accessibleParent: (any AccessibleElement)? {
    if let container = listingContainer { return parent(in: container) }
    var next = superview
    while let view = next {
      if view.isReadersElement { return view }
      if let container = view.listingContainer { return view.parent(in: container) }
      next = view.superview
    }
    return nil
  }

  package final var accessibleChildren: [any AccessibleElement] {
    (self as? any ReadersList)?.readersParts ?? elementsInside
  }

  /// The program's list, or the subviews without one.
  final var readersInner: [any ReadersNode] {
    if let listed = listedInner { return listed.filter { ($0 as? UIView)?.isSeen(in: self) ?? true } }
    let views = readersSubviews
    if let modal = views.last(where: { $0.accessibilityViewIsModal && $0.isShownToReaders }) {
      return [modal]
    }
    return views
  }

  final var listedIn: (any ReadersNode)? {
    get { accessibilityWords?.listedIn }
    set { if newValue !== accessibilityWords?.listedIn { words.listedIn = newValue } }
  }

  final var programsList: [AnyObject]? { listedElements(ReadersLimit.longestList) }
  final var readersPlace: AnyObject? { self }
  final func isInside(_ place: AnyObject) -> Bool {
    place !== self && (place as? UIView).map { isDescendant(of: $0) } == true
  }

  /// Whether all views between it and one around it are shown.
  private final func isSeen(in outer: UIView) -> Bool {
    var next = superview
    while let view = next, view !== outer {
      guard view.isShownToReaders else { return false }
      next = view.superview
    }
    return true
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
    if let role = traits.readersRole { return role }
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

  package final var accessibleActions: [String] { readersActions }
  package final func performAccessible(_ action: String) -> Bool { performReadersAction(action, in: home) }

  /// A tap through the event queue; false when it can not be tapped.
  final func tapForReaders() -> Bool { performAccessible("click") }

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
