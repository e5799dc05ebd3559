/// Says where the cells of a collection are, and how large its content is. A program makes its own by a subclass.
open class UICollectionViewLayout: NSObject {
  /// The collection that it lays out; nil for none.
  public final internal(set) weak var collectionView: UICollectionView?
  /// The classes of what it makes by itself, by kinds.
  final var decorations: [String: UICollectionReusableView.Type] = [:]
  /// Set while it is invalidated because the items were counted anew.
  final var countsAreStale = false
  /// How the cell of a removed item looks, while the layout is asked for its end.
  final var disappearing: UICollectionViewLayoutAttributes?
  /// How the cell of a new item looks, while the layout is asked for its beginning.
  final var appearing: UICollectionViewLayoutAttributes?

  /// A layout without cells.
  public override init() { super.init() }

  /// A layout without cells, for `super.init(coder: coder)`.
  public init?(coder: NSCoder, archive: Void = ()) { super.init() }

  /// Called before the first question after `invalidateLayout`: the place for computing frames. An override calls `super`.
  open func prepare() {}

  /// The size of all that can be scrolled to.
  open var collectionViewContentSize: Size { .zero }
  /// Whether left and right are exchanged where the collection's content has another direction than the layout was made for: in flow layouts and
  /// compositional ones. Without effect in others; false.
  open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
  /// The direction that the layout was made for.
  open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

  /// Whether the layout computes its frames for both directions.
  var canFlip: Bool { false }

  /// Whether left and right are exchanged now.
  final var isFlipped: Bool {
    guard canFlip else { return false }
    guard let collectionView, UISemanticContentAttribute.isUsed else {
      return developmentLayoutDirection == .rightToLeft && flipsHorizontallyInOppositeLayoutDirection
    }
    return collectionView.isMirrored != (developmentLayoutDirection == .rightToLeft)
      && flipsHorizontallyInOppositeLayoutDirection
  }

  /// The width in which left and right are exchanged, of content that is scrolled across: the room's at least.
  final func widthAcross(_ content: Double) -> Double {
    guard let view = collectionView else { return content }
    let inset = view.adjustedContentInset
    return max(content, view.bounds.width - inset.left - inset.right)
  }

  /// What is in a part of the content: cells and views beside them. Called whenever the content has moved.
  open func layoutAttributesForElements(in rect: Rect) -> [UICollectionViewLayoutAttributes]? { nil }

  /// Where an item's cell is; nil for one that does not exist.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }

  /// Where a view beside the cells is; nil for one that does not exist.
  open func layoutAttributesForSupplementaryView(ofKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { nil }

  /// Whether the frames are to be computed anew for other bounds: another size, or a content that has moved.
  open func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool { false }

  /// Where the content comes to rest after a drag; the proposed place unless overridden.
  ///
  /// - Parameter velocity: of the content, in points a millisecond.
  open func targetContentOffset(
    forProposedContentOffset proposedContentOffset: Point, withScrollingVelocity velocity: Point
  ) -> Point { proposedContentOffset }

  /// The index path for a moved item whose center is at a position; unless overridden, that of the item there. During a movement all index
  /// paths are those after the move.
  open func targetIndexPath(
    forInteractivelyMovingItem previousIndexPath: IndexPath, withPosition position: Point
  ) -> IndexPath { collectionView?.indexPathForItem(at: position) ?? previousIndexPath }

  /// Called before changes of the items are shown, when the items are counted and `prepare` was called for the new ones. An override calls `super`.
  open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}

  /// Called when the layout was asked for the beginnings and ends of all cells that come and go, inside of their animation: what changes here is
  /// animated along.
  open func finalizeCollectionViewUpdates() {}

  /// Called before cells move because the size changes, inside of an animation of that. An override calls `super`.
  open func prepare(forAnimatedBoundsChange oldBounds: Rect) {}

  /// Called afterwards, inside of the same animation.
  open func finalizeAnimatedBoundsChange() {}

  /// How the cell of a new item looks before it comes. The default is its place with alpha 0; nil means the same.
  open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    let place =
      appearing?.indexPath == itemIndexPath ? appearing : layoutAttributesForItem(at: itemIndexPath)
    let attributes = place?.copy() as? UICollectionViewLayoutAttributes
    attributes?.alpha = 0
    return attributes
  }

  /// The frames are to be computed anew, before the next layout: calls `invalidateLayout(with:)`. An override calls `super`.
  open func invalidateLayout() {
    let context = makeContext()
    context.invalidateEverything = true
    context.invalidateDataSourceCounts = countsAreStale
    invalidateLayout(with: context)
  }

  /// Frames are to be computed anew before the next layout: what the context names and, after a change of the bounds, what depends on them.
  /// An override calls `super`.
  open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    guard let view = collectionView else { return }
    let way = context.contentOffsetAdjustment
    if way != .zero, !view.isDragging { view.contentOffset = view.contentOffset + way }
    view.layoutIsStale()
  }

  /// The class of the contexts that the layout makes.
  open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }
  /// The class of the attributes that a flow layout makes.
  open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }

  /// What is to be computed anew for other bounds, where `shouldInvalidateLayout` says that something is.
  open func invalidationContext(forBoundsChange newBounds: Rect) -> UICollectionViewLayoutInvalidationContext
  {
    makeContext()
  }

  private func makeContext() -> UICollectionViewLayoutInvalidationContext {
    let type = Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
    return type.map { DefaultMade.make($0) } ?? UICollectionViewLayoutInvalidationContext()
  }

  /// Registers a class for views that the layout makes by itself: those in its attributes of decoration views.
  public final func register(
    _ viewClass: UICollectionReusableView.Type?, forDecorationViewOfKind elementKind: String
  ) { decorations[elementKind] = viewClass }

  /// Where a view is that the layout makes by itself; nil for one that does not exist.
  open func layoutAttributesForDecorationView(ofKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { nil }

  /// How the cell of a removed item looks at the end of its animation; nil: it is removed at once. Unless overridden, it fades out.
  open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    let attributes = disappearing?.copy() as? UICollectionViewLayoutAttributes
    attributes?.alpha = 0
    return attributes
  }

  // MARK: For layouts that scroll sections by themselves, and measure views

  func lanes(in rect: Rect) -> [LanePlace] { [] }
  func laneOffset(_ section: Int) -> Double { 0 }
  func laneMoved(_ section: Int, to offset: Double) {}
  func laneRest(_ section: Int, _ proposed: Double, _ now: Double, _ velocity: Double) -> Double { proposed }
  /// A view has said what it needs; whether that moves anything.
  func take(_ preferred: UICollectionViewLayoutAttributes) -> Bool { false }
  /// Whether lengths may be estimates until views are measured.
  var mayEstimate: Bool { false }
  /// The items are others.
  func forgetMeasures() {}
  func moveMeasures(_ place: (IndexPath) -> IndexPath?) {}
  /// Of a section that is a list.
  func list(_ section: Int) -> UICollectionLayoutListConfiguration? { nil }
  /// Whether a swipe may reveal buttons beside an item.
  var hasSwipes: Bool { false }
  /// The class of what the layout makes by itself.
  func decorationClass(_ kind: String) -> UICollectionReusableView.Type? { decorations[kind] }
}
