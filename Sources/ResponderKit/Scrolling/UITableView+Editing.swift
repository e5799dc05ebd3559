/// Rows that are deleted, inserted and moved by the user.
extension UITableView {
  private var listener: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }

  /// Shows editing, or ends it, in all cells.
  final func editingChanged(animated: Bool) {
    closeSwipe(animated: animated)
    endReorder()
    for (row, cell) in shown { showEditing(of: cell, row, animated: animated) }
  }

  /// Gives a cell the parts that its row has for editing.
  final func showEditing(of cell: UITableViewCell, _ row: IndexPath, animated: Bool) {
    guard isEditing || cell.editing != nil else { return }
    let change = { [self] in
      cell.setEditing(isEditing, animated: animated)
      var style = UITableViewCell.EditingStyle.none
      var (canMove, isMarked) = (false, false)
      if isEditing {
        let canEdit = dataSource?.tableView(self, canEditRowAt: row) == true
        isMarked = canEdit && allowsMultipleSelectionDuringEditing
        // As in UIKit, the delegate is not asked where rows are marked.
        if canEdit, !isMarked {
          style = listener?.tableView(self, editingStyleForRowAt: row) ?? .delete
        }
        canMove = dataSource?.tableView(self, canMoveRowAt: row) == true || cell.showsReorderControl
        cell.shouldIndentWhileEditing =
          listener?.tableView(self, shouldIndentWhileEditingRowAt: row) ?? true
      }
      cell.showParts(
        isEditing ? style : nil, isMarked: isMarked,
        onControl: { [weak self, weak cell] in self?.controlPressed(in: cell) },
        onDrag: canMove ? { [weak self, weak cell] in self?.dragged($0, cell) } : nil)
      if animated { cell.layoutIfNeeded() }
    }
    guard animated, window != nil else { return change() }
    var end: (() -> Void)?
    animateRows(completion: { _ in end?() }) {
      cell.announcing(change)
      end = cell.endOfTransition()
    }
  }

  private func controlPressed(in cell: UITableViewCell?) {
    guard let cell, let row = cell.indexPath, shown[row] === cell else { return }
    switch cell.editingStyle {
    case .none: break
    case .delete: openSwipe(row)
    case .insert: dataSource?.tableView(self, commit: .insert, forRowAt: row)
    }
  }

  // MARK: Moving by a finger

  private func dragged(_ pan: UIPanGestureRecognizer, _ cell: UITableViewCell?) {
    guard let cell else { return }
    switch pan.state {
    case .began:
      guard reorder == nil, let row = cell.indexPath, shown[row] === cell else { return }
      closeSwipe(animated: true)
      let rect = rectForRow(at: row)
      // The way until the pan began counts, too.
      let grip = pan.location(in: self).y - pan.way.y - rect.minY
      reorder = RowReorder(row, height: rect.height, grip: grip)
      bringSubviewToFront(cell)
      cell.looksLifted = true
      if cell.backgroundColor == nil {
        // Otherwise the shadow, and the rows below it, would be seen through the row.
        reorder?.hasLentBackground = true
        cell.backgroundColor = backgroundColor
      }
      follow(pan.location(in: superview).y - frame.minY)
    case .changed: follow(pan.location(in: superview).y - frame.minY)
    case .ended: dropReorder()
    default: endReorder()
    }
  }

  /// The row goes where the finger is, at a distance from the table's upper edge.
  private func follow(_ finger: Double) {
    guard let reorder else { return }
    place(reorder, finger)
    reorder.scroll.follow(Point(bounds.width / 2, finger), in: self) { [weak self, weak reorder] in
      guard let self, let reorder, self.reorder === reorder else { return }
      follow(reorder.finger)
    }
  }

  /// As the handle's drag, with the row's middle at the finger: what drags the row scrolls. Where the row would come.
  final func bringRow(_ row: IndexPath, to finger: Double) -> IndexPath {
    let height = rectForRow(at: row).height
    let reorder = reorder ?? RowReorder(row, height: height, grip: height / 2)
    if self.reorder == nil { closeSwipe(animated: true) }
    self.reorder = reorder
    place(reorder, finger)
    return reorder.to
  }

  private func place(_ reorder: RowReorder, _ finger: Double) {
    reorder.finger = finger
    let end = sections.last?.end ?? 0
    reorder.top = (bounds.minY + finger - reorder.grip).clamped(to: 0...max(end - reorder.height, 0))
    shown[reorder.from]?.frame = frameOfCell(reorder.from)
    let place = target(of: reorder)
    if place != reorder.to {
      reorder.to = place
      animateRows { for (row, cell) in shown where row != reorder.from { cell.frame = frameOfCell(row) } }
    }
  }

  /// Whether a finger has hold of a row, whose cell is kept.
  final func isHeld(_ row: IndexPath) -> Bool { reorder?.from == row || dragging?.lifted?.place == row }

  /// Where the row would come: the delegate may choose another place.
  private func target(of reorder: RowReorder) -> IndexPath {
    let middle = reorder.top + reorder.height / 2
    guard var place = indexPathForRow(at: Point(0, middle)) else { return reorder.to }
    if place.section != reorder.from.section, place.row == numberOfRows(inSection: place.section) - 1 {
      // Behind the last row of another section.
      let way = middle - rectForRow(at: place).midY
      if way > 0 || way == 0 && place > reorder.from { place.row += 1 }
    }
    guard place != reorder.proposed else { return reorder.to }
    reorder.proposed = place
    let chosen =
      listener?.tableView(
        self, targetIndexPathForMoveFromRowAt: reorder.from, toProposedIndexPath: place) ?? place
    let most = numberOfRows(inSection: chosen.section) - (chosen.section == reorder.from.section ? 1 : 0)
    return chosen.section >= 0 && chosen.section < sections.count && chosen.row >= 0 && chosen.row <= most
      ? chosen : reorder.to
  }

  /// The row goes where it would come, also in the data source.
  final func dropReorder() {
    guard let reorder else { return }
    guard reorder.from != reorder.to else { return endReorder() }
    endReorder(animated: false)
    dataSource?.tableView(self, moveRowAt: reorder.from, to: reorder.to)
    moveRow(at: reorder.from, to: reorder.to)
  }

  /// No row is under the finger now.
  final func endReorder(animated: Bool = true) {
    guard let reorder else { return }
    self.reorder = nil
    reorder.scroll.end()
    shown[reorder.from]?.looksLifted = false
    if reorder.hasLentBackground { shown[reorder.from]?.backgroundColor = nil }
    if animated { animateRows { for (row, cell) in shown { cell.frame = frameOfCell(row) } } }
  }
}
