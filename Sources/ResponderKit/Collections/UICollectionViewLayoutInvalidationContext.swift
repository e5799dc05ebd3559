/// What of a layout is to be computed anew. A subclass may say more.
open class UICollectionViewLayoutInvalidationContext: NSObject {
  /// Whether nothing that was computed holds: after `invalidateLayout()` and `reloadData`, and when items come, go or move.
  open internal(set) var invalidateEverything = false
  /// Whether the items are counted anew.
  open internal(set) var invalidateDataSourceCounts = false
  /// Added to the content's place, where no finger holds it.
  open var contentOffsetAdjustment = Point.zero
  /// Without effect: the layout is always asked for the content's size.
  open var contentSizeAdjustment = Size.zero
  /// Items, named by the program for its layout.
  public final private(set) var invalidatedItemIndexPaths: [IndexPath]?
  /// Views beside the cells, named by the program for its layout, by their kinds.
  public final private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?
  /// Views that the layout makes by itself, named by the program for its layout, by their kinds.
  public final private(set) var invalidatedDecorationIndexPaths: [String: [IndexPath]]?

  /// Nothing but what is added.
  public override init() { super.init() }

  /// Adds items.
  open func invalidateItems(at indexPaths: [IndexPath]) {
    invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []) + indexPaths
  }
  /// Adds views beside the cells.
  open func invalidateSupplementaryElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
    invalidatedSupplementaryIndexPaths = (invalidatedSupplementaryIndexPaths ?? [:]).merging(
      [elementKind: indexPaths], uniquingKeysWith: +)
  }
  /// Adds views that the layout makes by itself.
  open func invalidateDecorationElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
    invalidatedDecorationIndexPaths = (invalidatedDecorationIndexPaths ?? [:]).merging(
      [elementKind: indexPaths], uniquingKeysWith: +)
  }
}

/// What of a flow layout is to be computed anew.
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext {
  /// Without effect, as the next one: sizes are always asked for.
  open var invalidateFlowLayoutDelegateMetrics = true
  /// Without effect.
  open var invalidateFlowLayoutAttributes = true
}
