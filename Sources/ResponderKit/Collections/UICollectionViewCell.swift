/// One item of a collection on the screen.
open class UICollectionViewCell: UICollectionReusableView {
  override class var standardHitTestClass: UIView.Type { UICollectionViewCell.self }

  /// Holds what the item shows; as large as the cell.
  public final let contentView: UIView
  /// Whether a finger is down in the item. Set by the collection.
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { showState() } } }
  /// Whether the item is selected. Set by the collection.
  open var isSelected = false { didSet { if isSelected != oldValue { showState() } } }
  /// A view behind everything, as large as the cell.
  open var backgroundView: UIView? {
    didSet { if backgroundView !== oldValue { exchange(oldValue, backgroundView) } }
  }
  /// A view in front of `backgroundView` that is shown while the item is pressed or selected.
  open var selectedBackgroundView: UIView? {
    didSet { if selectedBackgroundView !== oldValue { exchange(oldValue, selectedBackgroundView) } }
  }

  /// An empty cell with a frame. The collection calls it with the size that the layout gives.
  public override init(frame: Rect) {
    contentView = Self.makeContents(frame)
    super.init(frame: frame)
    addSubview(contentView)
  }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    contentView = Self.makeContents(.zero)
    super.init(coder: coder)
    addSubview(contentView)
  }

  /// See ``PlacedView``. Not available, so that subclasses need not have it.
  @available(*, unavailable)
  public required convenience init(placed frame: Rect) { self.init(frame: frame) }

  private static func makeContents(_ frame: Rect) -> UIView {
    let view = UIView(frame: Rect(origin: .zero, size: frame.size))
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    return view
  }

  private func exchange(_ old: UIView?, _ new: UIView?) {
    if old?.superview === self { old?.removeFromSuperview() }
    if let new {
      new.frame = bounds
      new.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      insertSubview(new, at: 0)
    }
    if let backgroundView { sendSubviewToBack(backgroundView) }
    showState()
  }

  private func showState() { selectedBackgroundView?.isHidden = !(isHighlighted || isSelected) }

  /// The words of the labels in it.
  override var accessibilityDefault: AccessibilityDefault {
    var texts: [String] = []
    var views = [contentView]
    while let view = views.popLast() {
      if let text = (view as? UILabel)?.text, !text.isEmpty, !view.isHidden { texts.append(text) }
      views += view.subviews.reversed()
    }
    return .init(
      isElement: true, label: texts.isEmpty ? nil : texts.joined(separator: ", "),
      traits: isSelected ? [.button, .selected] : .button)
  }
}
