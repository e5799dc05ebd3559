extension UIColor: _ExpressibleByColorLiteral {
  /// The color of `#colorLiteral(red: 0, green: 0.5, blue: 1, alpha: 1)`.
  public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha))
  }
}

/// The type of `#colorLiteral(…)` where no other one is asked for.
public typealias _ColorLiteralType = UIColor
