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

  /// Calls `updateConfiguration(using:)` before the next layout.
  public final func setNeedsUpdateConfiguration() { configured.setNeedsUpdate(of: self) }
}
