/// One row on the screen.
open class UITableViewCell: UIView {
  public final let reuseIdentifier: String?
  open var text = "" { didSet { if text != oldValue { setNeedsDisplay() } } }
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsDisplay() } } }
  open var isSelected = false { didSet { if isSelected != oldValue { setNeedsDisplay() } } }
  /// Which row it shows.
  final var indexPath: IndexPath?

  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  open override func draw(_ rect: Rect) { drawRow() }

  /// It will show another row.
  open func prepareForReuse() {}
}
