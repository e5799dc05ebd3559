extension UIApplication {
  /// Does one of an element's actions. An element that does not scroll scrolls the view around it, as in UIKit.
  final func performOnElement(_ name: String, _ command: String) throws(AccessibilityError) {
    try performOnElement(AccessibilityTree(self).view(named: name), called: name, command)
  }

  /// The name is for messages.
  final func performOnElement(
    _ element: UIView, called name: String, _ command: String
  ) throws(AccessibilityError) {
    let short = name.prefix(100)
    guard !element.accessibilityTraits.contains(.notEnabled) else { throw .init("'\(short)' is disabled") }
    let isAdjustable = element.accessibilityTraits.contains(.adjustable)
    switch command {
    case "tap": try tapElement(element, called: name)
    case "increment" where isAdjustable: element.accessibilityIncrement()
    case "decrement" where isAdjustable: element.accessibilityDecrement()
    default:
      if let direction = UIAccessibilityScrollDirection(command: command) {
        var next: UIView? = element
        while let view = next {
          if view.accessibilityScroll(direction) { return }
          next = view.superview
        }
        throw .init("nothing around '\(short)' scrolls \(direction.rawValue) from where it is")
      }
      let commands = element.accessibilityCommands
      throw .init(
        "'\(short)' does not take '\(command.prefix(100))': "
          + (commands.isEmpty ? "it has no actions" : "its actions are \(commands.joined(separator: ", "))"))
    }
  }
}
