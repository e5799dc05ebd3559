/// How a compositional layout shows a section: its group again and again, with what is around.
open class NSCollectionLayoutSection: NSObject {
  let group: NSCollectionLayoutGroup
  /// The room around the groups.
  open var contentInsets = NSDirectionalEdgeInsets.zero
  /// The distance between groups.
  open var interGroupSpacing = 0.0
  /// Whether the groups are in a row of their own that fingers scroll, and where that comes to rest.
  open var orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none
  /// Headers and footers.
  open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  /// Whether headers and footers have `contentInsets` at their sides. True by default.
  open var supplementariesFollowContentInsets = true
  /// What is behind the section.
  open var decorationItems: [NSCollectionLayoutDecorationItem] = []
  /// Called with what is in sight, and where the section is scrolled to, whenever that changes.
  open var visibleItemsInvalidationHandler: NSCollectionLayoutSectionVisibleItemsInvalidationHandler?
  /// The rows' looks, if it is a list.
  var list: ListLook?

  /// A section of a group's repetitions.
  public init(group: NSCollectionLayoutGroup) { self.group = group }

  /// Changes how views in sight look while their section scrolls.
  public typealias NSCollectionLayoutSectionVisibleItemsInvalidationHandler = (
    _ visibleItems: [any NSCollectionLayoutVisibleItem], _ scrollOffset: Point,
    _ layoutEnvironment: any NSCollectionLayoutEnvironment
  ) -> Void
}

/// How a section scrolls across the direction in which its collection does.
public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Hashable, Sendable {
  /// Not at all.
  case none
  /// Freely.
  case continuous
  /// Freely, and it rests where a group begins.
  case continuousGroupLeadingBoundary
  /// By the collection's width, or height.
  case paging
  /// A group at a time, which is at the beginning.
  case groupPaging
  /// A group at a time, which is in the middle.
  case groupPagingCentered
}
