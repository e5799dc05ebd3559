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
    state.isExpanded = outline?.isExpanded == true
    state.isEditing = host?.isEditingElements == true
    state.isReordering = host?.isMoving(self) == true
    return state
  }

  /// Calls `updateConfiguration(using:)` before the next layout.
  public final func setNeedsUpdateConfiguration() { configured.setNeedsUpdate(of: self) }
}
