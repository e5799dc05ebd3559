/// Counts rows and places them.
extension UITableView {
  final func exists(_ row: IndexPath) -> Bool {
    row.row >= 0 && row.row < numberOfRows(inSection: row.section)
  }

  /// Counts the rows, if they are not counted yet. Before the first layout this is done on demand only: the data source may still load its rows.
  final func loadIfNeeded() {
    guard !isLoaded, dataSource != nil else { return }
    countRows()
    reloadSectionIndexTitles()
  }

  final func reloadIfLoaded() {
    if isLoaded { reloadData() } else { setNeedsLayout() }
  }

  /// Asks the data source and the delegate for the numbers of rows and for heights.
  final func countRows() {
    isLoaded = true
    (heights.width, heights.tableHeader) = (bounds.width, heightOfTableHeader)
    sections = []
    var counted: [TableRows] = []
    var y = heightOfTableHeader
    let answer = dataSource?.numberOfSections(in: self) ?? 0
    for section in 0..<limits.sections(answer) {
      y += addBand(section, .header)
      let rows = placeRows(section, dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0, at: y)
      counted.append(rows)
      y = rows.end + addBand(section, .footer)
    }
    sections = counted
    placeTableFooter(at: y)
    setNeedsLayout()
  }

  /// Asks for the height of each of a section's rows only if these may differ.
  final func placeRows(_ section: Int, _ count: Int, at top: Double) -> TableRows {
    guard count > 0 else { return TableRows(top: top, count: 0, height: 0) }
    let first = heightOfRow(IndexPath(row: 0, section: section))
    if !delegateHasHeights, !heights.hasMeasured(section) {
      return TableRows(top: top, count: count, height: first)
    }
    if !delegateHasHeights { return placeMeasuredRows(section, count, at: top) }
    guard count <= ListLimits.mostHeights else {
      limits.mention(.heights, "\(count) rows in section \(section): each is as high as the first one")
      return TableRows(top: top, count: count, height: first)
    }
    return TableRows(top: top, count: count) { row in
      row == 0 ? first : heightOfRow(IndexPath(row: row, section: section))
    }
  }

  /// Rows of the table's height, of which some were measured.
  private func placeMeasuredRows(_ section: Int, _ count: Int, at top: Double) -> TableRows {
    guard rowHeight == Self.automaticDimension else {
      heights.measured[section] = nil
      return TableRows(top: top, count: count, height: rowHeight)
    }
    return TableRows(
      top: top, count: count, height: heightOfUnknownRows, except: heights.measured[section] ?? [:])
  }

  private var heightOfUnknownRows: Double { estimatedRowHeight > 0 ? estimatedRowHeight : 44 }

  /// Whether the delegate has a `heightForRowAt` of its own, as far as the last call of it has shown.
  final var delegateHasHeights: Bool {
    guard let delegate = delegate as? any UITableViewDelegate else { return false }
    return heightsUnknownTo !== delegate
  }

  private func heightOfRow(_ row: IndexPath) -> Double {
    let height = wantedHeight(row)
    guard height == Self.automaticDimension else {
      heights[row] = nil
      return height
    }
    if let measured = heights[row] { return measured }
    if shown[row] != nil { heights.changed.insert(row) }
    return heightOfUnknownRows
  }

  final func wantedHeight(_ row: IndexPath) -> Double {
    guard let delegate = delegate as? any UITableViewDelegate, heightsUnknownTo !== delegate else {
      return rowHeight
    }
    return delegate.tableView(self, heightForRowAt: row)
  }

  /// The sections whose rows may be in a part of the content, or what is above and below these.
  final func sections(in rect: Rect) -> Range<Int> {
    // What is below a section's rows may be in sight without them, and what is above those of the next one.
    let start = max(firstSection { $0.end > rect.minY } - 1, 0)
    return start..<max(min(firstSection { $0.top >= rect.maxY } + 1, sections.count), start)
  }

  /// The first section of which something is true that is true of all sections behind it, too; their number if there is none.
  final func firstSection(_ isBehind: (TableRows) -> Bool) -> Int {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(sections[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The rows that a part of the content touches, up to a number.
  final func rows(in rect: Rect, most: Int) -> Set<IndexPath> {
    var rows: Set<IndexPath> = []
    for section in sections(in: rect) {
      let list = sections[section]
      guard list.count > 0, list.top < rect.maxY, list.end > rect.minY else { continue }
      var row = list.row(at: max(rect.minY, list.top))
      while row < list.count, list.edge(row) < rect.maxY {
        guard rows.count < most else {
          if most == ListLimits.mostShownRows {
            limits.mention(
              .shownRows, "more than \(most) rows are in sight: the others have no cells")
          }
          return rows
        }
        rows.insert(IndexPath(row: row, section: section))
        row += 1
      }
    }
    return rows
  }

  /// Whether a part of what is shown touches a row, as its section is now.
  final func isInSight(_ row: IndexPath) -> Bool {
    let (list, part) = (sections[row.section], shownPart)
    let top = list.edge(row.row)
    return top < part.maxY && (top >= part.minY || list.edge(row.row + 1) > part.minY)
  }

  /// A row has another height: what is below it moves.
  final func moveRows(behind row: IndexPath, by distance: Double) {
    sections[row.section].grow(row.row, by: distance)
    for section in sections.indices where section > row.section { sections[section].move(by: distance) }
    contentSize.height += distance
  }

  /// Content that has become smaller does not leave its end behind, and nothing moves it there.
  final func comeBackToTheEnd() {
    guard !isDragging else { return }
    let end = clamp(contentOffset).y
    if contentOffset.y > end { return contentOffset = Point(contentOffset.x, end) }
    guard let motion, case let target = motion.place(at: 1e6).offset, target.y > clamp(target).y else {
      return
    }
    let new = ScrollMotion(from: contentOffset, to: clamp(target), in: tuning.scrollDuration)
    new.aim = motion.aim
    start(new)
  }
}
