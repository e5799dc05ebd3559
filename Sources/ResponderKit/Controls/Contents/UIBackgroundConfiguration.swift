/// What is behind a cell's contents.
public struct UIBackgroundConfiguration: Hashable {
  /// The color; nil: none.
  public var backgroundColor: UIColor?
  /// Makes another color of it; that of none is clear.
  public var backgroundColorTransformer: UIConfigurationColorTransformer?
  /// The radius of the corners.
  public var cornerRadius = 0.0
  /// Of the border; nil: none.
  public var strokeColor: UIColor?
  /// The width of the border.
  public var strokeWidth = 0.0
  /// The room around it.
  public var backgroundInsets = NSDirectionalEdgeInsets.zero

  private init(_ color: UIColor?) { backgroundColor = color }

  /// Nothing.
  public static func clear() -> UIBackgroundConfiguration { .init(nil) }
  /// A background as in plain lists.
  public static func listPlainCell() -> UIBackgroundConfiguration { .init(.systemBackground) }
  /// A background as in grouped lists.
  public static func listGroupedCell() -> UIBackgroundConfiguration {
    .init(.secondarySystemGroupedBackground)
  }
  /// As in sidebars: nothing, until the row is chosen.
  public static func listSidebarCell() -> UIBackgroundConfiguration { .init(nil) }
  /// Above sections of plain lists.
  public static func listPlainHeaderFooter() -> UIBackgroundConfiguration { .init(.systemBackground) }
  /// Above and below sections of grouped lists: nothing.
  public static func listGroupedHeaderFooter() -> UIBackgroundConfiguration { .init(nil) }
  /// What is shown in a view with a tint color, which has no effect on the color here.
  public func resolvedBackgroundColor(for tintColor: UIColor) -> UIColor {
    let color = backgroundColor ?? .clear
    return backgroundColorTransformer?(color) ?? color
  }
  /// Gray where the row is pressed or selected.
  public func updated(for state: any UIConfigurationState) -> UIBackgroundConfiguration {
    let cell = state as? UICellConfigurationState
    guard cell?.isHighlighted == true || cell?.isSelected == true else { return self }
    var chosen = self
    chosen.backgroundColor = .systemGray4
    return chosen
  }
  /// A background as in lists of any look.
  public static func listCell() -> UIBackgroundConfiguration { .init(.secondarySystemGroupedBackground) }
}

/// Shows a configuration behind a cell's contents.
final class BackgroundPlate: UIView {
  override class var standardHitTestClass: UIView.Type { BackgroundPlate.self }

  /// Drawn in front of it, in the cell's coordinates.
  var line: Rect? { didSet { if line != oldValue { setNeedsDisplay() } } }
  var lineColor: UIColor? = .separator { didSet { if lineColor != oldValue { setNeedsDisplay() } } }

  override func draw(_ rect: Rect) {
    guard let line, let lineColor, let drawing = Drawing.current else { return }
    drawing.fill(line.offsetBy(dx: -frame.minX, dy: -frame.minY), lineColor)
  }

  /// The plate of a view with this configuration, behind what is in it; nil without one.
  ///
  /// - Parameter plate: the one that it had.
  static func shown(
    _ configuration: UIBackgroundConfiguration?, by plate: BackgroundPlate?, in view: UIView,
    above background: UIView?
  ) -> BackgroundPlate? {
    guard let configuration else {
      plate?.removeFromSuperview()
      return nil
    }
    let plate = plate ?? BackgroundPlate(frame: .zero)
    if plate.superview !== view { view.insertSubview(plate, at: background == nil ? 0 : 1) }
    plate.show(configuration, in: view.bounds)
    return plate
  }

  func show(_ configuration: UIBackgroundConfiguration, in bounds: Rect) {
    let isMirrored = superview?.isMirrored ?? false
    frame = bounds.inset(by: configuration.backgroundInsets.edges(isMirrored: isMirrored))
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    let color = configuration.resolvedBackgroundColor(for: tintColor)
    backgroundColor = color == .clear ? nil : color
    layer.cornerRadius = configuration.cornerRadius
    layer.borderWidth = configuration.strokeColor == nil ? 0 : configuration.strokeWidth
    layer.borderColor = configuration.strokeColor?.cgColor
  }
}
