extension UIButton {
  /// Whether the button's class, or one between it and this one, has an `updateConfiguration` of its own.
  final var overridesUpdate: Bool { Self.updateMethod.isOverridden(in: type(of: self)) }

  private static let updateMethod = MethodTable(
    of: UIButton.self, plain: PlainButton.self, overriding: UpdatingButton.self)
}

private final class PlainButton: UIButton {}

private final class UpdatingButton: UIButton {
  // Not empty: a compiler may make one of two functions that are alike.
  override func updateConfiguration() { setNeedsDisplay() }
}
