import AccessibilityBus

extension UIAccessibilityTraits {
  var isTappable: Bool { !isDisjoint(with: [.button, .link, .toggleButton, .keyboardKey, .textEntry]) }

  /// What can be done with an element of these traits.
  var commands: [String] {
    (isTappable ? ["tap"] : []) + (contains(.adjustable) ? ["increment", "decrement"] : [])
  }

  /// As GTK has them; nil where they say nothing.
  var readersRole: AccessibleRole? {
    let roles: [(UIAccessibilityTraits, AccessibleRole)] = [
      (.toggleButton, .toggleButton), (.button, .button), (.link, .link), (.keyboardKey, .button),
      (.adjustable, .slider),
      (.textEntry, .entry), (.header, .heading), (.image, .image), (.staticText, .label),
    ]
    return roles.first { contains($0.0) }?.1
  }
}
