extension UIApplication {
  /// Does one of an element's actions. An element that does not scroll scrolls the view around it, as in UIKit.
  final func performOnElement(_ name: String, _ command: String) throws(AccessibilityError) {
    try performOnElement(AccessibilityTree(self).element(named: name), called: name, command)
  }

  /// The name is for messages.
  final func performOnElement(
    _ element: any ReadersResponder, called name: String, _ command: String
  ) throws(AccessibilityError) {
    let short = name.prefix(100)
    guard !element.accessibilityTraits.contains(.notEnabled) else { throw .init("'\(short)' is disabled") }
    let isAdjustable = element.accessibilityTraits.contains(.adjustable)
    // The program may call one of its own actions as a command that the element does not have.
    if !element.accessibilityCommands.contains(command),
      let action = element.offeredActions.first(where: { $0.name == command })
    {
      guard action.actionHandler?(action) == true else {
        throw .init("'\(short)' could not do '\(command.prefix(100))'")
      }
      return
    }
    switch command {
    case "tap": try tapElement(element, called: name)
    case "increment" where isAdjustable: element.accessibilityIncrement()
    case "decrement" where isAdjustable: element.accessibilityDecrement()
    case "escape":
      guard element.chain.contains(where: { $0.accessibilityPerformEscape() }) else {
        throw .init("nothing around '\(short)' can be closed by escape")
      }
    default:
      if let direction = UIAccessibilityScrollDirection(command: command) {
        return try scroll(element, called: short, direction)
      }
      let commands = element.accessibilityCommands + element.offeredActions.map(\.name)
      throw .init(
        "'\(short)' does not take '\(command.prefix(100))': "
          + (commands.isEmpty ? "it has no actions" : "its actions are \(commands.joined(separator: ", "))"))
    }
  }

  private final func scroll(
    _ element: any ReadersResponder, called name: Substring, _ direction: UIAccessibilityScrollDirection
  ) throws(AccessibilityError) {
    if element.accessibilityScroll(direction) { return }
    let place = element.readersPlace as? UIView
    var next = place === element ? place?.superview : place
    while let view = next {
      if view.accessibilityScroll(direction) { return }
      next = view.superview
    }
    throw .init("nothing around '\(name)' scrolls \(direction.rawValue) from where it is")
  }
}
