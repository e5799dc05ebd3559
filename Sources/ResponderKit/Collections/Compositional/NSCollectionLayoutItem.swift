/// A box of a compositional layout: the place of a cell, or a group of such.
open class NSCollectionLayoutItem: NSObject {
  /// The size of the box, with `contentInsets`.
  public final let layoutSize: NSCollectionLayoutSize
  /// What is shown beside the item's cell, as badges are.
  public final let supplementaryItems: [NSCollectionLayoutSupplementaryItem]
  /// The room inside of the box, around what is shown.
  open var contentInsets = NSDirectionalEdgeInsets.zero
  /// The room around the box; nil: none.
  open var edgeSpacing: NSCollectionLayoutEdgeSpacing?

  /// The place of a cell.
  public convenience init(layoutSize: NSCollectionLayoutSize) {
    self.init(layoutSize: layoutSize, supplementaryItems: [])
  }

  /// The place of a cell with something beside it.
  public init(
    layoutSize: NSCollectionLayoutSize, supplementaryItems: [NSCollectionLayoutSupplementaryItem]
  ) {
    self.layoutSize = layoutSize
    self.supplementaryItems = supplementaryItems
  }

  /// The group that it is; nil for a cell's place.
  var group: NSCollectionLayoutGroup? { nil }
}
