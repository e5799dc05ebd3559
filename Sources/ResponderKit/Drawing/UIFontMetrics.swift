/// Sizes for the letters that the reader wants: those of the program (`UIApplication.preferredContentSizeCategory`), or of some traits.
public struct UIFontMetrics: Hashable, Sendable {
  private let style: UIFont.TextStyle

  /// Sizes for texts of a kind.
  public init(forTextStyle style: UIFont.TextStyle) { self.style = style }

  /// Those for `body`.
  public static let `default` = UIFontMetrics(forTextStyle: .body)

  /// The font in the size that is wanted, larger or smaller as texts of the kind are.
  public func scaledFont(for font: UIFont, compatibleWith traits: UITraitCollection? = nil) -> UIFont {
    scaledFont(for: font, maximumPointSize: 0, compatibleWith: traits)
  }

  /// The font in the size that is wanted, which is not more than another one.
  public func scaledFont(
    for font: UIFont, maximumPointSize: Double, compatibleWith traits: UITraitCollection? = nil
  ) -> UIFont {
    let scale = scale(traits)
    let size = scale == 1 ? font.pointSize : (font.pointSize * scale).rounded()
    return font.withSize(maximumPointSize > 0 && maximumPointSize < size ? maximumPointSize : size)
  }

  /// A length in the size that is wanted.
  public func scaledValue(for value: Double, compatibleWith traits: UITraitCollection? = nil) -> Double {
    value * scale(traits)
  }

  private func scale(_ traits: UITraitCollection?) -> Double {
    style.pointSize(UIFont.category(traits)) / style.pointSize(.large)
  }
}
