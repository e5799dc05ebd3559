/// Rows that are swiped aside.
extension UITableView: RowSwipeHost {
  private var listener: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }

  final func placeBesideSwipe(_ point: Point) -> SwipePlace {
    guard let swipe, !isSwiping else { return .none }
    if swipe.buttons.frame.contains(point) { return .buttons }
    return indexPathForRow(at: point) == swipe.row ? .row : .elsewhere
  }

  final func prepareSwipe(from point: Point, leftwards: Bool) -> Bool {
    guard let row = rowTouched(at: point) ?? swipe?.row, shown[row] != nil else { return false }
    if let swipe, swipe.row == row { return true }
    guard !isEditing, reorder == nil else { return false }
    return beginSwipe(row, isTrailing: leftwards != isMirrored)
  }

  private func beginSwipe(_ row: IndexPath, isTrailing: Bool) -> Bool {
    let configuration = swipeConfiguration(row, isTrailing: isTrailing)
    return exists(row) && beginSwipe(row, isTrailing: isTrailing, configuration)
  }

  /// The delegate's buttons; without them one that deletes, for rows that can be edited, if the data source deletes rows.
  private func swipeConfiguration(_ row: IndexPath, isTrailing: Bool) -> UISwipeActionsConfiguration? {
    let own =
      isTrailing
      ? listener?.tableView(self, trailingSwipeActionsConfigurationForRowAt: row)
      : listener?.tableView(self, leadingSwipeActionsConfigurationForRowAt: row)
    if own != nil || !isTrailing { return own }
    guard let source = dataSource, isEditing || source.canCommit, source.tableView(self, canEditRowAt: row),
      listener?.tableView(self, editingStyleForRowAt: row) ?? .delete == .delete
    else { return nil }
    let title = listener?.tableView(self, titleForDeleteConfirmationButtonForRowAt: row) ?? "Delete"
    let delete = UIContextualAction(style: .destructive, title: title) { [weak self] _, _, isDone in
      guard let self, let row = swipe?.row else { return }
      dataSource?.tableView(self, commit: .delete, forRowAt: row)
      isDone(true)
    }
    return UISwipeActionsConfiguration(actions: [delete])
  }

  /// Opens a row as a swipe would.
  final func openSwipe(_ row: IndexPath) {
    guard swipe?.row != row else { return closeSwipe(animated: true) }
    if beginSwipe(row, isTrailing: true) { openSwipe() }
  }

  // MARK: Its place and its end

  final func cellToSwipe(_ row: IndexPath) -> UIView? { shown[row] }
  final func add(_ buttons: SwipeButtons, below cell: UIView) {
    insertSubview(buttons, at: backgroundView == nil ? 0 : 1)
  }
  final func swipeMoves(_ cell: UIView, aside: Bool, animated: Bool) {
    (cell as? UITableViewCell)?.changeState(isAside: aside, isAnimated: animated)
  }
  final func restOfSwipe(_ cell: UIView) -> () -> Void { (cell as? UITableViewCell)?.endOfTransition() ?? {} }
  final func swipeBegan(_ row: IndexPath) { listener?.tableView(self, willBeginEditingRowAt: row) }
  final func swipeEnded(_ row: IndexPath?) { listener?.tableView(self, didEndEditingRowAt: row) }
}
