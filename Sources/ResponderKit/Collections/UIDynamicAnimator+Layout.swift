extension UICollectionViewLayoutAttributes: UIDynamicItem {}

extension UIDynamicAnimator {
  /// Moves the attributes of a layout's elements, in the coordinates of the collection's content: the layout is invalidated after each frame, and gives
  /// `items(in:)` as its own attributes.
  public convenience init(collectionViewLayout layout: UICollectionViewLayout) {
    self.init()
    onChange = { [weak layout] in layout?.invalidateLayout() }
  }

  /// The attributes of an item's cell, if they are among the items.
  public final func layoutAttributesForCell(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    attributes { $0.representedElementCategory == .cell && $0.indexPath == indexPath }
  }

  /// The attributes of a view beside the cells, if they are among the items.
  public final func layoutAttributesForSupplementaryView(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    attributes { $0.representedElementKind == kind && $0.indexPath == indexPath }
  }

  private func attributes(
    where isWanted: (UICollectionViewLayoutAttributes) -> Bool
  ) -> UICollectionViewLayoutAttributes? {
    items.lazy.compactMap { $0 as? UICollectionViewLayoutAttributes }.first(where: isWanted)
  }
}
