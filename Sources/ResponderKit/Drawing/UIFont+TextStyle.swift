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

/// How a font got its size from a size category. It does not count for equality: fonts that look alike are equal.
struct FontOrigin: Hashable {
  var style: UIFont.TextStyle?
  /// The size that it got: one that has another size now does not follow the category.
  var size = 0.0
  /// What `UIFontMetrics` has scaled, and to how much at most; 0: as large as the style's own font, and without a limit.
  var base = 0.0
  var most = 0.0

  func pointSize(_ category: UIContentSizeCategory) -> Double? {
    guard let style else { return nil }
    let wanted = style.pointSize(category)
    let scale = wanted / style.pointSize(.large)
    let size = base == 0 ? wanted : scale == 1 ? base : (base * scale).rounded()
    return most > 0 ? min(size, most) : size
  }
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
    font.origin = FontOrigin(style: style, size: font.pointSize)
    return font
  }

  /// The font for texts of a kind.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    preferredFont(forTextStyle: style, compatibleWith: nil)
  }

  /// A font of a fixed size that follows size categories as a text style does, where that is wanted.
  static func scalable(
    _ size: Double, _ style: TextStyle, weight: Weight = .regular, most: Double = 0
  ) -> UIFont {
    var font = UIFont(size: size, weight: weight)
    font.origin = FontOrigin(style: style, size: font.pointSize, base: size, most: most)
    return font
  }

  /// The font in the size of the traits' category; unchanged without a text style, or after its size was changed.
  func adjusted(to traits: UITraitCollection) -> UIFont {
    guard origin.style != nil, origin.size == pointSize,
      let size = origin.pointSize(Self.category(traits)), size != pointSize
    else { return self }
    var font = withSize(size)
    font.origin.size = font.pointSize
    return font
  }

  static func category(_ traits: UITraitCollection?) -> UIContentSizeCategory {
    guard let own = traits?.preferredContentSizeCategory, own != .unspecified else { return programsCategory }
    return own
  }
}
