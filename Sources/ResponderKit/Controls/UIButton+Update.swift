extension UIButton {
  /// Whether the button's class, or one between it and this one, has an `updateConfiguration` of its own.
  final var overridesUpdate: Bool { Self.updateMethod.isOverridden(in: type(of: self)) }

  private static let updateMethod = MethodTable(
    of: UIButton.self, plain: PlainButton.self, overriding: UpdatingButton.self)

  /// Whether its class places the title itself.
  final var overridesTitleRect: Bool { Self.titleMethod.isOverridden(in: type(of: self)) }
  /// Whether its class places the image itself.
  final var overridesImageRect: Bool { Self.imageMethod.isOverridden(in: type(of: self)) }

  private static let titleMethod = MethodTable(
    of: UIButton.self, plain: PlainButton.self, overriding: TitlePlacingButton.self)
  private static let imageMethod = MethodTable(
    of: UIButton.self, plain: PlainButton.self, overriding: ImagePlacingButton.self)
}

private final class PlainButton: UIButton {}

private final class UpdatingButton: UIButton {
  // Not empty: a compiler may make one of two functions that are alike.
  override func updateConfiguration() { setNeedsDisplay() }
}

private final class TitlePlacingButton: UIButton {
  override func titleRect(forContentRect contentRect: Rect) -> Rect { contentRect.insetBy(dx: 1, dy: 2) }
}

private final class ImagePlacingButton: UIButton {
  override func imageRect(forContentRect contentRect: Rect) -> Rect { contentRect.insetBy(dx: 2, dy: 1) }
}
