/// Sizes for the letters that the user wants. Nobody chooses a size of letters for all programs, and so all is as at UIKit's standard setting.
public struct UIFontMetrics: Hashable, Sendable {
  private let style: UIFont.TextStyle

  /// Sizes for texts of a kind.
  public init(forTextStyle style: UIFont.TextStyle) { self.style = style }

  /// Those for `body`.
  public static let `default` = UIFontMetrics(forTextStyle: .body)

  /// The font in the size that is wanted: its own.
  public func scaledFont(for font: UIFont) -> UIFont { font }

  /// The font in the size that is wanted, which is not more than another one.
  public func scaledFont(for font: UIFont, maximumPointSize: Double) -> UIFont {
    maximumPointSize > 0 && maximumPointSize < font.pointSize ? font.withSize(maximumPointSize) : font
  }

  /// A length in the size that is wanted: the same one.
  public func scaledValue(for value: Double) -> Double { value }
}
