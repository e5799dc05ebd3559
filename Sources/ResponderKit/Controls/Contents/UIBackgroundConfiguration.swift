/// What is behind a cell's contents.
public struct UIBackgroundConfiguration: Hashable {
  /// The color; nil: none. One that the program sets stays in all states of the cell.
  public var backgroundColor: UIColor? { didSet { isOwnColor = true } }
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

  /// The colors of a cell that is neither pressed nor selected, and of one that is; nil: none of its own.
  private struct Colors: Hashable {
    let usual: UIColor?
    let chosen: UIColor?
  }
  private let colors: Colors
  private var isOwnColor = false

  private init(_ color: UIColor?, chosen: UIColor? = .systemGray4) {
    (backgroundColor, colors) = (color, Colors(usual: color, chosen: chosen))
  }

  /// No background, in any state.
  public static func clear() -> UIBackgroundConfiguration { .init(nil, chosen: nil) }
  /// A background as in plain lists.
  public static func listPlainCell() -> UIBackgroundConfiguration { .init(.systemBackground) }
  /// A background as in grouped lists.
  public static func listGroupedCell() -> UIBackgroundConfiguration {
    .init(.secondarySystemGroupedBackground)
  }
  /// As in sidebars: nothing, until the row is chosen.
  public static func listSidebarCell() -> UIBackgroundConfiguration { .init(nil) }
  /// Above sections of plain lists.
  public static func listPlainHeaderFooter() -> UIBackgroundConfiguration {
    .init(.systemBackground, chosen: nil)
  }
  /// Above and below sections of grouped lists: nothing.
  public static func listGroupedHeaderFooter() -> UIBackgroundConfiguration { .init(nil, chosen: nil) }
  /// What is shown in a view with a tint color, which has no effect on the color here.
  public func resolvedBackgroundColor(for tintColor: UIColor) -> UIColor {
    let color = backgroundColor ?? .clear
    return backgroundColorTransformer?(color) ?? color
  }
  /// Gray where the row is pressed or selected, unless the program has set a color.
  public func updated(for state: any UIConfigurationState) -> UIBackgroundConfiguration {
    guard !isOwnColor, let chosen = colors.chosen else { return self }
    let cell = state as? UICellConfigurationState
    var updated = self
    updated.backgroundColor = cell?.isHighlighted == true || cell?.isSelected == true ? chosen : colors.usual
    updated.isOwnColor = false
    return updated
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

extension Drawing {
  /// Draws the background of a row, behind the line and the signs that the row itself draws.
  final func fill(
    _ configuration: UIBackgroundConfiguration, in bounds: Rect, tint: UIColor, isMirrored: Bool
  ) {
    let rect = bounds.inset(by: configuration.backgroundInsets.edges(isMirrored: isMirrored))
    guard rect.width > 0, rect.height > 0, rect.isFinite else { return }
    let radius = min(max(configuration.cornerRadius, 0), min(rect.width, rect.height) / 2)
    fill(rect, configuration.resolvedBackgroundColor(for: tint), cornerRadius: radius)
    let width = min(configuration.strokeWidth, min(rect.width, rect.height))
    guard let color = configuration.strokeColor, width > 0 else { return }
    // A border is inside of its box.
    stroke(
      rect.insetBy(dx: width / 2, dy: width / 2), color, width: width,
      cornerRadius: max(radius - width / 2, 0))
  }
}
