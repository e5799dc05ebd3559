extension UIColor {
  /// What layers have: the color in the place that is being drawn, laid out or notified now; elsewhere, where it is bright.
  public var cgColor: CGColor { needsPlace ? resolved(.current) : value }

  /// From 0 to 1, in sRGB.
  public var red: Double { cgColor.red }
  /// From 0 to 1, in sRGB.
  public var green: Double { cgColor.green }
  /// From 0 to 1, in sRGB.
  public var blue: Double { cgColor.blue }
  /// From 0, transparent, to 1, opaque.
  public var alpha: Double { cgColor.alpha }

  /// The parts in sRGB, as UIKit's programs ask for them; true. What is nil is left out.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<Double>?, green: UnsafeMutablePointer<Double>?,
    blue: UnsafeMutablePointer<Double>?, alpha: UnsafeMutablePointer<Double>?
  ) -> Bool {
    red?.pointee = self.red
    green?.pointee = self.green
    blue?.pointee = self.blue
    alpha?.pointee = self.alpha
    return true
  }

  /// The place on the wheel of colors, from 0 to 1, with saturation and brightness; true. The opposite of `init(hue:…)`.
  @discardableResult
  public func getHue(
    _ hue: UnsafeMutablePointer<Double>?, saturation: UnsafeMutablePointer<Double>?,
    brightness: UnsafeMutablePointer<Double>?, alpha: UnsafeMutablePointer<Double>?
  ) -> Bool {
    let most = max(red, green, blue)
    let span = most - min(red, green, blue)
    var place = 0.0
    if span > 0 {
      if most == red {
        place = (green - blue) / span
      } else if most == green {
        place = (blue - red) / span + 2
      } else {
        place = (red - green) / span + 4
      }
    }
    hue?.pointee = (place < 0 ? place + 6 : place) / 6
    saturation?.pointee = most > 0 ? span / most : 0
    brightness?.pointee = most
    alpha?.pointee = self.alpha
    return true
  }

  /// The brightness of a gray; false, and nothing is set, for a color that is none.
  @discardableResult
  public func getWhite(_ white: UnsafeMutablePointer<Double>?, alpha: UnsafeMutablePointer<Double>?) -> Bool {
    guard red == green, green == blue else { return false }
    white?.pointee = red
    alpha?.pointee = self.alpha
    return true
  }

  /// Of text on bright surroundings: black.
  public static let darkText = UIColor.black
  /// Of text on dark surroundings: white at 0.6.
  public static let lightText = UIColor(white: 1, alpha: 0.6)
}
