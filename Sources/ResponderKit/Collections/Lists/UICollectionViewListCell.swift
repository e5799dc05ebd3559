/// A row of a list: contents between accessories, over a background and a line.
open class UICollectionViewListCell: UICollectionViewCell {
  override class var standardHitTestClass: UIView.Type { UICollectionViewListCell.self }

  /// What is at the sides, from the leading edge on.
  open var accessories: [UICellAccessory] = [] { didSet { makeAccessories() } }
  /// How many steps the contents are to the right; set by outlines, too.
  open var indentationLevel = 0 { didSet { if indentationLevel != oldValue { setNeedsLayout() } } }
  /// The width of a step.
  open var indentationWidth = 10.0 { didSet { setNeedsLayout() } }
  /// Whether accessories at the left move with the contents. They do by default.
  open var indentsAccessories = true { didSet { setNeedsLayout() } }
  private var shownAccessories: [(accessory: UICellAccessory, view: UIView)] = []
  /// The color that the list gave it; the program may have set another one.
  private var listColor: UIColor?
  /// The corners that the list made round.
  private var listCorners: CACornerMask = []

  /// An empty cell with a frame.
  public override init(frame: Rect) {
    super.init(frame: frame)
    contentView.autoresizingMask = []
    contentView.layoutMargins = EdgeInsets(top: 11, left: 16, bottom: 11, right: 16)
  }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    super.init(coder: coder)
    contentView.autoresizingMask = []
  }

  /// See ``PlacedView``. Not available, so that subclasses need not have it.
  @available(*, unavailable)
  public required convenience init(placed frame: Rect) { self.init(frame: frame) }

  /// An empty configuration for a row, a header or a footer of its list.
  public final func defaultContentConfiguration() -> UIListContentConfiguration { row?.content ?? .cell() }

  /// The background of a row, a header or a footer of its list.
  open override func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    row?.background ?? .listCell()
  }

  // MARK: Its place in the list

  override func placeChanged() {
    showBackground()
    setNeedsLayout()
    setNeedsDisplay()
  }

  override func outlineChanged() {
    indentationLevel = outline?.level ?? 0
    showMarks()
  }

  override var togglesOnTap: Bool {
    accessories.contains { accessory in
      guard case .outline(let style) = accessory.kind, accessory.handler == nil else { return false }
      return style == .header || style == .automatic && outline?.level == 0 && row?.part == .header
    }
  }

  private func showBackground() {
    let isOn = (isHighlighted || isSelected) && selectedBackgroundView == nil && row?.part == .row
    let color = backgroundConfiguration == nil ? isOn ? UIColor.systemGray4 : row?.color : nil
    // A color of the program's own stays.
    if backgroundColor == listColor, backgroundColor != color { backgroundColor = color }
    listColor = color
    roundPlate()
    let corners = row?.corners ?? []
    guard corners != listCorners else { return }
    listCorners = corners
    layer.round(corners)
  }

  override func backgroundShown(by plate: BackgroundPlate) { roundPlate() }

  /// A background without round corners of its own has those of its group.
  private func roundPlate() {
    guard let plate = shownPlate, backgroundConfiguration?.cornerRadius == 0 else {
      shownPlate?.layer.maskedCorners = .all
      return
    }
    plate.layer.round(row?.corners ?? [])
  }

  open override func updateConfiguration(using state: UICellConfigurationState) {
    super.updateConfiguration(using: state)
    showBackground()
    showMarks()
  }

  // MARK: Accessories

  private func makeAccessories() {
    for shown in shownAccessories { shown.view.removeFromSuperview() }
    shownAccessories = accessories.map { accessory in
      switch accessory.kind {
      case .custom(let view):
        if view.bounds.size == .zero { view.frame.size = view.sizeThatFits(.zero) }
        return (accessory, view)
      case .label(let text):
        let label = UILabel()
        label.text = text
        label.textColor = .secondaryLabel
        label.frame.size = label.sizeThatFits(.zero)
        return (accessory, label)
      case .reorder:
        let handle = RowHandle(frame: Rect(0, 0, 24, 44))
        handle.reach = 10
        handle.onDrag = { [weak self] in self?.host?.move(self, by: $0) }
        return (accessory, handle)
      default: return (accessory, AccessoryMark(acting(accessory)))
      }
    }
    for shown in shownAccessories { addSubview(shown.view) }
    showMarks()
    setNeedsLayout()
    sizeMayHaveChanged()
  }

  /// What it does by itself, without a handler.
  private func acting(_ accessory: UICellAccessory) -> UICellAccessory {
    var accessory = accessory
    guard accessory.handler == nil else { return accessory }
    switch accessory.kind {
    case .outline: accessory.handler = { [weak self] in self?.host?.toggleOutline(of: self) }
    case .delete: accessory.handler = { [weak self] in self?.host?.openSwipe(of: self) }
    default: break
    }
    return accessory
  }

  private func showMarks() {
    for (accessory, view) in shownAccessories {
      guard let mark = view as? AccessoryMark else { continue }
      switch accessory.kind {
      case .outline: mark.isOn = outline?.isExpanded == true
      case .multiselect: mark.isOn = isSelected
      default: break
      }
    }
  }

  /// The contents' box, and those of the accessories.
  private func places() -> (content: Rect, accessories: [Rect?]) {
    let isEditing = host?.isEditingElements ?? false
    let step = Double(max(indentationLevel, 0)) * indentationWidth
    var (left, right) = (indentsAccessories ? step : 0, bounds.width)
    var frames = [Rect?](repeating: nil, count: shownAccessories.count)
    for (index, (accessory, view)) in shownAccessories.enumerated()
    where accessory.isLeading && accessory.isShown(isEditing: isEditing) {
      let size = view.bounds.size
      frames[index] = Rect(left + 16, (bounds.height - size.height) / 2, size.width, size.height)
      left += 16 + size.width
    }
    for (index, (accessory, view)) in shownAccessories.enumerated().reversed()
    where !accessory.isLeading && accessory.isShown(isEditing: isEditing) {
      let size = view.bounds.size
      let gap = right == bounds.width ? 16.0 : 8
      frames[index] = Rect(
        right - gap - size.width, (bounds.height - size.height) / 2, size.width, size.height)
      right -= gap + size.width
    }
    if !indentsAccessories { left += step }
    return (Rect(left, 0, max(right - left, 0), bounds.height), frames)
  }

  open override func layoutSubviews() {
    let (content, frames) = places()
    if contentView.frame != mirrored(content) { contentView.frame = mirrored(content) }
    for (index, frame) in frames.enumerated() {
      let view = shownAccessories[index].view
      view.isHidden = frame == nil
      if let frame, view.frame != mirrored(frame) { view.frame = mirrored(frame) }
    }
    super.layoutSubviews()
    if let plate = shownPlate { (plate.line, plate.lineColor) = (line, lineColor) }
    setNeedsDisplay()
  }

  override func fittingSize(_ size: Size, _ open: LayoutAxes) -> Size {
    let around = bounds.width - places().content.width
    let inner = super.fittingSize(Size(max(size.width - around, 0), size.height), open)
    let least = row?.part == .row || row == nil ? 44.0 : 0
    return Size(open.horizontal ? inner.width + around : size.width, max(inner.height, least))
  }

  // MARK: The line

  open override func draw(_ rect: Rect) {
    super.draw(rect)
    // What is behind the contents would cover it.
    guard shownPlate == nil, let line, let drawing = Drawing.current else { return }
    drawing.fill(line, lineColor)
  }

  private var lineColor: UIColor { row?.separator.color ?? .separator }

  private var line: Rect? {
    guard let row, row.hasSeparator else { return nil }
    let insets = row.separator.bottomSeparatorInsets
    let isOwn = insets != UIListSeparatorConfiguration.automaticInsets
    let left = isOwn ? insets.leading : mirrored(contentView.frame).minX + textBegins
    return mirrored(
      Rect(left, bounds.maxY - 0.5, max(bounds.width - left - (isOwn ? insets.trailing : 0), 0), 0.5))
  }

  /// The line begins below the text.
  private var textBegins: Double {
    let label = configured.view?.subviews.first { $0 is UILabel && !$0.isHidden }
    return label.map { (isMirrored ? $0.frame.mirrored(in: contentView.bounds) : $0.frame).minX } ?? 16
  }
}
