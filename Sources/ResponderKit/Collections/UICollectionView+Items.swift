/// Where items are, and scrolling to them.
extension UICollectionView {
  /// The number of sections at the last `reloadData`.
  public final var numberOfSections: Int {
    if !hasCounted { countItems() }
    return counts.count
  }

  /// The number of a section's items at the last `reloadData`; 0 for a section that does not exist.
  public final func numberOfItems(inSection section: Int) -> Int {
    if !hasCounted { countItems() }
    return counts.indices.contains(section) ? counts[section] : 0
  }

  final func exists(_ item: IndexPath) -> Bool {
    item.item >= 0 && item.item < numberOfItems(inSection: item.section)
  }

  /// The cell of an item that is shown; nil for other items.
  public final func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { shown[indexPath] }

  /// A view beside the cells that is shown; nil for others.
  public final func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionReusableView?
  { beside[.init(kind: elementKind, place: indexPath)] }

  /// The views beside the cells that are shown, of one kind, in the order of their sections.
  public final func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
    beside.filter { $0.key.kind == elementKind }.sorted { $0.key.place < $1.key.place }.map(\.value)
  }

  /// Index paths of the visible supplementary views of a kind, sorted.
  public final func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
    beside.keys.filter { $0.kind == elementKind }.map(\.place).sorted()
  }

  /// The cells that are shown, in the order of their items.
  public final var visibleCells: [UICollectionViewCell] { shown.sorted { $0.key < $1.key }.map(\.value) }

  /// The items that are shown, in their order.
  public final var indexPathsForVisibleItems: [IndexPath] { shown.keys.sorted() }

  /// The item that a cell shows; nil for a cell that is not shown.
  public final func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    shown.first { $0.value === cell }?.key
  }

  /// The item at a place of the content.
  public final func indexPathForItem(at point: Point) -> IndexPath? {
    prepareLayout()
    let found = collectionViewLayout.layoutAttributesForElements(in: Rect(point.x - 0.5, point.y - 0.5, 1, 1))
    let items = (found ?? []).filter {
      $0.representedElementKind == nil && !$0.isHidden && $0.frame.contains(point) && exists($0.indexPath)
    }
    // The item in front of the others.
    return items.max { $0.zIndex < $1.zIndex }?.indexPath
  }

  /// What the layout says about an item; nil for one that does not exist.
  public final func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    prepareLayout()
    return exists(indexPath) ? collectionViewLayout.layoutAttributesForItem(at: indexPath) : nil
  }

  /// What the layout says about a view beside the cells; nil for one that does not exist.
  public final func layoutAttributesForSupplementaryElement(ofKind kind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    prepareLayout()
    return collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
  }

  /// Places the items by another layout; animated, those in sight move to their places.
  public final func setCollectionViewLayout(
    _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
  ) {
    collectionViewLayout = layout
    guard animated, window != nil else {
      completion?(true)
      return
    }
    UIView.animate(withDuration: .milliseconds(300), options: .allowUserInteraction) {
      layoutIfNeeded()
    } completion: {
      completion?($0)
    }
  }
}
