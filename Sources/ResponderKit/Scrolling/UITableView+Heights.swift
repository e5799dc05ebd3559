/// The heights that cells wanted.
struct RowHeights {
  /// Of rows whose height is `automaticDimension`, once they were shown.
  /// The measured heights, by section and row.
  var measured: [Int: [Int: Double]] = [:]
  /// Rows whose content has changed since.
  var changed: Set<IndexPath> = []
  /// The width of the table that the rows were counted in.
  var width = 0.0
  /// The size category that they were measured in.
  var category = UIContentSizeCategory.unspecified
  /// The height of the table's header that they were placed below.
  var tableHeader = 0.0

  subscript(row: IndexPath) -> Double? {
    get { measured[row.section]?[row.row] }
    set {
      if newValue != nil || measured[row.section] != nil {
        measured[row.section, default: [:]][row.row] = newValue
      }
    }
  }

  func hasMeasured(_ section: Int) -> Bool { measured[section]?.isEmpty == false }

  /// Rows have other places; those of `reloaded`, by their places before, get other cells.
  mutating func follow(_ places: TablePlaces, without reloaded: Set<IndexPath>) {
    let old = measured
    measured = [:]
    for (section, rows) in old {
      for (row, height) in rows {
        let row = IndexPath(row: row, section: section)
        if !reloaded.contains(row), let place = places[row] { self[place] = height }
      }
    }
  }
}

extension UITableView {
  /// Gives a row the height that its cell wants; whether that is another one.
  @discardableResult
  final func fitHeight(of cell: UITableViewCell, _ row: IndexPath) -> Bool {
    guard exists(row), wantedHeight(row) == Self.automaticDimension else { return false }
    let old = rectForRow(at: row).height
    let new = cell.sizeThatFits(Size(frameOfCell(row).width, 0)).height
    guard new.isFinite, new >= 0 else { return false }
    heights[row] = new
    guard abs(new - old) > 0.01 else { return false }
    moveRows(behind: row, by: new - old)
    return true
  }

  /// The cells that are shown may want other heights.
  final func fitShownRows() {
    let changed = heights.changed
    heights.changed = []
    // A delegate is not asked again for rows whose heights it has just said.
    for row in shown.keys.sorted()
    where !delegateHasHeights || heights[row] != nil || changed.contains(row) {
      if let cell = shown[row] { fitHeight(of: cell, row) }
    }
  }

  /// A row's content has changed: the row is as high as it wants in the coming layout.
  final func contentChanged(of cell: UITableViewCell) {
    guard let row = cell.indexPath, shown[row] === cell else { return }
    heights.changed.insert(row)
    setNeedsLayout()
  }

  /// Places rows in another width, or below a table header of another height. The data source is not asked.
  final func measureAnewIfNeeded() {
    guard isLoaded else { return }
    if bounds.width != heights.width {
      heights.measured = [:]
    } else if heights.tableHeader == heightOfTableHeader {
      return fitChangedRows()
    }
    (heights.width, heights.tableHeader) = (bounds.width, heightOfTableHeader)
    var y = heightOfTableHeader
    for section in sections.indices {
      y += placeBand(section, .header)
      sections[section] = placeRows(section, sections[section].count, at: y)
      y = sections[section].end + placeBand(section, .footer)
    }
    placeTableFooter(at: y)
    fitShownRows()
    setNeedsLayout()
  }

  /// In another size category all rows are measured anew in the coming layout.
  final func measureAnewInOtherCategory() {
    let category = traitCollection.preferredContentSizeCategory
    guard category != heights.category else { return }
    heights.category = category
    heights.width = -1
    setNeedsLayout()
  }

  private func fitChangedRows() {
    guard !heights.changed.isEmpty else { return }
    let rows = heights.changed
    heights.changed = []
    for row in rows.sorted() { if let cell = shown[row] { fitHeight(of: cell, row) } }
  }

  /// The height of what is above or below a section, in the present width.
  private func placeBand(_ section: Int, _ kind: TableBands.BandKind) -> Double {
    let key = TableBands.BandKey(section: section, kind: kind)
    guard var band = bands.all[key] else { return 0 }
    guard band.isFitted, let view = band.view else { return band.height }
    band.height = max(heightOfBand(view), 0)
    bands.all[key] = band
    return band.height
  }
}
