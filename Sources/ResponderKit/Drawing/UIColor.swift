/// A color. It does not change, but can be another one where the interface is dark; ``CGColor`` is what it is in one place.
///
///     extension UIColor {
///       convenience init(hex: UInt32) {
///         self.init(red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)
///       }
///     }
public final class UIColor: Hashable, Sendable {
  let value: CGColor

  /// A color of three parts from 0 to 1; values are not clamped here.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    value = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// A gray from 0, black, to 1, white.
  public init(white: Double, alpha: Double = 1) {
    value = CGColor(white: white, alpha: alpha)
  }

  /// A color from a layer.
  public init(cgColor: CGColor) { value = cgColor }

  convenience init(rgb: UInt32, alpha: Double = 1) { self.init(cgColor: CGColor(rgb: rgb, alpha: alpha)) }

  /// Whether two colors have the same parts.
  public static func == (left: UIColor, right: UIColor) -> Bool {
    left === right || left.value == right.value
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

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

  /// The same color with another alpha, in place of its own.
  public func withAlphaComponent(_ alpha: Double) -> UIColor {
    UIColor(cgColor: value.withAlpha(alpha))
  }
}
