/// A view at the border of a section: a header or a footer.
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutSupplementaryItem {
  /// At which edge or corner it is.
  public final let alignment: NSRectAlignment
  /// The distance from there, in points.
  public final let offset: Point
  /// Whether the section becomes larger for it; otherwise it lies over the section's content. True by default.
  open var extendsBoundary = true
  /// Whether it stays in sight while the section is.
  open var pinToVisibleBounds = false

  /// A view at an edge of a section.
  public convenience init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment
  ) {
    self.init(layoutSize: layoutSize, elementKind: elementKind, alignment: alignment, absoluteOffset: .zero)
  }

  /// A view at a place beside an edge of a section.
  public init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment, absoluteOffset: Point
  ) {
    self.alignment = alignment
    offset = absoluteOffset.isFinite ? absoluteOffset : .zero
    super.init(layoutSize, elementKind, NSCollectionLayoutAnchor(edges: alignment.edges), nil)
  }
}
