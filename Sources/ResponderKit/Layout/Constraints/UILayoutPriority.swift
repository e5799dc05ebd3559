/// How much a constraint matters: from 1 to 1000, which is required.
public struct UILayoutPriority: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  /// A priority from a number.
  public init(_ rawValue: Float) { self.rawValue = rawValue }

  /// 1000: it must hold.
  public static let required = UILayoutPriority(1000)
  /// 750: that of contents against being compressed.
  public static let defaultHigh = UILayoutPriority(750)
  /// 510, UIKit's for dragging that may resize a scene.
  public static let dragThatCanResizeScene = UILayoutPriority(510)
  /// 500, UIKit's for a scene that keeps its size.
  public static let sceneSizeStayPut = UILayoutPriority(500)
  /// 490, UIKit's for dragging that may not resize a scene.
  public static let dragThatCannotResizeScene = UILayoutPriority(490)
  /// 250: that of contents against being stretched.
  public static let defaultLow = UILayoutPriority(250)
  /// 50: that of the size that `systemLayoutSizeFitting` aims at.
  public static let fittingSizeLevel = UILayoutPriority(50)

  public static func < (left: UILayoutPriority, right: UILayoutPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}
