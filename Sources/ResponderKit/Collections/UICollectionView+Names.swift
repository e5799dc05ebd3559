extension UICollectionView {
  /// The kind of what is before a section.
  public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
  /// The kind of what is after a section.
  public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

  /// Which way a layout scrolls.
  public enum ScrollDirection: Int, Hashable, Sendable {
    /// Up and down, or to the sides.
    case vertical, horizontal
  }

  /// Where an item is to come in the collection; one place for each axis. Without one the item takes the shortest way.
  public struct ScrollPosition: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// At the upper edge.
    public static let top = ScrollPosition(rawValue: 1)
    /// In the middle of the height.
    public static let centeredVertically = ScrollPosition(rawValue: 2)
    /// At the lower edge.
    public static let bottom = ScrollPosition(rawValue: 4)
    /// At the left edge.
    public static let left = ScrollPosition(rawValue: 8)
    /// In the middle of the width.
    public static let centeredHorizontally = ScrollPosition(rawValue: 16)
    /// At the right edge.
    public static let right = ScrollPosition(rawValue: 32)
  }
}
