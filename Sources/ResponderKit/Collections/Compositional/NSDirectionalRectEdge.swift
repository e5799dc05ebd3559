/// Some edges of a rectangle, named by the direction of reading, which here is always from left to right.
public struct NSDirectionalRectEdge: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The upper one.
  public static let top = NSDirectionalRectEdge(rawValue: 1)
  /// The one where lines begin.
  public static let leading = NSDirectionalRectEdge(rawValue: 2)
  /// The lower one.
  public static let bottom = NSDirectionalRectEdge(rawValue: 4)
  /// The one where lines end.
  public static let trailing = NSDirectionalRectEdge(rawValue: 8)
  /// All four.
  public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]

  /// Where they are in a rectangle of the size of 1; the middle along an axis without an edge.
  var place: Point {
    Point(
      contains(.leading) == contains(.trailing) ? 0.5 : contains(.leading) ? 0 : 1,
      contains(.top) == contains(.bottom) ? 0.5 : contains(.top) ? 0 : 1)
  }
}

/// A place at the border of a rectangle.
public enum NSRectAlignment: Int, Hashable, Sendable {
  /// Nowhere.
  case none
  /// In the middle of the upper edge, in the corner where lines begin, and so on.
  case top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing, topTrailing

  var edges: NSDirectionalRectEdge {
    switch self {
    case .none: []
    case .top: .top
    case .topLeading: [.top, .leading]
    case .leading: .leading
    case .bottomLeading: [.bottom, .leading]
    case .bottom: .bottom
    case .bottomTrailing: [.bottom, .trailing]
    case .trailing: .trailing
    case .topTrailing: [.top, .trailing]
    }
  }
}
