/// Rows and sections are added, removed and moved: the data source has its new rows already, and cells of rows that stay are kept.
///
/// A change that does not fit the data source's numbers reloads the table; UIKit ends the program.
extension UITableView {
  /// Shows rows that the data source has added, by their places afterwards.
  public final func insertRows(at rows: [IndexPath], with animation: RowAnimation) {
    change(animation) { $0.insertedRows.formUnion(rows) }
  }

  /// Removes rows that the data source no longer has, by their places before.
  public final func deleteRows(at rows: [IndexPath], with animation: RowAnimation) {
    change(animation) { $0.deletedRows.formUnion(rows) }
  }

  /// Moves a row that the data source has at another place: from its place before to the one afterwards. Its cell is kept.
  public final func moveRow(at row: IndexPath, to place: IndexPath) {
    change(.automatic) { $0.movedRows[row] = place }
  }

  /// Asks for other cells for rows.
  public final func reloadRows(at rows: [IndexPath], with animation: RowAnimation) {
    change(animation) { $0.reloadedRows.formUnion(rows) }
  }

  /// Shows sections that the data source has added, by their places afterwards.
  public final func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    change(animation) { $0.insertedSections.formUnion(sections) }
  }

  /// Removes sections that the data source no longer has, by their places before.
  public final func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    change(animation) { $0.deletedSections.formUnion(sections) }
  }

  /// Counts the rows of sections anew, and asks for other cells.
  public final func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    change(animation) { $0.reloadedSections.formUnion(sections) }
  }

  /// Moves a section from its place before to the one afterwards. The cells of its rows are kept.
  public final func moveSection(_ section: Int, toSection newSection: Int) {
    change(.automatic) { $0.movedSections[section] = newSection }
  }

  /// Begins changes that are made together, by `endUpdates`.
  public final func beginUpdates() { changes.depth += 1 }

  /// Makes the changes since `beginUpdates`. Heights are asked for anew.
  public final func endUpdates() {
    guard changes.depth > 0 else { return }
    changes.depth -= 1
    if changes.depth == 0 { makeChanges() }
  }

  /// Makes several changes together. The completion is called when they have been shown, or at once where nothing is animated.
  public final func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    // What was there before is counted by the numbers before the changes.
    loadIfNeeded()
    beginUpdates()
    updates?()
    if let completion { changes.completions.append(completion) }
    endUpdates()
  }

  private func change(_ animation: RowAnimation, _ note: (inout TableChanges) -> Void) {
    note(&changes)
    if animation != .none { changes.isAnimated = true }
    if changes.depth == 0 { makeChanges() }
  }

  /// Shows changes that a closure makes in the data source.
  final func show(_ new: TableChanges, _ change: () -> Void) {
    loadIfNeeded()
    change()
    if changes.begin(new) { makeChanges() } else { reloadData() }
  }

  private func makeChanges() {
    let made = changes
    changes = TableChanges()
    let completion = { (isFinished: Bool) in
      for completion in made.completions { completion(isFinished) }
    }
    let (before, selected) = (sections.map(\.count), selectedRows)
    let expected = made.counts(after: before)
    endReorder(animated: false)
    removeBands()
    let places = made.places(of: before)
    dragging?.partsMoved { places[$0] }
    heights.follow(places, without: made.reloadedRows)
    countRows()
    guard expected.count == sections.count,
      zip(expected, sections).allSatisfy({ $0 == nil || $0 == $1.count })
    else {
      reloadData()
      return completion(true)
    }
    var kept: [IndexPath: UITableViewCell] = [:]
    var gone: [(cell: UITableViewCell, row: IndexPath)] = []
    for (row, cell) in shown {
      // Two rows that are moved to one place are a mistake.
      if let place = places[row], !made.reloadedRows.contains(row), kept[place] == nil {
        cell.indexPath = place
        kept[place] = cell
      } else {
        gone.append((cell, row))
      }
    }
    shown = kept
    fitShownRows()
    if let swipe { moveSwipe(to: places[swipe.row]) }
    pressed = pressed.flatMap { pressed in places[pressed.row].map { (pressed.touch, $0) } }
    selectedRows = Set(selected.compactMap { places[$0] })
    setNeedsLayout()
    // UIKit's way to animate other heights: updates without a change.
    let isAnimated =
      made.isEmpty ? kept.contains { $0.value.frame != frameOfCell($0.key) } : made.isAnimated
    if isAnimated, window != nil { return showChanges(kept, gone, completion) }
    for (cell, row) in gone { recycle(cell, row) }
    comeBackToTheEnd()
    completion(true)
  }

  /// Lets cells that stay move to their places, new ones fade in and others out.
  private func showChanges(
    _ kept: [IndexPath: UITableViewCell], _ gone: [(cell: UITableViewCell, row: IndexPath)],
    _ completion: @escaping (Bool) -> Void
  ) {
    for (cell, _) in gone {
      cell.indexPath = nil
      sendSubviewToBack(cell)
    }
    // Both animations are waited for; one that changes nothing ends at once.
    var (open, areFinished) = (2, true)
    let ended = { [weak self] (isFinished: Bool) in
      open -= 1
      areFinished = areFinished && isFinished
      guard open == 0 else { return }
      for (cell, row) in gone {
        cell.alpha = 1
        self?.recycle(cell, row)
      }
      completion(areFinished)
    }
    animateRows(completion: ended) {
      for (row, cell) in kept { cell.frame = frameOfCell(row) }
      for cell in kept.values { cell.layoutIfNeeded() }
      for (cell, _) in gone { cell.alpha = 0 }
      comeBackToTheEnd()
    }
    UIView.performWithoutAnimation { layoutIfNeeded() }
    let new = shown.filter { kept[$0.key] == nil }.map(\.value)
    UIView.performWithoutAnimation { for cell in new { cell.alpha = 0 } }
    animateRows(completion: ended) { for cell in new { cell.alpha = 1 } }
  }
}
