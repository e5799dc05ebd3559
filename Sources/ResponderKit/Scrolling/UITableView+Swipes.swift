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
    let new = RowSwipe(row, isAtRight: isTrailing != isMirrored, configuration)
    new.buttons.onPress = { [weak self, weak new] index in
      guard let self, let new, swipe === new else { return }
      perform(configuration.actions[index], index, of: new)
    }
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
    guard beginSwipe(row, isTrailing: true) else { return }
    swipe?.open()
    animateRows { placeSwipe() }
  }

  // MARK: The finger

  final func swiped(_ pan: RowSwipePan) {
    guard let swipe else { return isSwiping = false }
    let width = frameOfCell(swipe.row).width
    switch pan.state {
    case .began, .changed:
      if pan.state == .began {
        isSwiping = true
        swipe.begin()
      }
      guard isSwiping else { return }
      if swipe.follow(pan.translation(in: self).x, width: width) {
        animateRows { placeSwipe() }
      } else {
        placeSwipe()
      }
    case .ended where isSwiping:
      isSwiping = false
      if swipe.isFull { return swipe.buttons.onPress?(0) ?? () }
      guard swipe.staysOpen(pan.velocity(in: self).x) else { return closeSwipe(animated: true) }
      swipe.open()
      animateRows { placeSwipe() }
    default:
      isSwiping = false
      closeSwipe(animated: true)
    }
  }

  private func perform(_ action: UIContextualAction, _ index: Int, of swipe: RowSwipe) {
    // It may take its time: meanwhile it is not performed again.
    swipe.buttons.onPress = nil
    if swipe.isFull {
      swipe.fill(width: frameOfCell(swipe.row).width)
      animateRows { placeSwipe() }
    }
    action.handler(action, swipe.buttons.button(index)) { [weak self, weak swipe] _ in
      guard let self, let swipe, self.swipe === swipe else { return }
      closeSwipe(animated: true)
    }
  }

  // MARK: Its place and its end

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
