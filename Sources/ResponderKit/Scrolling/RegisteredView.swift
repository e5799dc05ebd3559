/// A view that a table or a collection makes by its class, which the program has registered. Not for programs: see ``DefaultMade``.
open class RegisteredView: UIView {
  /// A view of no size.
  public override init(frame: Rect) { super.init(frame: frame) }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  /// A view for rows of an identifier. Subclasses override it by one that is not available.
  public required convenience init(registered identifier: String) { self.init(frame: .zero) }
}
