extension UIResponder {
  /// The most actions of an element that are offered.
  static var mostCustomActions: Int { 32 }

  /// The actions that are offered.
  final var offeredActions: [UIAccessibilityCustomAction] {
    guard let actions = accessibilityCustomActions, !accessibilityTraits.contains(.notEnabled) else {
      return []
    }
    return Array(actions.lazy.filter { !$0.name.isEmpty }.prefix(Self.mostCustomActions))
  }
}
