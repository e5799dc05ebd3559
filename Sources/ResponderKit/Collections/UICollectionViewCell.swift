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

  /// What is behind the contents; nil, the default: what the cell has by itself. It follows the item's state.
  open var backgroundConfiguration: UIBackgroundConfiguration? {
    didSet { if backgroundConfiguration != oldValue { showBackgroundConfiguration() } }
  }
  /// Whether the background is changed for the item's state by ``UIBackgroundConfiguration/updated(for:)``. True by default.
  open var automaticallyUpdatesBackgroundConfiguration = true { didSet { showBackgroundConfiguration() } }
  private var plate: BackgroundPlate?
  /// Whether the hooks for states are being called.
  private var isUpdating = false
  /// Where its item is in an outline. Set by the collection.
  final var outline: OutlinePlace? {
    didSet {
      guard outline != oldValue else { return }
      outlineChanged()
      setNeedsUpdateConfiguration()
    }
  }

  final let configured = ContentPlace()
  /// Called when the item's state changes, with the cell and its state; it may set `contentConfiguration`.
  open var configurationUpdateHandler: ConfigurationUpdateHandler? {
    didSet { setNeedsUpdateConfiguration() }
  }
  /// What is called when an item's state changes.
  public typealias ConfigurationUpdateHandler = (UICollectionViewCell, UICellConfigurationState) -> Void

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
    let view = ContentRoom(frame: Rect(origin: .zero, size: frame.size))
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

  /// The background that is right where the cell is, before the program changes it: for a cell that is no row of a list, nothing.
  open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { .clear() }

  private func showBackgroundConfiguration() {
    // An update shows it once, at its end.
    if isUpdating { return }
    showPlate(configurationState)
    if plate != nil { setNeedsUpdateConfiguration() }
  }

  private func showPlate(_ state: UICellConfigurationState) {
    let shown =
      automaticallyUpdatesBackgroundConfiguration
      ? backgroundConfiguration?.updated(for: state) : backgroundConfiguration
    plate = BackgroundPlate.shown(shown, by: plate, in: self, above: backgroundView)
    if let plate { backgroundShown(by: plate) }
  }

  func backgroundShown(by plate: BackgroundPlate) {}
  final var shownPlate: BackgroundPlate? { plate }
  func outlineChanged() {}
  /// Whether a touch of the item shows or hides what belongs to it.
  var togglesOnTap: Bool { false }

  private func showState() {
    selectedBackgroundView?.isHidden = !(isHighlighted || isSelected)
    setNeedsUpdateConfiguration()
  }

  /// The item's state now. Subclasses override it to add values of their own, and call `setNeedsUpdateConfiguration()` when those change.
  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    state.isHighlighted = isHighlighted
    state.isSelected = isSelected
    state.isDisabled = !isUserInteractionEnabled
    state.isExpanded = outline?.isExpanded == true
    state.isEditing = host?.isEditingElements == true
    state.isReordering = host?.isMoving(self) == true
    return state
  }

  /// The item's state has changed: called before the first layout, too. For subclasses, which call `super`.
  open func updateConfiguration(using state: UICellConfigurationState) {
    configurationUpdateHandler?(self, state)
  }

  private func updateConfigurationIfNeeded() {
    guard configured.needsUpdate else { return }
    let state = configurationState
    configured.updateIfNeeded(for: state, in: contentView) {
      isUpdating = true
      updateConfiguration(using: state)
      isUpdating = false
      if backgroundConfiguration != nil || plate != nil { showPlate(state) }
    }
  }

  open override func layoutSubviews() {
    updateConfigurationIfNeeded()
    super.layoutSubviews()
  }

  override func fittingSize(_ size: Size, _ open: LayoutAxes) -> Size {
    updateConfigurationIfNeeded()
    if !open.horizontal, let height = configured.height(inWidth: size.width) {
      return Size(size.width, height)
    }
    if let wanted = configured.view?.intrinsicContentSize, wanted.width > 0, wanted.height > 0 {
      return wanted
    }
    return fitted(contentView, size, open)
  }

  /// The words of the labels in it.
  override var accessibilityDefault: AccessibilityDefault {
    let texts = contentView.labelTexts
    return .init(
      isElement: true, label: texts.isEmpty ? nil : texts.joined(separator: ", "),
      traits: isSelected ? [.button, .selected] : .button)
  }
}
