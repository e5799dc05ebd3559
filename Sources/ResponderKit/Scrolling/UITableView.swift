/// Rows, one below the other, in sections: cells that are used again, texts or views above and below sections, selection.
///
/// `reloadData` counts the rows at once; cells are asked for in the next layout, so in the next frame. Selection is made
/// of the touches methods: a subclass that overrides one without calling `super` selects nothing.
open class UITableView: UIScrollView {
  override class var standardHitTestClass: UIView.Type { UITableView.self }

  /// Where rows come from. Another one reloads the table; the first one is asked when numbers are needed, in the first layout at the latest.
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { if dataSource !== oldValue { reloadIfLoaded() } }
  }
  /// Notified of scrolling, and asked about rows if it is a `UITableViewDelegate`: another one of these is asked for heights anew.
  open override weak var delegate: (any UIScrollViewDelegate)? {
    didSet {
      guard delegate !== oldValue, delegate is any UITableViewDelegate else { return }
      addMenus()
      guard isLoaded else { return }
      beginUpdates()
      endUpdates()
    }
  }
  /// The height in points of rows without a height from the delegate. With `automaticDimension`, the default, a row is as high as its cell wants,
  /// once that has been made, and `estimatedRowHeight` before. A change counts the rows anew.
  open var rowHeight = UITableView.automaticDimension {
    didSet { if rowHeight != oldValue { reloadIfLoaded() } }
  }
  /// The height of rows whose cells have not been made, with `automaticDimension`; 44 if it is not positive.
  open var estimatedRowHeight = 44.0
  /// Without effect: headers are measured when the table is arranged.
  open var estimatedSectionHeaderHeight = 0.0
  /// Without effect, as `estimatedSectionHeaderHeight`.
  open var estimatedSectionFooterHeight = 0.0
  /// The height of what is above sections, unless the delegate has another: by default as high as it wants.
  open var sectionHeaderHeight = UITableView.automaticDimension { didSet { reloadIfLoaded() } }
  /// The height of what is below sections, unless the delegate has another: by default as high as it wants.
  open var sectionFooterHeight = UITableView.automaticDimension { didSet { reloadIfLoaded() } }
  /// For heights: as high as the row, or what is above and below a section, wants to be.
  public static let automaticDimension = -1.0
  /// How rows and sections are put together.
  public final let style: Style
  /// Whether lines are between the rows.
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine { didSet { separatorsChanged() } }
  /// The color of the lines between rows; nil: a light gray.
  open var separatorColor: UIColor? { didSet { separatorsChanged() } }
  /// The distance of the lines between rows from the left and right edges, for cells that have none of their own.
  open var separatorInset: EdgeInsets {
    get { setSeparatorInset ?? .separator }
    set {
      setSeparatorInset = newValue
      for cell in shown.values { takeSeparatorInset(cell) }
    }
  }
  /// Whether `separatorInset` is counted from the edges of rows, or from where lines begin without it.
  open var separatorInsetReference = SeparatorInsetReference.fromCellEdges {
    didSet { for cell in shown.values { takeSeparatorInset(cell) } }
  }
  private func takeSeparatorInset(_ cell: UITableViewCell) {
    let isAdded = separatorInsetReference == .fromAutomaticInsets && setSeparatorInset != nil
    let insets = (own: cell.separatorInsets.own, table: setSeparatorInset, isAdded: isAdded)
    if insets != cell.separatorInsets { cell.separatorInsets = insets }
  }
  /// Nil: it was not set.
  private var setSeparatorInset: EdgeInsets?
  /// Without effect, as the next two: there is no room above headers, and rows are as wide as the table.
  open var sectionHeaderTopPadding = UITableView.automaticDimension
  /// Without effect.
  open var cellLayoutMarginsFollowReadableWidth = false
  /// Without effect.
  open var selectionFollowsFocus = false
  /// A view behind the rows, as large as the table, which does not scroll.
  open var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      setNeedsLayout()
    }
  }
  /// Shows the menus of rows, once there is a delegate for them.
  final var menus: ListMenus?
  /// Whether touches select rows.
  open var allowsSelection = true
  /// Whether touches select rows while the table is edited; they do not by default.
  open var allowsSelectionDuringEditing = false
  /// Whether a tap selects a row in addition to others, and takes the selection from a selected one.
  open var allowsMultipleSelection = false { didSet { limitSelection() } }
  /// The same while the table is edited; then rows can be selected also without `allowsSelectionDuringEditing`.
  /// Rows that can be edited show whether they are selected, in place of buttons that delete or insert.
  open var allowsMultipleSelectionDuringEditing = false {
    didSet {
      guard allowsMultipleSelectionDuringEditing != oldValue else { return }
      limitSelection()
      if isEditing { editingChanged(animated: false) }
    }
  }
  /// Whether rows have buttons that delete or insert rows, and can be moved by a finger, as far as data source and delegate say so.
  open var isEditing: Bool {
    get { editingStorage }
    set { setEditing(newValue, animated: false) }
  }
  /// Sets `isEditing`, and deselects all rows; animated, the cells' parts move to their places.
  open func setEditing(_ editing: Bool, animated: Bool) {
    guard editing != editingStorage else { return }
    editingStorage = editing
    for row in selectedRows { deselectRow(at: row, animated: animated) }
    editingChanged(animated: animated)
    if index != nil { setNeedsLayout() }
  }
  /// A view above all sections, in its own height.
  open var tableHeaderView: UIView? { didSet { replaceEnd(oldValue, tableHeaderView) } }
  /// A view below all sections, in its own height.
  open var tableFooterView: UIView? { didSet { replaceEnd(oldValue, tableFooterView) } }

  /// Where rows are, by section.
  final var sections: [TableRows] = []
  final var shown: [IndexPath: UITableViewCell] = [:]
  private var spare: [String: [UITableViewCell]] = [:]
  /// The classes of cells that are made when none is spare.
  final var registered: [String: UITableViewCell.Type] = [:]
  /// A delegate that has been seen not to have a `heightForRowAt`.
  final weak var heightsUnknownTo: (any UITableViewDelegate)?
  /// What is above and below sections; see UITableView+Sections.swift.
  final var bands = TableBands()
  /// Rows and sections that come and go together; see UITableView+Changes.swift.
  final var changes = TableChanges()
  final var selectedRows: Set<IndexPath> = []
  /// What cells wanted; see UITableView+Heights.swift.
  final var heights = RowHeights()
  final var limits = ListLimits()
  /// The touch that may select, and the row that it came down in.
  final var pressed: (touch: UITouch, row: IndexPath)?
  /// Whether it came down in the row's letter i.
  final var pressesDetail = false
  final var isLoaded = false
  private var editingStorage = false
  /// The row that is swiped aside, and whether a finger does it now; see UITableView+Swipes.swift.
  final var swipe: RowSwipe?
  final var isSwiping = false
  private let swipePan = RowSwipePan()
  /// The row that a finger moves; see UITableView+Editing.swift.
  final var reorder: RowReorder?
  /// What it has for drags, once it has a delegate for them; see UITableView+Dragging.swift.
  final var dragging: ListDragging?
  /// The titles at the right edge, once there were some; see UITableView+Index.swift.
  final var index: TableIndex?
  /// The rows that have been announced; see UITableView+Prefetching.swift.
  final var prefetching = TablePrefetching()

  /// An empty plain table, which can always be pulled up and down.
  public override init(frame: Rect) {
    style = .plain
    super.init(frame: frame)
  }

  /// An empty table of a style.
  public init(frame: Rect, style: Style) {
    self.style = style
    super.init(frame: frame)
  }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    style = .plain
    super.init(coder: coder)
  }

  override func setUpParts() {
    super.setUpParts()
    alwaysBounceVertical = true
    swipePan.table = self
    swipePan.label = "row swipe"
    swipePan.maximumNumberOfTouches = 1
    swipePan.addAction { [weak self] pan in self?.swiped(pan) }
    addGestureRecognizer(swipePan)
    backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
  }

  // MARK: Rows

  /// Throws away what is shown. Rows are counted now, cells are made in the coming layout.
  open func reloadData() {
    endReorder(animated: false)
    dragging?.partsMoved { $0 }
    dragging?.unhide()
    closeSwipe(animated: false)
    let cells = shown
    // The end of a drag, and the delegate, may reload the table meanwhile.
    shown = [:]
    for (row, cell) in cells { recycle(cell, row) }
    selectedRows = []
    pressed = nil
    removeBands()
    heights.measured = [:]
    prefetching.announced.forget()
    countRows()
    reloadSectionIndexTitles()
    comeBackToTheEnd()
  }

  /// The number of sections at the last `reloadData`.
  public final var numberOfSections: Int {
    loadIfNeeded()
    return sections.count
  }

  /// The number of a section's rows at the last `reloadData`; 0 for a section that does not exist.
  public final func numberOfRows(inSection section: Int) -> Int {
    loadIfNeeded()
    return sections.indices.contains(section) ? sections[section].count : 0
  }

  /// Where a row is: in `insetGrouped` tables with space beside it. Empty for one that does not exist.
  open func rectForRow(at row: IndexPath) -> Rect { inset(wholeRect(of: row)) }

  /// Where a row is, with the space beside it.
  private final func wholeRect(of row: IndexPath) -> Rect {
    guard exists(row) else { return .zero }
    let (top, end) = (sections[row.section].edge(row.row), sections[row.section].edge(row.row + 1))
    // Sums may be rounded differently.
    return Rect(0, top, bounds.width, max(end - top, 0))
  }

  /// The rows of which a part is in a rectangle of the content; nil where there can be none.
  open func indexPathsForRows(in rect: Rect) -> [IndexPath]? {
    loadIfNeeded()
    guard rect.isFinite, rect.width > 0, rect.height > 0 else { return nil }
    return rows(in: rect, most: ListLimits.mostListedRows).filter { wholeRect(of: $0).intersects(rect) }
      .sorted()
  }

  /// The row at a place of the content.
  open func indexPathForRow(at point: Point) -> IndexPath? {
    loadIfNeeded()
    // The first section that ends below the point; empty ones before it end above.
    let section = firstSection { $0.end > point.y }
    guard sections.indices.contains(section), sections[section].count > 0, point.y >= sections[section].top
    else { return nil }
    return IndexPath(row: sections[section].row(at: point.y), section: section)
  }

  /// The cell of a row that is shown; nil for other rows.
  open func cellForRow(at row: IndexPath) -> UITableViewCell? { shown[row] }
  /// The cells that are shown, from top to bottom.
  public final var visibleCells: [UITableViewCell] {
    shown.sorted { $0.key < $1.key }.map(\.value)
  }
  /// The rows that are shown, from top to bottom. Never nil, but Optional as in UIKit.
  public final var indexPathsForVisibleRows: [IndexPath]? { shown.keys.sorted() }

  /// A cell that is no longer needed, for another row.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    guard let cell = spare[identifier]?.popLast() else {
      // As the root class's, whose initializer is available.
      let type: RegisteredView.Type? = registered[identifier]
      let cell = type?.init(registered: identifier) as? UITableViewCell
      cell?.isGrouped = style != .plain
      return cell
    }
    cell.prepareForReuse()
    return cell
  }

  final func recycle(_ cell: UITableViewCell, _ row: IndexPath) {
    cell.removeFromSuperview()
    cell.indexPath = nil
    if cell.editing?.isAside == true { cell.changeState(isAside: false) }
    cell.setHighlighted(false, animated: false)
    cell.setSelected(false, animated: false)
    if let identifier = cell.reuseIdentifier { spare[identifier, default: []].append(cell) }
    (delegate as? any UITableViewDelegate)?.tableView(self, didEndDisplaying: cell, forRowAt: row)
  }

  // MARK: Layout

  override func contentSizeMayHaveChanged() { measureAnewInOtherCategory() }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if !isLoaded { reloadData() } else { measureAnewIfNeeded() }
    guard let dataSource else { return layOutBackground() }
    let visible = rows(in: shownPart, most: ListLimits.mostShownRows)
    for (row, cell) in shown where !visible.contains(row) && pressed?.row != row && !isHeld(row) {
      shown[row] = nil
      recycle(cell, row)
    }
    // Rows that are higher than it was thought push others out of sight.
    for row in visible.sorted() where shown[row] == nil && exists(row) && isInSight(row) {
      show(row, of: dataSource)
    }
    for (row, cell) in shown {
      cell.frame = frameOfCell(row)
      if style == .insetGrouped { cell.groupCorners = corners(of: row) }
    }
    placeSwipe()
    layOutBands()
    layOutIndex()
    prefetch()
  }

  /// Asks for a row's cell, and gives the row the height that the cell wants.
  final func show(_ row: IndexPath, of dataSource: any UITableViewDataSource) {
    let cell = dataSource.tableView(self, cellForRowAt: row)
    // The data source may have changed the table meanwhile, or have given a cell that another row has.
    guard exists(row) else { return }
    if let other = cell.indexPath, shown[other] === cell { shown[other] = nil }
    if let other = shown[row], other !== cell { recycle(other, row) }
    cell.indexPath = row
    cell.setSelected(selectedRows.contains(row), animated: false)
    cell.separatorColor = shownSeparatorColor
    takeSeparatorInset(cell)
    cell.isGrouped = style != .plain
    cell.takeGroupColor()
    shown[row] = cell
    insertSubview(cell, at: 0)
    showEditing(of: cell, row, animated: false)
    fitHeight(of: cell, row)
    (delegate as? any UITableViewDelegate)?.tableView(self, willDisplay: cell, forRowAt: row)
  }

  // MARK: Touches: see UITableView+Selection.swift

  override func wheelTurned(by delta: Point) -> Bool {
    closeSwipe(animated: true)
    return super.wheelTurned(by: delta)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    press(touches)
    super.touchesBegan(touches, with: event)
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    choose(touches)
    super.touchesEnded(touches, with: event)
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    endPress(touches)
    super.touchesCancelled(touches, with: event)
  }
}
