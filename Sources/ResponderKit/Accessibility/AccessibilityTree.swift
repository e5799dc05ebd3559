import HIDEvents

/// The elements that an application shows, for readers and tests.
struct AccessibilityTree {
  struct ShownElement {
    var node: any ReadersResponder
    var depth: Int
  }

  /// More are left out.
  static let mostElements = 2000
  private static let longestText = 400

  private(set) var elements: [ShownElement] = []
  private(set) var isCut = false

  /// Windows from front to back, views in the order of the tree.
  init(_ application: UIApplication) {
    var left = Self.mostElements
    for window in application.windows.reversed() {
      var stack = [ShownElement(node: window, depth: 0)]
      while let (node, depth) = stack.popLast().map({ ($0.node, $0.depth) }) {
        guard node.isShownToReaders else { continue }
        let isShown = node is UIWindow || node.isAccessibilityElement
        if isShown || !(node is UIView) { left -= 1 }
        guard left >= 0 else {
          isCut = true
          return
        }
        if isShown { elements.append(ShownElement(node: node, depth: depth)) }
        stack += node.readersInner.reversed().compactMap { $0 as? any ReadersResponder }.map {
          ShownElement(node: $0, depth: depth + (isShown ? 1 : 0))
        }
      }
    }
  }

  var text: String {
    var lines = elements.map { Self.line($0) }
    if isCut { lines.append("… more than \(Self.mostElements) elements") }
    return lines.joined(separator: "\n")
  }

  /// `  button "Press me" value "…" hint "…" #identifier [x y width height] can tap`
  private static func line(_ element: ShownElement) -> String {
    let node = element.node
    var words: [String] = []
    if let window = node as? UIWindow {
      words.append("window")
      if !window.label.isEmpty { words.append(quoted(window.label)) }
      if window.isKeyWindow { words.append("key") }
    } else {
      let traits = node.accessibilityTraits.description
      words.append(traits.isEmpty ? "view" : traits)
      if let label = node.accessibilityLabel { words.append(quoted(label)) }
      if let value = node.accessibilityValue { words.append("value \(quoted(value))") }
      if let hint = node.accessibilityHint { words.append("hint \(quoted(hint))") }
      if let identifier = node.accessibilityIdentifier { words.append("#\(quoted(identifier))") }
      if node.isFirstResponder { words.append("focused") }
    }
    let box = node.accessibilityFrame
    words.append(
      "[\([box.minX, box.minY, box.width, box.height].map { $0.rounded().short }.joined(separator: " "))]")
    let commands = node.accessibilityCommands + node.offeredActions.map { quoted($0.name) }
    if !commands.isEmpty { words.append("can \(commands.joined(separator: " "))") }
    return String(repeating: "  ", count: min(element.depth, 40)) + words.joined(separator: " ")
  }

  /// One line, without control characters.
  private static func quoted(_ text: String) -> String {
    let part = text.prefix(longestText)
    var plain = ""
    for scalar in part.unicodeScalars {
      switch scalar {
      case "\n": plain += "\\n"
      case "\"": plain += "\\\""
      default: if scalar.properties.generalCategory != .control { plain.unicodeScalars.append(scalar) }
      }
    }
    return "\"\(plain)\(part.endIndex < text.endIndex ? "…" : "")\""
  }

  /// The element of a label, or else of an identifier.
  func element(named name: String) throws(AccessibilityError) -> any ReadersResponder {
    var found = elements.map(\.node).filter { $0.accessibilityLabel == name }
    if found.isEmpty { found = elements.map(\.node).filter { $0.accessibilityIdentifier == name } }
    guard !found.isEmpty else {
      throw .init("there is no element '\(name.prefix(100))'; 'runloop ui PID' prints all")
    }
    // A text beside a control may have its words: what can be used is meant.
    let usable = found.filter { !$0.accessibilityTraits.contains(.staticText) }
    if usable.count == 1 { return usable[0] }
    guard found.count == 1 else {
      throw .init(
        "\(found.count) elements are called '\(name.prefix(100))': give one an accessibilityIdentifier")
    }
    return found[0]
  }
}

extension UIView {
  private final var boxInWindow: Rect { self is UIWindow ? bounds : convert(bounds, to: nil) }

  /// In the window's coordinates, what the views around it do not cut off; nil when nothing is left.
  final var partInSight: Rect? {
    var part = boxInWindow
    guard !part.isEmpty else { return part }
    var next = superview
    while let view = next {
      if view.clipsToBounds || view is UIWindow { part = part.intersection(view.boxInWindow) }
      guard !part.isEmpty else { return nil }
      next = view.superview
    }
    return part
  }
}

extension UIApplication {
  /// Taps an element as a finger would, through the event queue.
  final func tapElement(_ name: String) throws(AccessibilityError) {
    try tapElement(AccessibilityTree(self).element(named: name), called: name)
  }

  /// The name is for messages.
  final func tapElement(_ node: any ReadersResponder, called name: String) throws(AccessibilityError) {
    if node.accessibilityActivate() { return }
    guard !node.accessibilityTraits.contains(.notEnabled) else {
      throw .init("'\(name.prefix(100))' is disabled")
    }
    let onScreen = try placeOfTap(node, called: name)
    guard let hit = target(at: onScreen, for: nil)?.view else {
      throw .init("'\(name.prefix(100))' is not visible at \(onScreen)")
    }
    guard let view = node.readersPlace as? UIView, hit.isDescendant(of: view) || view.isDescendant(of: hit)
    else { throw .init("'\(name.prefix(100))' is covered by \(hit) at \(onScreen)") }
    let now = UInt64(max(loop.now.nanoseconds, 0))
    for (phase, delay) in [(HIDEvent.Contact.Phase.began, 0), (.ended, 1_000_000)]
      as [(HIDEvent.Contact.Phase, UInt64)]
    {
      let contact = HIDEvent.Contact(0xFFFF_FFE0, phase, x: onScreen.x, y: onScreen.y)
      post(HIDEvent(timestamp: now + delay, .digitizer([contact])))
    }
  }

  /// The program's own place, or else the middle of what is in sight.
  private final func placeOfTap(
    _ node: any ReadersResponder, called name: String
  ) throws(AccessibilityError) -> Point {
    let middle = Point(node.accessibilityFrame.midX, node.accessibilityFrame.midY)
    let own = node.accessibilityActivationPoint
    if own != middle, own.isFinite { return own }
    guard let part = node.partInSight else { throw .init("'\(name.prefix(100))' is out of sight") }
    let place = Point(part.midX, part.midY)
    guard let window = (node.readersPlace as? UIView)?.home, place.isFinite else {
      throw .init("'\(name.prefix(100))' has no place")
    }
    return window.convert(place, to: nil)
  }

  /// Enters text, or a value, like a user: the control's actions are called.
  final func setElement(_ name: String, to text: String) throws(AccessibilityError) {
    let node = try AccessibilityTree(self).element(named: name)
    guard !node.accessibilityTraits.contains(.notEnabled) else {
      throw .init("'\(name.prefix(100))' is disabled")
    }
    try node.takeAccessibilityText(text, for: name.prefix(100))
  }
}
