/// What an item shows by a configuration.
extension UICollectionViewCell {
  /// What the item shows, in addition to the program's own views in `contentView`; nil by default.
  public final var contentConfiguration: (any UIContentConfiguration)? {
    get { configured.configuration }
    set {
      configured.show(newValue, in: contentView)
      sizeMayHaveChanged()
    }
  }

  /// Whether the configuration is changed for the item's state by ``UIContentConfiguration/updated(for:)``. True by default.
  public final var automaticallyUpdatesContentConfiguration: Bool {
    get { configured.followsStates }
    set { configured.followsStates = newValue }
  }

  /// The item's state now.
  public final var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    state.isHighlighted = isHighlighted
    state.isSelected = isSelected
    state.isDisabled = !isUserInteractionEnabled
    return state
  }

  /// Calls `updateConfiguration(using:)` before the next layout.
  public final func setNeedsUpdateConfiguration() { configured.setNeedsUpdate(of: self) }
}

/// A cell for lists, as a table's rows are.
open class UICollectionViewListCell: UICollectionViewCell {
  override class var standardHitTestClass: UIView.Type { UICollectionViewListCell.self }

  /// An empty cell with a frame.
  public override init(frame: Rect) { super.init(frame: frame) }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  /// See ``PlacedView``. Not available, so that subclasses need not have it.
  @available(*, unavailable)
  public required convenience init(placed frame: Rect) { self.init(frame: frame) }

  /// An empty configuration for rows of a list.
  public final func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }
}
