/// Boxes in a row, in a column, or where a closure says.
open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
  /// What is in the group.
  enum Content {
    /// One after the other, from the beginning again while there is room.
    case sequence(LayoutAxis)
    /// So many of the only one, which share the room if they would not fit.
    case repeated(LayoutAxis, count: Int)
    case custom(NSCollectionLayoutGroupCustomItemProvider)
  }

  /// The boxes in it.
  public final let subitems: [NSCollectionLayoutItem]
  /// The distance between them; nil: none.
  open var interItemSpacing: NSCollectionLayoutSpacing?
  let content: Content

  private init(_ size: NSCollectionLayoutSize, _ subitems: [NSCollectionLayoutItem], _ content: Content) {
    self.subitems = subitems
    self.content = content
    super.init(layoutSize: size, supplementaryItems: [])
  }

  /// A row of boxes: they come again and again while there is room.
  public static func horizontal(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem])
    -> NSCollectionLayoutGroup
  { .init(layoutSize, subitems, .sequence(.horizontal)) }

  /// A column of boxes: they come again and again while there is room.
  public static func vertical(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem])
    -> NSCollectionLayoutGroup
  { .init(layoutSize, subitems, .sequence(.vertical)) }

  /// A row of so many equal boxes. They share the width if they would not fit.
  public static func horizontal(
    layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
  ) -> NSCollectionLayoutGroup {
    .init(layoutSize, [subitem], .repeated(.horizontal, count: max(count, 1)))
  }

  /// A column of so many equal boxes. They share the height if they would not fit.
  public static func vertical(
    layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
  ) -> NSCollectionLayoutGroup {
    .init(layoutSize, [subitem], .repeated(.vertical, count: max(count, 1)))
  }

  /// As `horizontal(layoutSize:repeatingSubitem:count:)`, by its older name.
  public static func horizontal(
    layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
  ) -> NSCollectionLayoutGroup {
    horizontal(layoutSize: layoutSize, repeatingSubitem: subitem, count: count)
  }

  /// As `vertical(layoutSize:repeatingSubitem:count:)`, by its older name.
  public static func vertical(
    layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
  ) -> NSCollectionLayoutGroup {
    vertical(layoutSize: layoutSize, repeatingSubitem: subitem, count: count)
  }

  /// Boxes where a closure says.
  public static func custom(
    layoutSize: NSCollectionLayoutSize, itemProvider: @escaping NSCollectionLayoutGroupCustomItemProvider
  ) -> NSCollectionLayoutGroup { .init(layoutSize, [], .custom(itemProvider)) }

  override var group: NSCollectionLayoutGroup? { self }
}

/// Says where the items of a group are.
public typealias NSCollectionLayoutGroupCustomItemProvider = (
  _ layoutEnvironment: any NSCollectionLayoutEnvironment
) -> [NSCollectionLayoutGroupCustomItem]

/// The place of an item in a group whose places a closure chooses.
open class NSCollectionLayoutGroupCustomItem: NSObject {
  /// The box in the group.
  public final let frame: Rect
  /// Cells with greater numbers are in front.
  public final let zIndex: Int

  /// A place.
  public convenience init(frame: Rect) { self.init(frame: frame, zIndex: 0) }
  /// A place in front of others, or behind them.
  public init(frame: Rect, zIndex: Int) {
    self.frame = frame.isFinite ? frame : .zero
    self.zIndex = zIndex
  }
}
