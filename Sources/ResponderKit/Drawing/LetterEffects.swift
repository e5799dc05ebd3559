import LinuxSystem

/// What letters have beside a font, a color and lines; most have nothing of it.
struct LetterEffects {
  /// The width of the letters' outlines, in hundredths of the font's size. Above 0 nothing is inside of them; below 0 the letters are filled, too.
  var strokeWidth = 0.0
  /// Of the outlines; nil: that of the letters.
  var strokeColor: UIColor?
  /// Of the line under the letters; nil: that of the letters.
  var underlineColor: UIColor?
  /// Of the line through the letters; nil: that of the letters.
  var strikethroughColor: UIColor?
  var shadow: ShadowLook?
  /// How far letters are moved to the right for each point above the baseline.
  var slant = 0.0
  /// How wide letters are, in parts of their own width.
  var stretch = 1.0

  /// Without effects.
  init() {}

  init(_ attributes: [NSAttributedString.Key: Any]) {
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

  /// From letters as the font has them to those that are shown, on a baseline.
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
