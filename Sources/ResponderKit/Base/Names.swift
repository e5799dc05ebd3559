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

  /// `#FF3B30`, as all system colors for bright surroundings only.
  public static let systemRed = UIColor(rgb: 0xFF3B30)
  /// `#FF9500`.
  public static let systemOrange = UIColor(rgb: 0xFF9500)
  /// `#FFCC00`.
  public static let systemYellow = UIColor(rgb: 0xFFCC00)
  /// `#34C759`.
  public static let systemGreen = UIColor(rgb: 0x34C759)
  /// `#00C7BE`.
  public static let systemMint = UIColor(rgb: 0x00C7BE)
  /// `#30B0C7`.
  public static let systemTeal = UIColor(rgb: 0x30B0C7)
  /// `#32ADE6`.
  public static let systemCyan = UIColor(rgb: 0x32ADE6)
  /// `#007AFF`.
  public static let systemBlue = UIColor(rgb: 0x007AFF)
  /// `#5856D6`.
  public static let systemIndigo = UIColor(rgb: 0x5856D6)
  /// `#AF52DE`.
  public static let systemPurple = UIColor(rgb: 0xAF52DE)
  /// `#FF2D55`.
  public static let systemPink = UIColor(rgb: 0xFF2D55)
  /// `#A2845E`.
  public static let systemBrown = UIColor(rgb: 0xA2845E)
  /// `#8E8E93`, the darkest of the system's grays.
  public static let systemGray = UIColor(rgb: 0x8E8E93)
  /// `#AEAEB2`.
  public static let systemGray2 = UIColor(rgb: 0xAEAEB2)
  /// `#C7C7CC`.
  public static let systemGray3 = UIColor(rgb: 0xC7C7CC)
  /// `#D1D1D6`.
  public static let systemGray4 = UIColor(rgb: 0xD1D1D6)
  /// `#E5E5EA`.
  public static let systemGray5 = UIColor(rgb: 0xE5E5EA)
  /// `#F2F2F7`, the brightest of the system's grays.
  public static let systemGray6 = UIColor(rgb: 0xF2F2F7)

  /// Of text, in a bright surrounding; there is no dark one.
  public static let label = UIColor.black
  /// Of text that matters less: `#3C3C43` at 0.6.
  public static let secondaryLabel = UIColor(rgb: 0x3C3C43, alpha: 0.6)
  /// Of thin lines between contents: `#3C3C43` at 0.29.
  public static let separator = UIColor(rgb: 0x3C3C43, alpha: 0.29)
  /// Behind everything: white.
  public static let systemBackground = UIColor.white
  /// Behind groups in front of `systemBackground`: `#F2F2F7`.
  public static let secondarySystemBackground = UIColor(rgb: 0xF2F2F7)

  /// Of text that matters least but one: `#3C3C43` at 0.3.
  public static let tertiaryLabel = UIColor(rgb: 0x3C3C43, alpha: 0.3)
  /// Of text that matters least: `#3C3C43` at 0.18.
  public static let quaternaryLabel = UIColor(rgb: 0x3C3C43, alpha: 0.18)
  /// Of the text that fields show while they are empty: `#3C3C43` at 0.3.
  public static let placeholderText = UIColor(rgb: 0x3C3C43, alpha: 0.3)
  /// Of links: `#007AFF`.
  public static let link = UIColor(rgb: 0x007AFF)
  /// Of thin lines that hide what is behind them: `#C6C6C8`.
  public static let opaqueSeparator = UIColor(rgb: 0xC6C6C8)
  /// In front of `secondarySystemBackground`: white.
  public static let tertiarySystemBackground = UIColor.white
  /// Behind groups of rows: `#F2F2F7`.
  public static let systemGroupedBackground = UIColor(rgb: 0xF2F2F7)
  /// Of groups of rows in front of `systemGroupedBackground`: white.
  public static let secondarySystemGroupedBackground = UIColor.white
  /// In front of `secondarySystemGroupedBackground`: `#F2F2F7`.
  public static let tertiarySystemGroupedBackground = UIColor(rgb: 0xF2F2F7)
  /// Of thin shapes: `#787880` at 0.2.
  public static let systemFill = UIColor(rgb: 0x787880, alpha: 0.2)
  /// Of larger shapes: `#787880` at 0.16.
  public static let secondarySystemFill = UIColor(rgb: 0x787880, alpha: 0.16)
  /// Of large shapes: `#767680` at 0.12.
  public static let tertiarySystemFill = UIColor(rgb: 0x767680, alpha: 0.12)

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
