/// Rows that are swiped aside.
extension UITableView: RowSwipeHost {
  private var listener: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }

  final func placeBesideSwipe(_ point: Point) -> SwipePlace {
    guard let swipe, !isSwiping else { return .none }
    if swipe.buttons.frame.contains(point) { return .buttons }
    return indexPathForRow(at: point) == swipe.row ? .row : .elsewhere
  }

  /// A finger goes to a side: whether the row there has something to reveal.
  final func prepareSwipe(from point: Point, leftwards: Bool) -> Bool {
    guard let row = indexPathForRow(at: point) ?? swipe?.row, shown[row] != nil else { return false }
    if let swipe, swipe.row == row { return true }
    guard !isEditing, reorder == nil else { return false }
    return beginSwipe(row, isTrailing: leftwards != isMirrored)
  }

  /// Makes the buttons of a row; false when there are none.
  private func beginSwipe(_ row: IndexPath, isTrailing: Bool) -> Bool {
    guard let configuration = swipeConfiguration(row, isTrailing: isTrailing),
      !configuration.actions.isEmpty, exists(row), shown[row] != nil
    else { return false }
    closeSwipe(animated: true)
    let new = newSwipe(row, isTrailing: isTrailing, configuration)
    swipe = new
    insertSubview(new.buttons, at: backgroundView == nil ? 0 : 1)
    placeSwipe()
    listener?.tableView(self, willBeginEditingRowAt: row)
    return swipe === new
  }

  /// The delegate's buttons; without them one that deletes, for rows that can be edited of a data source that does it.
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

  final var widthOfSwipe: Double { swipe.map { frameOfCell($0.row).width } ?? 0 }

  final func placeSwipe() {
    guard let swipe else { return }
    shown[swipe.row]?.frame = frameOfCell(swipe.row)
    swipe.place(in: frameOfCell(swipe.row).offsetBy(dx: -swipe.shift, dy: 0))
  }

  /// The row comes back over its buttons.
  final func closeSwipe(animated: Bool, isGone: Bool) {
    guard let swipe else { return }
    let (row, buttons) = (swipe.row, swipe.buttons)
    self.swipe = nil
    isSwiping = false
    buttons.onPress = nil
    swipe.close()
    if animated, window != nil, let cell = shown[row] {
      animateRows(completion: { _ in buttons.removeFromSuperview() }) {
        cell.frame = frameOfCell(row)
        swipe.place(in: frameOfCell(row))
      }
    } else {
      buttons.removeFromSuperview()
      if !isGone { shown[row]?.frame = frameOfCell(row) }
    }
    listener?.tableView(self, didEndEditingRowAt: isGone ? nil : row)
  }

  /// The row has another place, or is no more.
  final func moveSwipe(_ places: TablePlaces) {
    guard let swipe else { return }
    if let place = places[swipe.row] { swipe.row = place } else { closeSwipe(animated: false, isGone: true) }
  }
}
