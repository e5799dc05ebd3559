/// One row on the screen.
open class UITableViewCell: UIView {
  override class var standardHitTestClass: UIView.Type { UITableViewCell.self }

  /// The identifier for `dequeueReusableCell`; nil for a cell that is not reused.
  public final let reuseIdentifier: String?
  /// What the row shows, unless a subclass draws something else.
  open var text = "" { didSet { if text != oldValue { setNeedsDisplay() } } }
  /// Whether a finger is down in the row. Set by the table.
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsDisplay() } } }
  /// Whether the row is selected. Set by the table.
  open var isSelected = false { didSet { if isSelected != oldValue { setNeedsDisplay() } } }
  /// Which row it shows.
  final var indexPath: IndexPath?

  /// A cell with an identifier for reuse. The table sets its frame.
  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, label: text, traits: isSelected ? [.button, .selected] : .button)
  }

  open override func draw(_ rect: Rect) { drawRow() }

  /// It will show another row.
  open func prepareForReuse() {}
}
