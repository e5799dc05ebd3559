/// A view that the layout makes by itself: what is behind a section.
open class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
  /// The kind, as it is registered with the layout.
  public final let elementKind: String
  /// Views with greater numbers are in front. 0 and less are behind the cells.
  open var zIndex = 0

  /// What is behind a section, with its headers and footers; `contentInsets` make it smaller.
  public static func background(elementKind: String) -> NSCollectionLayoutDecorationItem {
    .init(elementKind)
  }

  private init(_ elementKind: String) {
    self.elementKind = elementKind
    super.init(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)),
      supplementaryItems: [])
  }
}
