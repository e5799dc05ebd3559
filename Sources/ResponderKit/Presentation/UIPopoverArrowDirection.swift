/// Where a popover's arrow points: `up` from a popover that is below its source.
public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The popover is below its source.
  public static let up = UIPopoverArrowDirection(rawValue: 1)
  /// It is above.
  public static let down = UIPopoverArrowDirection(rawValue: 2)
  /// It is at the right.
  public static let left = UIPopoverArrowDirection(rawValue: 4)
  /// It is at the left.
  public static let right = UIPopoverArrowDirection(rawValue: 8)
  /// Any of them.
  public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
  /// The popover is not shown, or has no arrow.
  public static let unknown = UIPopoverArrowDirection(rawValue: .max)

  init(_ side: PanelPlace.PanelSide?) {
    switch side {
    case .below: self = .up
    case .above: self = .down
    case .right: self = .left
    case .left: self = .right
    case nil: self = .unknown
    }
  }

  /// Where a popover with such an arrow may be.
  var sides: [PanelPlace.PanelSide] { PanelPlace.PanelSide.allCases.filter { contains(Self($0)) } }
}
