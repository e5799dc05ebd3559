/// A view beside a cell: a badge.
open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
  /// The kind, as it is registered.
  public final let elementKind: String
  /// The point of the cell where it is held.
  public final let containerAnchor: NSCollectionLayoutAnchor
  /// Its own point that is there; nil: that at the same edges, so it is inside of the cell.
  public final let itemAnchor: NSCollectionLayoutAnchor?
  /// Views with greater numbers are in front; 1 by default, in front of the cells.
  open var zIndex = 1

  /// A view inside of the cell, at edges.
  public convenience init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor
  ) {
    self.init(layoutSize, elementKind, containerAnchor, nil)
  }

  /// A view a point of which is at a point of the cell.
  public convenience init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor,
    itemAnchor: NSCollectionLayoutAnchor
  ) {
    self.init(layoutSize, elementKind, containerAnchor, itemAnchor)
  }

  init(
    _ layoutSize: NSCollectionLayoutSize, _ elementKind: String, _ container: NSCollectionLayoutAnchor,
    _ item: NSCollectionLayoutAnchor?
  ) {
    self.elementKind = elementKind
    containerAnchor = container
    itemAnchor = item
    super.init(layoutSize: layoutSize, supplementaryItems: [])
  }

  /// Its box beside another one.
  final func frame(beside cell: Rect) -> Rect {
    let size = layoutSize.size(in: cell.size)
    let own = Rect(origin: .zero, size: size)
    let held = containerAnchor.point(in: cell, itemSize: size)
    let anchor = itemAnchor ?? NSCollectionLayoutAnchor(edges: containerAnchor.edges)
    return Rect(origin: held - anchor.point(in: own, itemSize: size), size: size).inset(contentInsets)
  }
}
