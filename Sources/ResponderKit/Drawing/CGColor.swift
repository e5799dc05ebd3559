/// Red, green, blue and alpha: what layers have and what is drawn, a plain value. A ``UIColor`` is what programs hold.
public struct CGColor: Hashable, Sendable {
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

  /// `0xFF8000` is full red and half green.
  init(rgb: UInt32, alpha: Double = 1) {
    func part(_ shift: UInt32) -> Double { Double(rgb >> shift & 255) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0), alpha: alpha)
  }

  /// Nothing visible: transparent black.
  public static let clear = CGColor(white: 0, alpha: 0)
  /// `#FFFFFF`.
  public static let white = CGColor(white: 1)
  /// `#000000`.
  public static let black = CGColor(white: 0)

  /// Red, green, blue and alpha.
  public var components: [Double]? { [red, green, blue, alpha] }

  /// The same color with another alpha, in place of its own.
  public func copy(alpha: Double) -> CGColor? { withAlpha(alpha) }

  func withAlpha(_ alpha: Double) -> CGColor {
    CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}
