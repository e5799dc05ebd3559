/// A color, for dumps and snapshots.
public struct UIColor: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  public static let clear = UIColor(white: 0, alpha: 0)
  public static let white = UIColor(white: 1)
  public static let lightGray = UIColor(white: 2.0 / 3)
  public static let gray = UIColor(white: 0.5)
  public static let darkGray = UIColor(white: 1.0 / 3)
  public static let black = UIColor(white: 0)
  public static let red = UIColor(red: 1, green: 0, blue: 0)
  public static let green = UIColor(red: 0, green: 1, blue: 0)
  public static let blue = UIColor(red: 0, green: 0, blue: 1)
  public static let yellow = UIColor(red: 1, green: 1, blue: 0)
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0)
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5)

  public func withAlphaComponent(_ alpha: Double) -> UIColor {
    UIColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}
