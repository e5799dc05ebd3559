/// A view that a collection uses again for other places: a cell, or what is above or below a section.
open class UICollectionReusableView: PlacedView {
  override class var standardHitTestClass: UIView.Type { UICollectionReusableView.self }

  /// The identifier with which its class was registered; nil for a view that is not used again.
  public final internal(set) var reuseIdentifier: String?

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
}
