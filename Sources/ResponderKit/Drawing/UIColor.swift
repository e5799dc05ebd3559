/// A color, for dumps and snapshots.
public struct UIColor: Hashable, Sendable {
  /// From 0 to 1, in sRGB.
  public var red: Double
  /// From 0 to 1, in sRGB.
  public var green: Double
  /// From 0 to 1, in sRGB.
  public var blue: Double
  /// From 0, transparent, to 1, opaque.
  public var alpha: Double

  /// A color of three parts from 0 to 1; values are not clamped here.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A gray from 0, black, to 1, white.
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
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

  /// The same color with another alpha, in place of its own.
  public func withAlphaComponent(_ alpha: Double) -> UIColor {
    UIColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}
