/// What a row shows by a configuration.
extension UITableViewCell {
  /// What the row shows, in place of its texts and its picture; nil, the default: those.
  public final var contentConfiguration: (any UIContentConfiguration)? {
    get { configured.configuration }
    set {
      configured.show(newValue, in: contentView)
      for view in [shownText, shownDetail, shownPicture] { view?.isHidden = newValue != nil }
      partsChanged()
      (superview as? UITableView)?.contentChanged(of: self)
    }
  }

  /// Whether the configuration is changed for the row's state by ``UIContentConfiguration/updated(for:)``. True by default.
  public final var automaticallyUpdatesContentConfiguration: Bool {
    get { configured.followsStates }
    set { configured.followsStates = newValue }
  }

  /// An empty configuration for the row's style.
  public final func defaultContentConfiguration() -> UIListContentConfiguration {
    switch style {
    case .default: .cell()
    case .subtitle: .subtitleCell()
    case .value1, .value2: .valueCell()
    }
  }

  /// The background of a row in its table, before the program changes it.
  public final func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    isGrouped ? .listGroupedCell() : .listPlainCell()
  }

  final func backgroundConfigurationChanged() {
    if backgroundConfiguration != nil { backgroundColor = nil }
    if superview != nil { takeGroupColor() }
    setNeedsDisplay()
  }

  /// Gives a row of a table with groups the color of those, where it has neither a color nor a configuration.
  final func takeGroupColor() {
    guard isGrouped, backgroundColor == nil, backgroundConfiguration == nil else { return }
    backgroundColor = .secondarySystemGroupedBackground
  }

  /// What is drawn behind the contents; nil: the row has no configuration.
  final var shownBackgroundConfiguration: UIBackgroundConfiguration? {
    guard let backgroundConfiguration else { return nil }
    guard automaticallyUpdatesBackgroundConfiguration else { return backgroundConfiguration }
    var state = configurationState
    // What the row itself contributes; what an overridden state adds stays.
    if selectionStyle == .none {
      if isHighlighted { state.isHighlighted = false }
      if isSelected { state.isSelected = false }
    }
    return backgroundConfiguration.updated(for: state)
  }

  /// Calls `updateConfiguration(using:)` before the next layout.
  public final func setNeedsUpdateConfiguration() { configured.setNeedsUpdate(of: self) }

  final func updateConfigurationIfNeeded() {
    configured.updateIfNeeded(for: configurationState, in: contentView) {
      updateConfiguration(using: configurationState)
      if backgroundConfiguration != nil { setNeedsDisplay() }
    }
  }
}

extension UITableViewHeaderFooterView {
  /// What the view shows, in place of its text; nil, the default: that.
  public final var contentConfiguration: (any UIContentConfiguration)? {
    get { configured.configuration }
    set {
      configured.show(newValue, in: contentView)
      shownText?.isHidden = newValue != nil
      setNeedsLayout()
    }
  }

  /// An empty configuration for what is above a section.
  public final func defaultContentConfiguration() -> UIListContentConfiguration { .plainHeader() }
}
