/// One row on the screen.
open class UITableViewCell: UIView {
  public final let reuseIdentifier: String?
  open var text = ""
  open var isHighlighted = false
  open var isSelected = false
  /// Which row it shows.
  final var indexPath: IndexPath?

  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  /// It will show another row.
  open func prepareForReuse() {}
}
