/// A color. It does not change, but can be another one where the interface is dark; ``CGColor`` is what it is in one place.
///
///     extension UIColor {
///       convenience init(hex: UInt32) {
///         self.init(red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)
///       }
///     }
public final class UIColor: Hashable, Sendable {
  /// What it is where it is bright.
  let value: CGColor
  /// What it is where it is dark.
  let dark: CGColor
  /// Its dark value at the elevated level.
  let elevated: CGColor
  /// What finds the color in one place.
  let provider: (@Sendable (UITraitCollection) -> UIColor)?
  /// Whether it is not the same everywhere.
  let isDynamic: Bool
  /// What it is filled with, over and over; nil: one color.
  let pattern: ColorPattern?

  /// A color of three parts from 0 to 1; values are not clamped here.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    value = CGColor(red: red, green: green, blue: blue, alpha: alpha)
    (dark, elevated, provider, isDynamic, pattern) = (value, value, nil, false, nil)
  }

  /// What is filled with this pattern, over and over.
  init(_ pattern: ColorPattern) {
    value = pattern.meanColor
    (dark, elevated, provider, isDynamic, self.pattern) = (value, value, nil, false, pattern)
  }

  /// A gray from 0, black, to 1, white.
  public convenience init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// A color from a layer.
  public convenience init(cgColor: CGColor) {
    self.init(red: cgColor.red, green: cgColor.green, blue: cgColor.blue, alpha: cgColor.alpha)
  }

  /// A color that `dynamicProvider` chooses for the traits of the place where it is shown, whenever that is drawn.
  public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
    (value, dark, elevated, provider, isDynamic) = (.clear, .clear, .clear, dynamicProvider, true)
    pattern = nil
  }

  /// A color with a bright value, a dark one, and a dark one at the elevated level: by default the same.
  init(light: CGColor, dark: CGColor, elevated: CGColor? = nil) {
    (value, self.dark, self.elevated, provider, pattern) = (light, dark, elevated ?? dark, nil, nil)
    isDynamic = light != dark || dark != self.elevated
  }

  convenience init(rgb: UInt32, alpha: Double = 1) { self.init(cgColor: CGColor(rgb: rgb, alpha: alpha)) }

  /// Whether two colors have the same parts everywhere; of colors with a provider, whether they are one object.
  public static func == (left: UIColor, right: UIColor) -> Bool {
    left === right
      || left.value == right.value && left.dark == right.dark && left.elevated == right.elevated
        && left.provider == nil && right.provider == nil && left.pattern == right.pattern
  }

  public func hash(into hasher: inout Hasher) {
    if provider == nil { hasher.combine(value) } else { hasher.combine(ObjectIdentifier(self)) }
  }

  /// The color in a place with these traits, which is the same everywhere.
  public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    isDynamic ? UIColor(cgColor: resolved(traitCollection)) : self
  }

  /// Whether it may be another one than `value` somewhere in the program as it is now.
  var needsPlace: Bool { isDynamic && (provider != nil || UIUserInterfaceStyle.isUsed) }

  func resolved(_ traits: UITraitCollection) -> CGColor {
    var color = self
    // A provider may give a color with a provider, but not forever.
    for _ in 0..<16 {
      guard let provider = color.provider else { break }
      color = provider(traits)
    }
    guard traits.userInterfaceStyle == .dark else { return color.value }
    return traits.userInterfaceLevel == .elevated ? color.elevated : color.dark
  }

  /// Nothing visible: transparent black.
  public static let clear = UIColor(white: 0, alpha: 0)
  /// `#FFFFFF`.
  public static let white = UIColor(white: 1)
  /// Two thirds of white.
  public static let lightGray = UIColor(white: 2.0 / 3)
  /// Half of white.
  public static let gray = UIColor(white: 0.5)
  /// A third of white.
  public static let darkGray = UIColor(white: 1.0 / 3)
  /// `#000000`.
  public static let black = UIColor(white: 0)
  /// `#FF0000`.
  public static let red = UIColor(red: 1, green: 0, blue: 0)
  /// `#00FF00`.
  public static let green = UIColor(red: 0, green: 1, blue: 0)
  /// `#0000FF`.
  public static let blue = UIColor(red: 0, green: 0, blue: 1)
  /// `#FFFF00`.
  public static let yellow = UIColor(red: 1, green: 1, blue: 0)
  /// Full red, half green.
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0)
  /// Half red and blue.
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5)

  /// The same color with another alpha, in place of its own. A pattern is made less opaque: its pixels keep their own alphas, too.
  public func withAlphaComponent(_ alpha: Double) -> UIColor {
    if let provider { return UIColor { provider($0).withAlphaComponent(alpha) } }
    if let pattern { return UIColor(pattern.faded(alpha)) }
    return UIColor(
      light: value.withAlpha(alpha), dark: dark.withAlpha(alpha), elevated: elevated.withAlpha(alpha))
  }
}
