/// The classes that a collection makes views of, and views that it does not need now.
struct CollectionElements {
  /// A view beside the cells.
  struct ElementKey: Hashable {
    var kind: String
    var place: IndexPath
    /// Whether the layout makes it by itself.
    var isDecoration = false
  }

  /// A class or a spare view; nil as the kind of cells.
  struct ElementClass: Hashable {
    var kind: String?
    var identifier: String
  }

  var registered: [ElementClass: UICollectionReusableView.Type] = [:]
  var spare: [ElementClass: [UICollectionReusableView]] = [:]
  /// The cell that is set up anew: it is dequeued once more.
  var kept: UICollectionReusableView?
  var isEditing = false
  /// The item that is swiped aside, and whether a finger is doing so.
  var swipe: RowSwipe?
  var isSwiping = false
  var swipePan: RowSwipePan?
  /// The item that is moved; see UICollectionView+Movement.swift.
  var move: ItemMove?
  /// What the collection has for drags, once it has a delegate for them; see UICollectionView+Dragging.swift.
  var dragging: ListDragging?
  var prefetching = Prefetching()
  /// The size category that items were measured in.
  var category = UIContentSizeCategory.unspecified
  var selfSizing = UICollectionView.SelfSizingInvalidation.enabled
  /// What the data source is asked for now: a new view gets its size.
  var asked: UICollectionViewLayoutAttributes?
}

/// What is in sight, by the layout.
struct WantedElements {
  var cells: [IndexPath: UICollectionViewLayoutAttributes] = [:]
  var beside: [CollectionElements.ElementKey: UICollectionViewLayoutAttributes] = [:]
}

/// Visible cells and supplementary views: how they are chosen, made and recycled.
extension UICollectionView {
  /// Chooses the class of the cells that `dequeueReusableCell` makes for an identifier; nil: none.
  public final func register(
    _ cellClass: UICollectionViewCell.Type?, forCellWithReuseIdentifier identifier: String
  ) {
    elements.registered[.init(kind: nil, identifier: identifier)] = cellClass
  }

  /// Chooses the class of the views beside the cells that `dequeueReusableSupplementaryView` makes for a kind and an identifier; nil: none.
  public final func register(
    _ viewClass: UICollectionReusableView.Type?, forSupplementaryViewOfKind elementKind: String,
    withReuseIdentifier identifier: String
  ) {
    elements.registered[.init(kind: elementKind, identifier: identifier)] = viewClass
  }

  /// A cell for `cellForItemAt`: one that is out of sight, or a new one of the registered class; without one, an empty cell. It has its size already.
  public final func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
    -> UICollectionViewCell
  {
    let attributes = asked(nil, indexPath) ?? layoutAttributesForItem(at: indexPath)
    let found = dequeue(.init(kind: nil, identifier: identifier), attributes)
    if let cell = found as? UICollectionViewCell { return cell }
    let cell = UICollectionViewCell(frame: attributes?.frame ?? .zero)
    cell.reuseIdentifier = identifier
    return cell
  }

  /// A view beside the cells, for `viewForSupplementaryElementOfKind`: one that is out of sight, or a new one of the registered class; without one, an
  /// empty view.
  public final func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView {
    let attributes =
      asked(elementKind, indexPath)
      ?? collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: elementKind, at: indexPath)
    let key = CollectionElements.ElementClass(kind: elementKind, identifier: identifier)
    if let view = dequeue(key, attributes) { return view }
    let view = UICollectionReusableView(frame: attributes?.frame ?? .zero)
    view.reuseIdentifier = identifier
    return view
  }

  private func asked(_ kind: String?, _ place: IndexPath) -> UICollectionViewLayoutAttributes? {
    elements.asked.flatMap { $0.representedElementKind == kind && $0.indexPath == place ? $0 : nil }
  }

  final func dequeue(
    _ key: CollectionElements.ElementClass, _ attributes: UICollectionViewLayoutAttributes?
  )
    -> UICollectionReusableView?
  {
    if let view = elements.kept, view.reuseIdentifier == key.identifier {
      elements.kept = nil
      return view
    }
    if let view = elements.spare[key]?.popLast() {
      view.isHiddenByLayout = false
      if view.isHidden { view.isHidden = false }
      view.prepareForReuse()
      if let attributes { UIView.performWithoutAnimation { attributes.apply(to: view) } }
      return view
    }
    // As the root class's, whose initializer is available.
    let type: PlacedView.Type? = elements.registered[key]
    let view = type?.init(placed: attributes?.frame ?? .zero) as? UICollectionReusableView
    view?.reuseIdentifier = key.identifier
    view?.row = attributes?.row
    return view
  }

  final func recycle(_ cell: UICollectionViewCell, _ item: IndexPath) {
    cell.needsMeasure = true
    cell.removeFromSuperview()
    cell.isHighlighted = false
    cell.isSelected = false
    if let identifier = cell.reuseIdentifier {
      elements.spare[.init(kind: nil, identifier: identifier), default: []].append(cell)
    }
    listener?.collectionView(self, didEndDisplaying: cell, forItemAt: source(of: item))
  }

  final func recycle(_ view: UICollectionReusableView, _ key: CollectionElements.ElementKey) {
    view.needsMeasure = true
    view.removeFromSuperview()
    if let identifier = view.reuseIdentifier {
      elements.spare[.init(kind: key.kind, identifier: identifier), default: []].append(view)
    }
    guard !key.isDecoration else { return }
    listener?.collectionView(
      self, didEndDisplayingSupplementaryView: view, forElementOfKind: key.kind, at: key.place)
  }

  final var listener: (any UICollectionViewDelegate)? { delegate as? any UICollectionViewDelegate }

  // MARK: What is in sight

  /// Whether the collection shows what a layout answers for a part of the content: it may answer with more than was asked for, and with items that do not exist.
  final func isShown(_ attributes: UICollectionViewLayoutAttributes, in part: Rect) -> Bool {
    guard attributes.transform3D != CATransform3D() || attributes.frame.intersects(part) else { return false }
    return attributes.representedElementKind != nil || exists(attributes.indexPath)
  }

  /// What the layout has in the bounds, without items that do not exist.
  final func wantedElements() -> WantedElements {
    var wanted = WantedElements()
    guard dataSource != nil else { return wanted }
    for attributes in collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []
    where isShown(attributes, in: bounds) {
      let place = attributes.indexPath
      if let kind = attributes.representedElementKind {
        wanted.beside[.init(kind: kind, place: place, isDecoration: attributes.isDecoration)] = attributes
      } else {
        wanted.cells[place] = attributes
      }
    }
    if let move = elements.move { wanted.cells[move.to] = attributes(of: move) }
    if let lifted = elements.dragging?.lifted?.place {
      let held = elements.move.map { ItemMove.place(of: lifted, when: $0.from, movesTo: $0.to) } ?? lifted
      // The finger's touch is in its cell.
      if shown[held] != nil, wanted.cells[held] == nil {
        wanted.cells[held] = layoutAttributesForItem(at: held)
      }
    }
    return wanted
  }
}
