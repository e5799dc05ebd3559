/// A color as the controls of a color picker change it.
struct ColorParts: Equatable {
  var red = 0.0
  var green = 0.0
  var blue = 0.0
  var alpha = 1.0

  init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  init(_ color: UIColor) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }

  /// - Parameter hue: the place on the wheel of colors, from 0 to 1.
  init(hue: Double, saturation: Double, brightness: Double) {
    func part(_ shift: Double) -> Double {
      let place = (shift + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
    }
    self.init(red: part(5), green: part(3), blue: part(1))
  }

  /// From six hexadecimal digits, which may follow a `#`; nil for another text. It is opaque.
  init?(hex: some StringProtocol) {
    let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let number = Int(digits, radix: 16) else {
      return nil
    }
    self.init(
      red: Double(number >> 16) / 255, green: Double(number >> 8 & 255) / 255,
      blue: Double(number & 255) / 255)
  }

  /// Six hexadecimal digits.
  var hex: String {
    [red, green, blue].map { part in
      let number = part.isNaN ? 0 : Int((min(max(part, 0), 1) * 255).rounded())
      let text = String(number, radix: 16, uppercase: true)
      return text.count < 2 ? "0" + text : text
    }.joined()
  }

  var color: UIColor { UIColor(red: red, green: green, blue: blue, alpha: alpha) }
  var opaque: ColorParts { ColorParts(red: red, green: green, blue: blue) }

  func isNear(_ other: ColorParts) -> Bool {
    abs(red - other.red) + abs(green - other.green) + abs(blue - other.blue) < 0.004
  }
}
