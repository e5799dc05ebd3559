/// A view that a collection uses again for other places: a cell, or what is above or below a section.
open class UICollectionReusableView: PlacedView {
  override class var standardHitTestClass: UIView.Type { UICollectionReusableView.self }

  /// The identifier with which its class was registered; nil for a view that is not used again.
  public final internal(set) var reuseIdentifier: String?
  /// Whether what it needs may have changed; see UICollectionView+Measures.swift.
  final var needsMeasure = true
  /// Whether its attributes have hidden it.
  final var isHiddenByLayout = false
  /// How it looks at its place in a list. Set by the collection.
  final var row: ListRow? { didSet { if row != oldValue { placeChanged() } } }

  override var directionSource: UIView? { parent as? UIScrollView }

  func placeChanged() {}

  /// A view with a frame. The collection calls it with the size that the layout gives.
  public override init(frame: Rect) { super.init(frame: frame) }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  /// See ``PlacedView``. Not available, so that subclasses need not have it.
  @available(*, unavailable)
  public required convenience init(placed frame: Rect) { self.init(frame: frame) }

  /// Called before the view is used for another place. Does nothing unless overridden.
  open func prepareForReuse() {}

  /// Called before the view is placed, with what the layout says about it. Does nothing unless overridden.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

  /// What the view needs: called for estimated lengths when it comes into sight, with what the layout says. Unless overridden, the constraints
  /// say it.
  open func preferredLayoutAttributesFitting(_ layoutAttributes: UICollectionViewLayoutAttributes)
    -> UICollectionViewLayoutAttributes
  {
    guard !layoutAttributes.estimates.isEmpty,
      let preferred = layoutAttributes.copy() as? UICollectionViewLayoutAttributes
    else { return layoutAttributes }
    let size = fittingSize(layoutAttributes.size, layoutAttributes.estimates)
    preferred.size = layoutAttributes.size.replacing(layoutAttributes.estimates, by: size)
    return preferred
  }

  /// Its content has changed: the collection asks what it needs.
  final func sizeMayHaveChanged() {
    needsMeasure = true
    host?.elementMayHaveChanged()
  }

  /// The collection that shows it.
  final var host: (any ElementHost)? {
    var view = superview
    while let around = view {
      if let host = around as? any ElementHost { return host }
      view = around.superview
    }
    return nil
  }

  /// The size that the content needs where it is open.
  func fittingSize(_ size: Size, _ open: LayoutAxes) -> Size { fitted(self, size, open) }

  final func fitted(_ view: UIView, _ size: Size, _ open: LayoutAxes) -> Size {
    let solved = view.systemLayoutSizeFitting(
      Size(open.horizontal ? 0 : size.width, open.vertical ? 0 : size.height),
      withHorizontalFittingPriority: open.horizontal ? .fittingSizeLevel : .required,
      verticalFittingPriority: open.vertical ? .fittingSizeLevel : .required)
    // Without constraints the estimate holds.
    return Size(solved.width > 0 ? solved.width : size.width, solved.height > 0 ? solved.height : size.height)
  }
}

/// A collection, as its views know it.
protocol ElementHost: AnyObject {
  func elementMayHaveChanged()
  var isEditingElements: Bool { get }
  /// Shows or hides what belongs to an item.
  func toggleOutline(of view: UIView?)
  /// Opens the buttons beside an item.
  func openSwipe(of view: UIView?)
  /// Whether the user moves an item.
  func isMoving(_ view: UIView) -> Bool
  /// A finger moves an item by its handle.
  func move(_ view: UIView?, by handle: UIPanGestureRecognizer)
}
