// Names that UIKit's programs use, for what has shorter ones here.

/// UIKit's name of `Double`.
public typealias CGFloat = Double
/// UIKit's name of `Point`.
public typealias CGPoint = Point
/// UIKit's name of `Size`.
public typealias CGSize = Size
/// UIKit's name of `Rect`.
public typealias CGRect = Rect
/// UIKit's name of `AffineTransform`.
public typealias CGAffineTransform = AffineTransform
/// UIKit's name of `EdgeInsets`.
public typealias UIEdgeInsets = EdgeInsets
/// Seconds.
public typealias CFTimeInterval = Double
/// Seconds.
public typealias TimeInterval = Double

extension AffineTransform {
  /// The transform back; the same one if there is no way back.
  public func inverted() -> AffineTransform { inverse ?? self }
}

extension UIColor {
  /// Green and blue: `#00FFFF`.
  public static let cyan = UIColor(rgb: 0x00FFFF)
  /// Red and blue: `#FF00FF`.
  public static let magenta = UIColor(rgb: 0xFF00FF)
  /// `#996633`.
  public static let brown = UIColor(rgb: 0x996633)

  /// A color of the wheel: `hue` goes once around from 0 to 1. Numbers beyond 0 and 1 count as these.
  public convenience init(hue: Double, saturation: Double, brightness: Double, alpha: Double) {
    func part(_ number: Double) -> Double { number.isNaN ? 0 : min(max(number, 0), 1) }
    let (sixth, gray) = (part(hue) * 6, 1 - part(saturation))
    func share(_ shift: Double) -> Double {
      // From 0 to 1 and back, over a third of the wheel each.
      let place = (sixth + shift).truncatingRemainder(dividingBy: 6)
      let pure = 1 - min(max(min(place, 4 - place), 0), 1)
      return part(brightness) * (gray + (1 - gray) * pure)
    }
    self.init(red: share(5), green: share(3), blue: share(1), alpha: part(alpha))
  }
}
