import HIDEvents

/// The elements that an application shows, for readers and tests.
struct AccessibilityTree {
  struct ShownElement {
    var view: UIView
    var depth: Int
  }

  /// More are left out.
  static let mostElements = 2000
  private static let longestText = 400

  private(set) var elements: [ShownElement] = []
  private(set) var isCut = false

  /// Windows from front to back, views in the order of the tree.
  init(_ application: UIApplication) {
    for window in application.windows.reversed() {
      var stack = [ShownElement(view: window, depth: 0)]
      while let (view, depth) = stack.popLast().map({ ($0.view, $0.depth) }) {
        guard view.isShownToReaders else { continue }
        let isShown = view is UIWindow || view.isAccessibilityElement
        if isShown {
          guard elements.count < Self.mostElements else {
            isCut = true
            return
          }
          elements.append(ShownElement(view: view, depth: depth))
        }
        stack += view.readersSubviews.reversed().map {
          ShownElement(view: $0, depth: depth + (isShown ? 1 : 0))
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
    let view = element.view
    var words: [String] = []
    if let window = view as? UIWindow {
      words.append("window")
      if !window.label.isEmpty { words.append(quoted(window.label)) }
      if window.isKeyWindow { words.append("key") }
    } else {
      let traits = view.accessibilityTraits.description
      words.append(traits.isEmpty ? "view" : traits)
      if let label = view.accessibilityLabel { words.append(quoted(label)) }
      if let value = view.accessibilityValue { words.append("value \(quoted(value))") }
      if let hint = view.accessibilityHint { words.append("hint \(quoted(hint))") }
      if let identifier = view.accessibilityIdentifier { words.append("#\(quoted(identifier))") }
      if view.isFirstResponder { words.append("focused") }
    }
    let box = view.accessibilityFrame
    words.append(
      "[\([box.minX, box.minY, box.width, box.height].map { $0.rounded().short }.joined(separator: " "))]")
    let commands = view.accessibilityCommands
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

  /// The view of a label, or else of an identifier.
  func view(named name: String) throws(AccessibilityError) -> UIView {
    var found = elements.filter { $0.view.accessibilityLabel == name }
    if found.isEmpty { found = elements.filter { $0.view.accessibilityIdentifier == name } }
    guard !found.isEmpty else {
      throw .init("there is no element '\(name.prefix(100))'; 'runloop ui PID' prints all")
    }
    // A text beside a control may have its words: what can be used is meant.
    let usable = found.filter { !$0.view.accessibilityTraits.contains(.staticText) }
    if usable.count == 1 { return usable[0].view }
    guard found.count == 1 else {
      throw .init(
        "\(found.count) elements are called '\(name.prefix(100))': give one an accessibilityIdentifier")
    }
    return found[0].view
  }
}

extension UIView {
  private final var boxInWindow: Rect { self is UIWindow ? bounds : convert(bounds, to: nil) }

  /// In the window's coordinates, what the views around it do not cut off; nil when nothing is left.
  fileprivate final var partInSight: Rect? {
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
    try tapElement(AccessibilityTree(self).view(named: name), called: name)
  }

  /// The name is for messages.
  final func tapElement(_ view: UIView, called name: String) throws(AccessibilityError) {
    if view.accessibilityActivate() { return }
    guard !view.accessibilityTraits.contains(.notEnabled) else {
      throw .init("'\(name.prefix(100))' is disabled")
    }
    guard let part = view.partInSight else { throw .init("'\(name.prefix(100))' is out of sight") }
    let place = Point(part.midX, part.midY)
    guard let window = view.home, place.isFinite else { throw .init("'\(name.prefix(100))' has no place") }
    let onScreen = window.convert(place, to: nil)
    guard let hit = target(at: onScreen, for: nil)?.view else {
      throw .init("'\(name.prefix(100))' is not visible at \(onScreen)")
    }
    guard hit.isDescendant(of: view) || view.isDescendant(of: hit) else {
      throw .init("'\(name.prefix(100))' is covered by \(hit) at \(onScreen)")
    }
    let now = UInt64(max(loop.now.nanoseconds, 0))
    for (phase, delay) in [(HIDEvent.Contact.Phase.began, 0), (.ended, 1_000_000)]
      as [(HIDEvent.Contact.Phase, UInt64)]
    {
      let contact = HIDEvent.Contact(0xFFFF_FFE0, phase, x: onScreen.x, y: onScreen.y)
      post(HIDEvent(timestamp: now + delay, .digitizer([contact])))
    }
  }

  /// Enters text, or a value, like a user: the control's actions are called.
  final func setElement(_ name: String, to text: String) throws(AccessibilityError) {
    let view = try AccessibilityTree(self).view(named: name)
    guard !view.accessibilityTraits.contains(.notEnabled) else {
      throw .init("'\(name.prefix(100))' is disabled")
    }
    try view.takeAccessibilityText(text, for: name.prefix(100))
  }
}
