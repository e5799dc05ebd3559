/// Rows and sections that come and go together.
struct TableChanges {
  /// By their places before.
  var deletedRows: Set<IndexPath> = []
  var deletedSections: Set<Int> = []
  var reloadedRows: Set<IndexPath> = []
  var reloadedSections: Set<Int> = []
  /// By their places afterwards.
  var insertedRows: Set<IndexPath> = []
  var insertedSections: Set<Int> = []
  /// From places before to places afterwards.
  var movedRows: [IndexPath: IndexPath] = [:]
  var isAnimated = false
  /// How many updates are open.
  var depth = 0

  var isEmpty: Bool {
    deletedRows.isEmpty && deletedSections.isEmpty && reloadedRows.isEmpty && reloadedSections.isEmpty
      && insertedRows.isEmpty && insertedSections.isEmpty && movedRows.isEmpty
  }

  /// The places afterwards of the numbers from 0 that stay, by their places before.
  private static func moves(_ count: Int, without deleted: Set<Int>, with inserted: Set<Int>) -> [Int: Int] {
    var places: [Int: Int] = [:]
    var next = 0
    for old in 0..<max(count, 0) where !deleted.contains(old) {
      while inserted.contains(next) { next += 1 }
      places[old] = next
      next += 1
    }
    return places
  }

  /// Where each row that stays is afterwards.
  ///
  /// - Parameter counts: the numbers of rows of the sections before.
  func moves(of counts: [Int]) -> [IndexPath: IndexPath] {
    var places: [IndexPath: IndexPath] = [:]
    let sections = Self.moves(counts.count, without: deletedSections, with: insertedSections)
    for (old, new) in sections where !reloadedSections.contains(old) {
      let deleted = Set(leavingRows.filter { $0.section == old }.map(\.row))
      let inserted = Set(comingRows.filter { $0.section == new }.map(\.row))
      for (row, place) in Self.moves(counts[old], without: deleted, with: inserted) {
        places[IndexPath(row: row, section: old)] = IndexPath(row: place, section: new)
      }
    }
    for (old, new) in movedRows { places[old] = new }
    return places
  }

  /// Rows that leave their places, deleted or moved.
  private var leavingRows: Set<IndexPath> { deletedRows.union(movedRows.keys) }
  /// Rows that come to their places, inserted or moved.
  private var comingRows: Set<IndexPath> { insertedRows.union(movedRows.values) }

  /// The numbers of rows afterwards; nil in place of those of sections that are counted anew.
  func counts(after counts: [Int]) -> [Int?] {
    let sections = Self.moves(counts.count, without: deletedSections, with: insertedSections)
    var result = [Int?](
      repeating: nil, count: max(counts.count - deletedSections.count, 0) + insertedSections.count)
    for (old, new) in sections where !reloadedSections.contains(old) && result.indices.contains(new) {
      result[new] =
        counts[old] - leavingRows.count { $0.section == old } + comingRows.count { $0.section == new }
    }
    return result
  }
}

/// Rows and sections come and go: the data source has its new rows already, and cells of rows that stay are kept.
///
/// A change that does not fit the data source's numbers reloads the table; UIKit ends the program.
extension UITableView {
  /// Shows rows that the data source has got, by their places afterwards.
  public final func insertRows(at rows: [IndexPath], with animation: RowAnimation) {
    change(animation) { $0.insertedRows.formUnion(rows) }
  }

  /// Removes rows that the data source has not any more, by their places before.
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

  /// Shows sections that the data source has got, by their places afterwards.
  public final func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    change(animation) { $0.insertedSections.formUnion(sections) }
  }

  /// Removes sections that the data source has not any more, by their places before.
  public final func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    change(animation) { $0.deletedSections.formUnion(sections) }
  }

  /// Counts the rows of sections anew, and asks for other cells.
  public final func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    change(animation) { $0.reloadedSections.formUnion(sections) }
  }

  /// Begins changes that are made together, by `endUpdates`.
  public final func beginUpdates() { changes.depth += 1 }

  /// Makes the changes since `beginUpdates`. Heights are asked for anew.
  public final func endUpdates() {
    guard changes.depth > 0 else { return }
    changes.depth -= 1
    if changes.depth == 0 { makeChanges() }
  }

  /// Makes several changes together.
  public final func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    beginUpdates()
    updates?()
    endUpdates()
    completion?(true)
  }

  private func change(_ animation: RowAnimation, _ note: (inout TableChanges) -> Void) {
    note(&changes)
    if animation != .none { changes.isAnimated = true }
    if changes.depth == 0 { makeChanges() }
  }

  private func makeChanges() {
    let made = changes
    changes = TableChanges()
    let before = sections.map(\.count)
    let expected = made.counts(after: before)
    let wasSelected = selectedStorage
    removeBands()
    countRows()
    guard expected.count == sections.count,
      zip(expected, sections).allSatisfy({ $0 == nil || $0 == $1.count })
    else { return reloadData() }
    let places = made.moves(of: before)
    var kept: [IndexPath: UITableViewCell] = [:]
    for (row, cell) in shown {
      if let place = places[row], !made.reloadedRows.contains(row) {
        cell.indexPath = place
        kept[place] = cell
      } else {
        recycle(cell, row)
      }
    }
    shown = kept
    pressed = pressed.flatMap { pressed in places[pressed.row].map { (pressed.touch, $0) } }
    selectedStorage = wasSelected.flatMap { places[$0] }
    if !made.isEmpty, made.isAnimated, window != nil { showChanges(kept) }
    setNeedsLayout()
  }

  /// Lets cells that stay move to their places, and new ones fade in.
  private func showChanges(_ kept: [IndexPath: UITableViewCell]) {
    UIView.animate(withDuration: .milliseconds(300), options: .allowUserInteraction) {
      for (row, cell) in kept { cell.frame = frameOfCell(row) }
    }
    UIView.performWithoutAnimation { layoutIfNeeded() }
    let new = shown.filter { kept[$0.key] == nil }.map(\.value)
    for cell in new { cell.alpha = 0 }
    UIView.animate(withDuration: .milliseconds(300), options: .allowUserInteraction) {
      for cell in new { cell.alpha = 1 }
    }
  }
}
