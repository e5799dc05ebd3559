extension UITableView: RowSelector {
  /// The first of the rows that are selected; nil when none is.
  public final var indexPathForSelectedRow: IndexPath? { selectedRows.min() }
  /// The rows that are selected, from top to bottom; nil when none is.
  public final var indexPathsForSelectedRows: [IndexPath]? {
    selectedRows.isEmpty ? nil : selectedRows.sorted()
  }

  /// Whether a row is selected in addition to others now.
  final var selectsSeveral: Bool {
    isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
  }

  /// Selects a row, and scrolls to it unless the position is `none`; the delegate is not asked. Others are deselected, unless several
  /// may be selected; nil deselects all.
  public final func selectRow(
    at row: IndexPath?, animated: Bool, scrollPosition: ScrollPosition = .none
  ) {
    if let row, scrollPosition != .none { scrollToRow(at: row, at: scrollPosition, animated: animated) }
    let new = row.flatMap { rectForRow(at: $0) == .zero ? nil : $0 }
    if row == nil || !selectsSeveral {
      for old in selectedRows where old != new { deselectRow(at: old, animated: animated) }
    }
    guard let new else { return }
    selectedRows.insert(new)
    shown[new]?.setSelected(true, animated: animated)
  }

  /// Deselects a row, if it is selected. The delegate is not notified. `animated` is for the cell's `setSelected`.
  public final func deselectRow(at row: IndexPath, animated: Bool) {
    guard selectedRows.remove(row) != nil else { return }
    shown[row]?.setSelected(false, animated: animated)
  }

  /// Of several selected rows only the first stays so, if several may no longer be selected.
  final func limitSelection() {
    guard !selectsSeveral else { return }
    for row in selectedRows.sorted().dropFirst() { deselectRow(at: row, animated: false) }
  }

  /// The row that a finger touches at a place of the content: none in the space beside the rows of groups with round corners.
  final func rowTouched(at point: Point) -> IndexPath? {
    guard let row = indexPathForRow(at: point) else { return nil }
    return style != .insetGrouped || rectForRow(at: row).contains(point) ? row : nil
  }

  /// A finger came down in a row.
  final func press(_ touches: Set<UITouch>) {
    let maySelect =
      selectsSeveral || (isEditing ? allowsSelectionDuringEditing : allowsSelection)
    guard pressed == nil, let touch = touches.min(by: { $0.identity < $1.identity }),
      touch.isPrimary, let row = rowTouched(at: touch.location(in: self))
    else { return }
    pressesDetail = shown[row]?.hasDetail(at: touch) == true
    if pressesDetail { return pressed = (touch, row) }
    guard maySelect else { return }
    if let listener = delegate as? any UITableViewDelegate,
      !listener.tableView(self, shouldHighlightRowAt: row)
    {
      return
    }
    pressed = (touch, row)
    shown[row]?.setHighlighted(true, animated: false)
    (delegate as? any UITableViewDelegate)?.tableView(self, didHighlightRowAt: row)
  }

  /// It went up; in the same row, it selects.
  final func choose(_ touches: Set<UITouch>) {
    guard let (touch, row) = pressed, touches.contains(touch) else { return }
    let isDetail = pressesDetail
    endPress(touches)
    guard indexPathForRow(at: touch.location(in: self)) == row else { return }
    let listener = delegate as? any UITableViewDelegate
    if isDetail {
      if shown[row]?.hasDetail(at: touch) == true {
        listener?.tableView(self, accessoryButtonTappedForRowWith: row)
      }
      return
    }
    if selectsSeveral, selectedRows.contains(row) {
      if let listener, listener.tableView(self, willDeselectRowAt: row) == nil { return }
      deselectRow(at: row, animated: false)
      listener?.tableView(self, didDeselectRowAt: row)
      return
    }
    var chosen = row
    if let listener {
      guard let answer = listener.tableView(self, willSelectRowAt: row) else { return }
      chosen = answer
    }
    let old = selectedRows
    var kept: [IndexPath] = []
    if let listener, !selectsSeveral {
      kept = old.sorted().filter {
        $0 != chosen && listener.tableView(self, willDeselectRowAt: $0) == nil
      }
    }
    selectRow(at: chosen, animated: false)
    for row in kept where exists(row) {
      selectedRows.insert(row)
      shown[row]?.setSelected(true, animated: false)
    }
    for row in old.sorted() where !selectedRows.contains(row) {
      listener?.tableView(self, didDeselectRowAt: row)
    }
    listener?.tableView(self, didSelectRowAt: chosen)
  }

  final func endPress(_ touches: Set<UITouch>) {
    guard let (touch, row) = pressed, touches.contains(touch) else { return }
    pressed = nil
    if pressesDetail { return pressesDetail = false }
    shown[row]?.setHighlighted(false, animated: false)
    (delegate as? any UITableViewDelegate)?.tableView(self, didUnhighlightRowAt: row)
  }
}
