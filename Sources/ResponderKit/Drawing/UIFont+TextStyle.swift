extension UIFont.Weight {
  /// The thinnest of UIKit's weights: as `light`, the thinnest one here.
  public static let ultraLight = UIFont.Weight.light
  /// Nearly the thinnest of UIKit's weights: as `light`.
  public static let thin = UIFont.Weight.light
  /// Thicker than bold: as `bold`, the thickest one here.
  public static let heavy = UIFont.Weight.bold
  /// The thickest of UIKit's weights: as `bold`.
  public static let black = UIFont.Weight.bold
}

extension UIFont {
  /// What a text is for. Sizes are those of UIKit at its standard setting.
  public enum TextStyle: Sendable {
    /// From the largest to the smallest.
    case largeTitle, title1, title2, title3, headline, subheadline, body, callout, footnote, caption1,
      caption2
  }

  /// The system's font, for numbers that change: digits are of equal width in nearly all families.
  public static func monospacedDigitSystemFont(ofSize size: Double, weight: Weight) -> UIFont {
    systemFont(ofSize: size, weight: weight)
  }

  /// The font for texts of a kind, the same for all traits.
  public static func preferredFont(
    forTextStyle style: TextStyle, compatibleWith traits: UITraitCollection?
  ) -> UIFont { preferredFont(forTextStyle: style) }

  /// The font for texts of a kind.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    switch style {
    case .largeTitle: systemFont(ofSize: 34)
    case .title1: systemFont(ofSize: 28)
    case .title2: systemFont(ofSize: 22)
    case .title3: systemFont(ofSize: 20)
    case .headline: systemFont(ofSize: 17, weight: .semibold)
    case .subheadline: systemFont(ofSize: 15)
    case .body: systemFont(ofSize: 17)
    case .callout: systemFont(ofSize: 16)
    case .footnote: systemFont(ofSize: 13)
    case .caption1: systemFont(ofSize: 12)
    case .caption2: systemFont(ofSize: 11)
    }
  }
}
