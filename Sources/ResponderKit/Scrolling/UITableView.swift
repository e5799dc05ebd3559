/// What a table shows.
public protocol UITableViewDataSource: AnyObject {
  /// The number of sections; 1 unless implemented. Called by `reloadData`.
  func numberOfSections(in tableView: UITableView) -> Int
  /// The number of rows in a section. Called by `reloadData`.
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  /// The cell for a row that becomes visible: a new one, or one from `dequeueReusableCell`. Called during
  /// layout.
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

extension UITableViewDataSource {
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }
}

/// Notifications about a table: its `delegate` may be one of these.
public protocol UITableViewDelegate: UIScrollViewDelegate {
  /// Another row may be selected instead, or none.
  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?
  /// Called when a touch has selected a row; not for `selectRow`.
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
  /// Called when a touch has selected another row in place of this one.
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath)
  /// A row's height in points; `rowHeight` unless implemented. Called for all rows by `reloadData`.
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> Double
}

extension UITableViewDelegate {
  public func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    indexPath
  }
  public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
  public func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}
  public func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> Double {
    tableView.rowHeight
  }
}

/// Rows, one below the other. The minimum of one: plain rows, cells that are used again, selection.
///
/// `reloadData` counts the rows at once; cells are asked for in the next layout, so in the next frame. Selection is made
/// of the touches methods: a subclass that overrides one without calling `super` selects nothing.
open class UITableView: UIScrollView {
  override class var standardHitTestClass: UIView.Type { UITableView.self }

  /// Where rows come from. Another one reloads the table.
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { if dataSource !== oldValue { reloadData() } }
  }
  /// The height in points of rows without a height from the delegate; 44 by default. A change counts the rows anew.
  open var rowHeight = 44.0 { didSet { if rowHeight != oldValue { reloadData() } } }

  /// The upper edge of each row, and the end of the last one; by section.
  final var edges: [[Double]] = []
  final var shown: [IndexPath: UITableViewCell] = [:]
  private var spare: [String: [UITableViewCell]] = [:]
  final var selectedStorage: IndexPath?
  /// The touch that may select, and the row that it came down in.
  final var pressed: (touch: UITouch, row: IndexPath)?
  private var isLoaded = false

  /// An empty table, which can always be pulled up and down.
  public override init(frame: Rect) {
    super.init(frame: frame)
    alwaysBounceVertical = true
  }

  // MARK: Rows

  /// Throws away what is shown. Rows are counted now, cells are made in the coming layout.
  open func reloadData() {
    for (_, cell) in shown { recycle(cell) }
    shown = [:]
    selectedStorage = nil
    pressed = nil
    isLoaded = true
    edges = []
    var y = 0.0
    for section in 0..<max(dataSource?.numberOfSections(in: self) ?? 0, 0) {
      var list = [y]
      for row in 0..<max(dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0, 0) {
        let height = heightOfRow(IndexPath(row: row, section: section))
        y += height.isFinite ? max(height, 0) : 0
        list.append(y)
      }
      edges.append(list)
    }
    contentSize = Size(bounds.width, y)
    setNeedsLayout()
  }

  private func heightOfRow(_ row: IndexPath) -> Double {
    (delegate as? any UITableViewDelegate)?.tableView(self, heightForRowAt: row) ?? rowHeight
  }

  /// The number of sections at the last `reloadData`.
  public final var numberOfSections: Int { edges.count }

  /// The number of a section's rows at the last `reloadData`; 0 for a section that does not exist.
  public final func numberOfRows(inSection section: Int) -> Int {
    edges.indices.contains(section) ? edges[section].count - 1 : 0
  }

  /// Where a row is; empty for one that there is not.
  open func rectForRow(at row: IndexPath) -> Rect {
    guard edges.indices.contains(row.section), row.row >= 0, row.row < edges[row.section].count - 1 else {
      return .zero
    }
    let (top, end) = (edges[row.section][row.row], edges[row.section][row.row + 1])
    return Rect(0, top, bounds.width, end - top)
  }

  /// The row at a place of the content.
  open func indexPathForRow(at point: Point) -> IndexPath? {
    for (section, list) in edges.enumerated() {
      guard let first = list.first, let end = list.last, point.y >= first, point.y < end else { continue }
      // The last edge that is not below the point.
      var (low, high) = (0, list.count - 1)
      while high - low > 1 {
        let middle = (low + high) / 2
        if list[middle] <= point.y { low = middle } else { high = middle }
      }
      return IndexPath(row: low, section: section)
    }
    return nil
  }

  /// The cell of a row that is shown; nil for other rows.
  open func cellForRow(at row: IndexPath) -> UITableViewCell? { shown[row] }
  /// The cells that are shown, from top to bottom.
  public final var visibleCells: [UITableViewCell] {
    shown.sorted { $0.key < $1.key }.map(\.value)
  }
  /// The rows that are shown, from top to bottom.
  public final var indexPathsForVisibleRows: [IndexPath] { shown.keys.sorted() }

  /// A cell that is not needed any more, for another row.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    guard let cell = spare[identifier]?.popLast() else { return nil }
    cell.prepareForReuse()
    return cell
  }

  private func recycle(_ cell: UITableViewCell) {
    cell.removeFromSuperview()
    cell.indexPath = nil
    cell.isHighlighted = false
    cell.isSelected = false
    if let identifier = cell.reuseIdentifier { spare[identifier, default: []].append(cell) }
  }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    if !isLoaded { reloadData() }
    guard let dataSource else { return }
    let visible = rows(in: bounds)
    for (row, cell) in shown where !visible.contains(row) && pressed?.row != row {
      shown[row] = nil
      recycle(cell)
    }
    for row in visible where shown[row] == nil {
      let cell = dataSource.tableView(self, cellForRowAt: row)
      cell.indexPath = row
      cell.isSelected = row == selectedStorage
      shown[row] = cell
      insertSubview(cell, at: 0)
    }
    for (row, cell) in shown { cell.frame = rectForRow(at: row) }
  }

  private func rows(in rect: Rect) -> Set<IndexPath> {
    var rows: Set<IndexPath> = []
    for (section, list) in edges.enumerated() where list.count > 1 {
      guard list[0] < rect.maxY, list[list.count - 1] > rect.minY else { continue }
      let first = indexPathForRow(at: Point(0, max(rect.minY, list[0])))
      var row = first?.section == section ? first?.row ?? 0 : 0
      while row < list.count - 1, list[row] < rect.maxY {
        rows.insert(IndexPath(row: row, section: section))
        row += 1
      }
    }
    return rows
  }

  // MARK: Touches: see UITableView+Selection.swift

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    press(touches)
    super.touchesBegan(touches, with: event)
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    choose(touches)
    super.touchesEnded(touches, with: event)
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    letGo(touches)
    super.touchesCancelled(touches, with: event)
  }
}
