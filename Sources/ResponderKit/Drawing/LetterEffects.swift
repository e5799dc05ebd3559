import LinuxSystem

/// Rare effects of letters: outlines, shadow, slant, width, colors of lines.
final class LetterEffects {
  /// The width of the letters' outlines, in hundredths of the font's size. Above 0 nothing is inside of them; below 0 the letters are filled, too.
  let strokeWidth: Double
  /// Of the outlines; nil: that of the letters.
  let strokeColor: UIColor?
  /// Of the line under the letters; nil: that of the letters.
  let underlineColor: UIColor?
  /// Of the line through the letters; nil: that of the letters.
  let strikethroughColor: UIColor?
  let shadow: ShadowLook?
  /// How far letters are moved to the right for each point above the baseline.
  let slant: Double
  /// How wide letters are, in parts of their own width.
  let stretch: Double

  private static let keys: Set<NSAttributedString.Key> = [
    .strokeWidth, .strokeColor, .underlineColor, .strikethroughColor, .shadow, .obliqueness, .expansion,
  ]

  /// Nil without attributes for effects.
  init?(_ attributes: [NSAttributedString.Key: Any]) {
    guard attributes.keys.contains(where: Self.keys.contains) else { return nil }
    func number(_ key: NSAttributedString.Key, _ most: Double) -> Double {
      let number = attributes.number(key) ?? 0
      return number.isFinite ? min(max(number, -most), most) : 0
    }
    strokeWidth = number(.strokeWidth, 1000)
    strokeColor = attributes.color(.strokeColor)
    underlineColor = attributes.color(.underlineColor)
    strikethroughColor = attributes.color(.strikethroughColor)
    shadow = (attributes[.shadow] as? NSShadow)?.look
    slant = number(.obliqueness, 10)
    stretch = exp(number(.expansion, 3))
  }

  /// Maps the font's letters to the slanted and stretched ones that are drawn, about a point of the baseline.
  func placement(from start: Point) -> Drawing.Placement {
    guard slant != 0 || stretch != 1 else { return Drawing.Placement() }
    let shape = AffineTransform(a: stretch, b: 0, c: -slant, d: 1, tx: 0, ty: 0)
    let moved = start.applying(shape)
    return Drawing.Placement(
      transform: shape.concatenating(AffineTransform(translationX: start.x - moved.x, y: start.y - moved.y)))
  }
}

extension NSAttributedString.Key {
  /// A number: the width of the letters' outlines, in hundredths of the font's size. Above 0 the letters are outlines only; below 0 they are filled with the
  /// `foregroundColor`, too.
  public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
  /// A `UIColor` for the letters' outlines; without it they have the `foregroundColor`.
  public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
  /// A `UIColor` for the line under the letters; without it the line has the `foregroundColor`.
  public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
  /// A `UIColor` for the line through the letters; without it the line has the `foregroundColor`.
  public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
  /// An ``NSShadow`` of the letters and their lines.
  public static let shadow = NSAttributedString.Key("NSShadow")
  /// A number: how far letters lean to the right, for each point above the baseline. Below 0 they lean to the left.
  public static let obliqueness = NSAttributedString.Key("NSObliqueness")
  /// A number: the natural logarithm of how much wider letters are.
  public static let expansion = NSAttributedString.Key("NSExpansion")
}
