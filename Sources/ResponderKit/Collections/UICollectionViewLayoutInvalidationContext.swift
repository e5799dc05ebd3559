/// Which parts of a layout are to be computed anew. A subclass may have further properties.
open class UICollectionViewLayoutInvalidationContext: NSObject {
  /// Whether all is to be computed anew: after `invalidateLayout()` and `reloadData`, and when items are inserted, removed or moved.
  open internal(set) var invalidateEverything = false
  /// Whether the items are counted anew.
  open internal(set) var invalidateDataSourceCounts = false
  /// Added to the content offset, unless a finger drags the content.
  open var contentOffsetAdjustment = Point.zero
  /// Without effect: the layout is always asked for the content's size.
  open var contentSizeAdjustment = Size.zero
  /// Items, named by the program for its layout.
  public final private(set) var invalidatedItemIndexPaths: [IndexPath]?
  /// Views beside the cells, named by the program for its layout, by their kinds.
  public final private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?
  /// Views that the layout makes by itself, named by the program for its layout, by their kinds.
  public final private(set) var invalidatedDecorationIndexPaths: [String: [IndexPath]]?

  /// A context that names nothing yet.
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

/// Which parts of a flow layout are to be computed anew.
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext {
  /// Without effect: the delegate is always asked for sizes.
  open var invalidateFlowLayoutDelegateMetrics = true
  /// Without effect.
  open var invalidateFlowLayoutAttributes = true
}
