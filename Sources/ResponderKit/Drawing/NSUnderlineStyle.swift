/// The style of an underline or a strikethrough line: one kind of line, and how it is interrupted. A pattern alone draws nothing, as in UIKit.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// One line.
  public static let single = NSUnderlineStyle(rawValue: 1)
  /// One line of double thickness.
  public static let thick = NSUnderlineStyle(rawValue: 2)
  /// Two lines.
  public static let double = NSUnderlineStyle(rawValue: 9)
  /// Dots, in place of a line without gaps.
  public static let patternDot = NSUnderlineStyle(rawValue: 0x100)
  /// Dashes.
  public static let patternDash = NSUnderlineStyle(rawValue: 0x200)
  /// Dashes, with a dot between two of them.
  public static let patternDashDot = NSUnderlineStyle(rawValue: 0x300)
  /// Dashes, with two dots between two of them.
  public static let patternDashDotDot = NSUnderlineStyle(rawValue: 0x400)
  /// Nothing at white space.
  public static let byWord = NSUnderlineStyle(rawValue: 0x8000)

  /// Whether there is a line.
  var hasLine: Bool { rawValue & 0xF != 0 }

  /// Lengths that are drawn and left out, in thicknesses of the line; empty without gaps.
  var dash: [Double] {
    switch NSUnderlineStyle(rawValue: rawValue & 0xF00) {
    case .patternDot: [3, 3]
    case .patternDash: [10, 5]
    case .patternDashDot: [10, 3, 3, 3]
    case .patternDashDotDot: [10, 3, 3, 3, 3, 3]
    default: []
    }
  }
}
