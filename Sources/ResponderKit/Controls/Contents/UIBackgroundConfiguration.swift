/// What is behind a cell's contents.
public struct UIBackgroundConfiguration: Hashable {
  /// The color; nil: none.
  public var backgroundColor: UIColor?
  /// Of the corners.
  public var cornerRadius = 0.0
  /// Of the border; nil: none.
  public var strokeColor: UIColor?
  /// Of the border.
  public var strokeWidth = 0.0
  /// The room around it.
  public var backgroundInsets = NSDirectionalEdgeInsets.zero

  private init(_ color: UIColor?) { backgroundColor = color }

  /// Nothing.
  public static func clear() -> UIBackgroundConfiguration { .init(nil) }
  /// As in plain lists.
  public static func listPlainCell() -> UIBackgroundConfiguration { .init(.systemBackground) }
  /// As in grouped lists.
  public static func listGroupedCell() -> UIBackgroundConfiguration {
    .init(.secondarySystemGroupedBackground)
  }
  /// As in lists of any look.
  public static func listCell() -> UIBackgroundConfiguration { .init(.secondarySystemGroupedBackground) }
}

/// Shows a configuration behind a cell's contents.
final class BackgroundPlate: UIView {
  override class var standardHitTestClass: UIView.Type { BackgroundPlate.self }

  func show(_ configuration: UIBackgroundConfiguration, in bounds: Rect) {
    let insets = configuration.backgroundInsets
    frame = bounds.inset(
      by: EdgeInsets(top: insets.top, left: insets.leading, bottom: insets.bottom, right: insets.trailing))
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    backgroundColor = configuration.backgroundColor
    layer.cornerRadius = configuration.cornerRadius
    layer.borderWidth = configuration.strokeColor == nil ? 0 : configuration.strokeWidth
    layer.borderColor = configuration.strokeColor?.cgColor
  }
}
