/// One row on the screen.
open class UITableViewCell: RegisteredView {
  override class var standardHitTestClass: UIView.Type { UITableViewCell.self }

  /// How the texts of a row are placed.
  public enum CellStyle: Hashable, Sendable {
    /// One text from the left.
    case `default`
    /// A text from the left, and a gray one at the right.
    case value1
    /// A short text in the tint color, and another one beside it.
    case value2
    /// A text, and a smaller gray one below it.
    case subtitle
  }

  /// What is drawn at the right of a row.
  public enum AccessoryType: Hashable, Sendable {
    /// Nothing, or an arrow for rows that open something.
    case none, disclosureIndicator
    /// The letter i in a circle, with that arrow or without it; they are not buttons of their own here.
    case detailDisclosureButton, detailButton
    /// A check mark in the tint color.
    case checkmark
  }

  /// Whether the row shows that it is pressed or selected. The kinds but `none` look alike.
  public enum SelectionStyle: Hashable, Sendable {
    /// Not at all, or by a gray background.
    case none, blue, gray, `default`
  }

  /// The identifier for `dequeueReusableCell`; nil for a cell that is not reused.
  public final let reuseIdentifier: String?
  /// How `textLabel` and `detailTextLabel` are placed.
  final let style: CellStyle
  /// What the row draws while it has no `textLabel`, unless a subclass draws something else.
  open var text = "" { didSet { if text != oldValue { setNeedsDisplay() } } }
  /// Whether a finger is down in the row. Set by the table.
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { stateChanged(animated: false) } } }
  /// Whether the row is selected. Set by the table.
  open var isSelected = false { didSet { if isSelected != oldValue { stateChanged(animated: false) } } }
  /// Whether the row shows that it is pressed or selected.
  open var selectionStyle = SelectionStyle.default { didSet { stateChanged(animated: false) } }
  /// What is drawn at the right, if there is no `accessoryView`.
  open var accessoryType = AccessoryType.none { didSet { if accessoryType != oldValue { partsChanged() } } }
  /// A view at the right, in its own size.
  open var accessoryView: UIView? {
    didSet { if accessoryView !== oldValue { exchange(oldValue, accessoryView, atBack: false) } }
  }
  /// A view behind everything, as large as the row.
  open var backgroundView: UIView? {
    didSet { if backgroundView !== oldValue { exchange(oldValue, backgroundView, atBack: true) } }
  }
  /// A view behind the contents that is shown while the row is pressed or selected, in place of a gray background.
  open var selectedBackgroundView: UIView? {
    didSet {
      guard selectedBackgroundView !== oldValue else { return }
      exchange(oldValue, selectedBackgroundView, atBack: true)
      stateChanged(animated: false)
    }
  }
  /// Shown in place of `selectedBackgroundView` in a table of which several rows can be selected; nil, the default: none.
  open var multipleSelectionBackgroundView: UIView? {
    didSet {
      guard multipleSelectionBackgroundView !== oldValue else { return }
      exchange(oldValue, multipleSelectionBackgroundView, atBack: true)
      stateChanged(animated: false)
    }
  }
  /// What is behind the contents, in place of `backgroundColor` and of the gray of a row that is pressed or selected; nil, the default: those. It follows the
  /// row's state.
  open var backgroundConfiguration: UIBackgroundConfiguration? {
    didSet { if backgroundConfiguration != oldValue { backgroundConfigurationChanged() } }
  }
  /// Whether the background is changed for the row's state by ``UIBackgroundConfiguration/updated(for:)``. True by default.
  open var automaticallyUpdatesBackgroundConfiguration = true { didSet { setNeedsDisplay() } }
  /// Whether its table has groups. Set when it is made.
  final var isGrouped = false
  /// How many times the texts and the picture are moved from where the row begins; 0 by default. Content configurations are not moved.
  open var indentationLevel = 0 { didSet { if indentationLevel != oldValue { partsChanged() } } }
  /// How far that is each time: 10 points by default.
  open var indentationWidth = 10.0 { didSet { if indentationWidth != oldValue { partsChanged() } } }
  /// Leading edge of the row's texts, after the picture. The separator starts there.
  final var lineStart = 16.0 { didSet { if lineStart != oldValue { setNeedsDisplay() } } }
  /// The line's distance from the row's left and right edges. Unless it is set, the line begins at the texts of a row with a picture.
  open var separatorInset: EdgeInsets {
    get { setSeparatorInset ?? .separator }
    set { separatorInsets.own = newValue }
  }
  /// What was set in the row, what its table has for it, and whether the table's is added to the automatic ones.
  final var separatorInsets: (own: EdgeInsets?, table: EdgeInsets?, isAdded: Bool) = (nil, nil, false) {
    didSet { setNeedsDisplay() }
  }
  /// The inset that counts; nil: none was set.
  final var setSeparatorInset: EdgeInsets? { separatorInsets.own ?? separatorInsets.table }
  /// The color of the line below the row; nil: no line. Set by the table.
  final var separatorColor: UIColor? = ControlLooks.rowLine {
    didSet { if separatorColor != oldValue { setNeedsDisplay() } }
  }
  /// The corners that are round, at which the row is cut. Set by the table.
  final var groupCorners: CACornerMask = [] {
    didSet { if groupCorners != oldValue { roundCorners() } }
  }
  /// Which row it shows.
  final var indexPath: IndexPath?
  /// What it has for editing; see UITableViewCell+Editing.swift.
  final var editing: RowEditing?

  /// Whether its texts and pictures have the looks of a row that is pressed or selected.
  final var isLit = false
  private final var contents: UIView?
  private final var labels: (text: UILabel?, detail: UILabel?) = (nil, nil)
  private final var pictureView: UIImageView?

  final let configured = ContentPlace()
  /// Called when the row's state changes, with the row and its state; it may set `contentConfiguration`.
  open var configurationUpdateHandler: ConfigurationUpdateHandler? {
    didSet { setNeedsUpdateConfiguration() }
  }
  /// What is called when the row's state changes.
  public typealias ConfigurationUpdateHandler = (UITableViewCell, UICellConfigurationState) -> Void

  /// A cell with an identifier for reuse. The table sets its frame.
  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    style = .default
    super.init(frame: .zero)
  }

  /// A cell whose texts are placed in one of four ways. The table sets its frame.
  public init(style: CellStyle, reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    self.style = style
    super.init(frame: .zero)
  }

  /// A cell without an identifier, also as `UITableViewCell()`.
  public override init(frame: Rect) {
    reuseIdentifier = nil
    style = .default
    super.init(frame: frame)
  }

  /// A cell without an identifier, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    reuseIdentifier = nil
    style = .default
    super.init(coder: coder)
  }

  /// See ``RegisteredView``. Not available, so that subclasses need not have it.
  @available(*, unavailable)
  public required convenience init(registered identifier: String) {
    self.init(style: .default, reuseIdentifier: identifier)
  }

  // MARK: What it shows

  /// Holds what the row shows, beside its accessory.
  public final var contentView: UIView {
    if let contents { return contents }
    let view = ContentRoom(frame: bounds)
    // It has the size of a row before the layout: constraints are not to be solved in that of another one.
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.layoutMargins = EdgeInsets(top: 11, left: 16, bottom: 11, right: 16)
    contents = view
    addSubview(view)
    setNeedsLayout()
    return view
  }
  final var loadedContentView: UIView? { contents }

  /// The row's text; created on first use. Never nil, but Optional as in UIKit.
  open var textLabel: UILabel? {
    if let label = labels.text { return label }
    let label = TableLabel()
    label.font = style == .value2 ? .scalable(15, .subheadline) : .scalable(17, .body)
    label.textColor = style == .value2 ? tintColor : .label
    labels.text = label
    return add(label)
  }

  /// The row's second text, created on first use; nil with the style `default`.
  open var detailTextLabel: UILabel? {
    guard style != .default else { return nil }
    if let label = labels.detail { return label }
    let label = TableLabel()
    label.font =
      style == .subtitle
      ? .scalable(12, .caption1) : style == .value2 ? .scalable(15, .subheadline) : .scalable(17, .body)
    label.textColor = style == .value1 ? .secondaryLabel : .label
    labels.detail = label
    return add(label)
  }

  /// The picture at the left, created on first use. Never nil, but Optional as in UIKit.
  open var imageView: UIImageView? {
    if let pictureView { return pictureView }
    let view = TableImageView()
    view.contentMode = .scaleAspectFit
    pictureView = view
    return add(view)
  }

  final var shownText: UILabel? { labels.text }
  final var shownDetail: UILabel? { labels.detail }
  final var shownPicture: UIImageView? { pictureView }

  private func add<Part: UIView>(_ part: Part) -> Part {
    contentView.addSubview(part)
    if isLit { light(part) }
    setNeedsDisplay()
    return part
  }

  /// Shows or hides that the row is pressed. Called by the table, too. `animated` has no effect.
  open func setHighlighted(_ highlighted: Bool, animated: Bool) { isHighlighted = highlighted }
  /// Shows or hides that the row is selected. Called by the table, too. `animated` has no effect.
  open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }

  /// Whether the row shows that it is edited. Set by the table.
  open var isEditing: Bool {
    get { editing?.isOn ?? false }
    set { setEditing(newValue, animated: false) }
  }
  /// Shows or hides that the row is edited. Called by the table, inside of an animation if there is one.
  open func setEditing(_ editing: Bool, animated: Bool) {
    guard editing != isEditing else { return }
    changeState(isOn: editing)
    setNeedsUpdateConfiguration()
    partsChanged()
  }
  /// Called before the row's parts for editing, or the buttons beside it, come or go. Does nothing unless overridden.
  open func willTransition(to state: StateMask) {}
  /// Called when these have come or gone, at the end of an animation. Does nothing unless overridden.
  open func didTransition(to state: StateMask) {}

  override var accessibilityDefault: AccessibilityDefault {
    let texts =
      configured.view?.labelTexts
      ?? [labels.text?.text, labels.detail?.text].compactMap { $0 }.filter { !$0.isEmpty }
    return .init(
      isElement: true, label: texts.isEmpty ? text : texts.joined(separator: ", "),
      traits: isSelected ? [.button, .selected] : .button)
  }

  open override func draw(_ rect: Rect) { drawRow() }
  override var directionSource: UIView? { parent as? UITableView }

  /// It will show another row.
  open func prepareForReuse() {}

  /// The row's state now. Subclasses override it to add values of their own, and call `setNeedsUpdateConfiguration()` when those change.
  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    state.isHighlighted = isHighlighted
    state.isSelected = isSelected
    state.isEditing = isEditing
    state.isDisabled = !isUserInteractionEnabled
    return state
  }

  /// The row's state has changed: called before the first layout, too. For subclasses, which call `super`.
  open func updateConfiguration(using state: UICellConfigurationState) {
    configurationUpdateHandler?(self, state)
  }

  /// Places the texts, the picture and the accessory. A subclass that overrides this calls `super`.
  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutParts()
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(size.width, heightOfParts(width: size.width))
  }
}

/// A row's text: a change of it places the row's parts anew.
private final class TableLabel: PartLabel {
  override class var standardHitTestClass: UIView.Type { TableLabel.self }
  override var text: String? { didSet { if text != oldValue { superview?.superview?.setNeedsLayout() } } }
  override var font: UIFont! { didSet { if font != oldValue { superview?.superview?.setNeedsLayout() } } }
}

/// A row's picture: another one places the row's parts anew.
private final class TableImageView: UIImageView {
  override class var standardHitTestClass: UIView.Type { TableImageView.self }
  override var image: UIImage? { didSet { if image !== oldValue { superview?.superview?.setNeedsLayout() } } }
}
