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

/// The text style from which a font was made. It does not count for equality: fonts that look alike are equal.
struct FontOrigin: Hashable {
  var style: UIFont.TextStyle?
  static func == (left: FontOrigin, right: FontOrigin) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension UIFont {
  /// What a text is for. Sizes are UIKit's.
  public enum TextStyle: Sendable {
    /// From the largest to the smallest.
    case largeTitle, title1, title2, title3, headline, subheadline, body, callout, footnote, caption1,
      caption2
  }

  /// The system's font, for numbers that change: digits are of equal width in nearly all families.
  public static func monospacedDigitSystemFont(ofSize size: Double, weight: Weight) -> UIFont {
    systemFont(ofSize: size, weight: weight)
  }

  /// The font of a text style, in the size of the traits' category, or of the program's if they have none.
  public static func preferredFont(
    forTextStyle style: TextStyle, compatibleWith traits: UITraitCollection?
  ) -> UIFont {
    var font = systemFont(
      ofSize: style.pointSize(category(traits)), weight: style == .headline ? .semibold : .regular)
    font.origin.style = style
    return font
  }

  /// The font for texts of a kind.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    preferredFont(forTextStyle: style, compatibleWith: nil)
  }

  static func category(_ traits: UITraitCollection?) -> UIContentSizeCategory {
    guard let own = traits?.preferredContentSizeCategory, own != .unspecified else { return programsCategory }
    return own
  }
}
