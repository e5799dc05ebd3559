/// A view that a collection makes by its class, which the program has registered, in the size that the layout gives it. Not for programs: see
/// ``DefaultMade``.
open class PlacedView: UIView {
  /// A view with a frame.
  public override init(frame: Rect) { super.init(frame: frame) }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  /// A view at its place. Subclasses override it by one that is not available.
  public required convenience init(placed frame: Rect) { self.init(frame: frame) }
}
