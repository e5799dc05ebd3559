/// Scales fonts and lengths by the size category of the program (`UIApplication.preferredContentSizeCategory`), or of given traits.
public struct UIFontMetrics: Hashable, Sendable {
  private let style: UIFont.TextStyle

  /// Sizes for texts of a kind.
  public init(forTextStyle style: UIFont.TextStyle) { self.style = style }

  /// Those for `body`.
  public static let `default` = UIFontMetrics(forTextStyle: .body)

  /// The font, scaled as fonts of the text style are.
  public func scaledFont(for font: UIFont, compatibleWith traits: UITraitCollection? = nil) -> UIFont {
    scaledFont(for: font, maximumPointSize: 0, compatibleWith: traits)
  }

  /// The font, scaled to at most a given size.
  public func scaledFont(
    for font: UIFont, maximumPointSize: Double, compatibleWith traits: UITraitCollection? = nil
  ) -> UIFont {
    var origin = FontOrigin(style: style, base: font.pointSize, most: max(maximumPointSize, 0))
    var scaled = font.withSize(origin.pointSize(UIFont.category(traits)) ?? font.pointSize)
    origin.size = scaled.pointSize
    scaled.origin = origin
    return scaled
  }

  /// A scaled length.
  public func scaledValue(for value: Double, compatibleWith traits: UITraitCollection? = nil) -> Double {
    value * scale(traits)
  }

  private func scale(_ traits: UITraitCollection?) -> Double {
    style.pointSize(UIFont.category(traits)) / style.pointSize(.large)
  }
}
