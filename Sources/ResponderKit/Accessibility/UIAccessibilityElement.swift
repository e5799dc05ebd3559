import AccessibilityBus

/// A part of a view that has no view of its own, as readers find it: in the `accessibilityElements` of its container.
open class UIAccessibilityElement: UIResponder {
  /// The view, the controller or the element that it is a part of.
  open weak var accessibilityContainer: AnyObject?
  final var words = AccessibilityWords()
  private final var frameInContainer = Rect.zero

  /// A part of a view, or of another element.
  public init(accessibilityContainer container: Any) {
    accessibilityContainer = container as AnyObject
    super.init()
  }

  /// The responder that it is a part of.
  open override var next: UIResponder? { accessibilityContainer as? UIResponder }

  /// A name for tests, hidden from users.
  open var accessibilityIdentifier: String? {
    get { words.identifier }
    set { words.identifier = newValue }
  }

  /// Whether it is hidden from readers, with all in it.
  open var accessibilityElementsHidden: Bool {
    get { words.isHidden }
    set { words.isHidden = newValue }
  }

  /// Its box in its container's coordinates, which moves with the container. Setting `accessibilityFrame` ends that.
  open var accessibilityFrameInContainerSpace: Rect {
    get { frameInContainer }
    set { (frameInContainer, words.frame) = (newValue, nil) }
  }

  override var accessible: (any AccessibleResponder)? { self }

  /// The view that it is a part of.
  private final var view: UIView? { readersPlace as? UIView }
}

extension UIAccessibilityElement: AccessibleResponder {
  final var keptIsElement: Bool {
    get { words.isElement ?? true }
    set { words.isElement = newValue }
  }
  final var keptLabel: String? {
    get { words.label }
    set { words.label = newValue }
  }
  final var keptValue: String? {
    get { words.value }
    set { words.value = newValue }
  }
  final var keptHint: String? {
    get { words.hint }
    set { words.hint = newValue }
  }
  final var keptTraits: UIAccessibilityTraits {
    get { words.traits ?? .none }
    set { words.traits = newValue }
  }
  final var keptFrame: Rect? {
    get { words.frame ?? boxOfContainer }
    set { words.frame = newValue }
  }

  /// In the container's coordinates: those of an element begin at its upper left corner. Containers may contain each other.
  private final var boxOfContainer: Rect {
    var (box, element) = (frameInContainer, self)
    for _ in 0..<ReadersLimit.mostLevels {
      guard let outer = element.accessibilityContainer as? UIAccessibilityElement else {
        let container = element.accessibilityContainer
        let view = container as? UIView ?? (container as? UIViewController)?.loadedView
        return (view ?? self.view)?.boxOnScreen(box) ?? .zero
      }
      let origin = outer.words.frame?.origin ?? outer.frameInContainer.origin
      box = box.offsetBy(dx: origin.x, dy: origin.y)
      if outer.words.frame != nil { return box }
      element = outer
    }
    return .zero
  }
}

extension UIAccessibilityElement: ReadersCommands {
  final var isShownToReaders: Bool { !accessibilityElementsHidden }
  final var isReadersElement: Bool { isAccessibilityElement }
  final var readersInner: [any ReadersNode] { listedInner ?? [] }
  final var listedIn: (any ReadersNode)? {
    get { words.listedIn }
    set { words.listedIn = newValue }
  }
  final var programsList: [AnyObject]? { listedElements(ReadersLimit.longestInnerList) }
  final func isInside(_ place: AnyObject) -> Bool { true }

  final var readersPlace: AnyObject? {
    var next = listedIn
    for _ in 0..<ReadersLimit.mostLevels {
      guard let node = next else { return nil }
      if let view = node as? UIView { return view }
      next = node.listedIn
    }
    return nil
  }

  final var accessibilityCommands: [String] {
    let traits = accessibilityTraits
    return traits.contains(.notEnabled) ? [] : traits.commands
  }

  final var partInSight: Rect? {
    guard let view, let window = view.home, let sight = view.partInSight else { return nil }
    let box = accessibilityFrame
    let part = Rect(origin: window.convert(box.origin, from: nil), size: box.size).intersection(sight)
    return part.isEmpty ? nil : part
  }

  final func takeAccessibilityText(_ text: String, for name: Substring) throws(AccessibilityError) {
    throw .init("'\(name)' takes no text")
  }

  // MARK: As an element of AT-SPI

  package final var accessibleParent: (any AccessibleElement)? { listingContainer.flatMap { parent(in: $0) } }
  package final var accessibleChildren: [any AccessibleElement] { elementsInside }
  package final var accessibleBox: AccessibleBox { AccessibleBox(accessibilityFrame) }

  package final var accessibleDescription: AccessibleDescription {
    let role = accessibilityTraits.readersRole ?? .panel
    let text = [role == .toggleButton ? nil : accessibilityValue, accessibilityHint].compactMap { $0 }
    return AccessibleDescription(
      role, states(role), name: accessibilityLabel ?? "",
      text: text.filter { !$0.isEmpty }.joined(separator: ", "), identifier: accessibilityIdentifier ?? "")
  }

  private final func states(_ role: AccessibleRole) -> AccessibleStates {
    var states: AccessibleStates = []
    let traits = accessibilityTraits
    if isShownToReaders, listingContainer != nil, view?.isSeenByReaders == true {
      states.formUnion([.visible, .showing])
    }
    if !traits.contains(.notEnabled) { states.formUnion([.enabled, .sensitive]) }
    if traits.contains(.selected) { states.formUnion([.selected, .selectable]) }
    if role == .slider { states.insert(.horizontal) }
    if role == .toggleButton {
      states.insert(.checkable)
      if ["on", "1"].contains(accessibilityValue ?? "") { states.insert(.checked) }
    }
    if let focus = view?.home?.application?.accessibleFocus, focus === self { states.insert(.focused) }
    return states
  }

  package final var accessibleActions: [String] { readersActions }
  package final func performAccessible(_ action: String) -> Bool {
    performReadersAction(action, in: view?.home)
  }
  package final func takeAccessibleFocus() -> Bool { false }
}
