extension UITableView {
  /// How rows and sections are put together.
  public enum Style: Hashable, Sendable {
    /// Rows one below the other. What is above a section stays in sight as long as one of its rows is.
    case plain
    /// Sections with space between them.
    case grouped
    /// As `grouped`, with space beside the rows.
    case insetGrouped
  }

  /// What `separatorInset` is counted from.
  public enum SeparatorInsetReference: Int, Hashable, Sendable {
    /// The left and right edges of rows.
    case fromCellEdges
    /// Where lines begin and end without it: at the texts of rows that have a picture.
    case fromAutomaticInsets
  }

  /// Where a row is to come in the table.
  public enum ScrollPosition: Hashable, Sendable {
    /// Where it takes the shortest way.
    case none
    /// At the upper edge, in the middle, at the lower edge.
    case top, middle, bottom
  }

  /// How rows come and go. All but `none` look alike: they fade in, and the others move.
  public enum RowAnimation: Hashable, Sendable {
    /// With a fade, except `none`.
    case fade, right, left, top, bottom, none, middle, automatic
  }

  /// Chooses the class of the cells that `dequeueReusableCell` makes for an identifier; nil: none.
  public final func register(_ cellClass: UITableViewCell.Type?, forCellReuseIdentifier identifier: String) {
    registered[identifier] = cellClass
  }

  /// A cell for `cellForRowAt`: one that is out of sight, or a new one of the registered class; without one, a plain cell.
  public final func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath)
    -> UITableViewCell
  {
    dequeueReusableCell(withIdentifier: identifier) ?? UITableViewCell(reuseIdentifier: identifier)
  }

  /// The row that a cell shows; nil for a cell that is not shown.
  public final func indexPath(for cell: UITableViewCell) -> IndexPath? {
    shown.first { $0.value === cell }?.key
  }

  /// Scrolls to the selected row that is nearest to the middle of what is seen; without one it does nothing.
  public final func scrollToNearestSelectedRow(at position: ScrollPosition, animated: Bool) {
    let middle = bounds.midY
    func distance(_ row: IndexPath) -> Double { abs(rectForRow(at: row).midY - middle) }
    guard let row = indexPathsForSelectedRows?.min(by: { distance($0) < distance($1) }) else { return }
    scrollToRow(at: row, at: position, animated: animated)
  }
}

extension UITableViewCell {
  /// Whether lines are between rows.
  public enum SeparatorStyle: Hashable, Sendable {
    /// No lines, or one below each row.
    case none, singleLine
  }
}
