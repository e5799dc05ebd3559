/// A table or a collection, for the recognizer that swipes its rows aside.
protocol RowSwipeHost: UIScrollView {
  var swipe: RowSwipe? { get set }
  /// Whether a finger is swiping a row aside.
  var isSwiping: Bool { get set }
  func placeBesideSwipe(_ point: Point) -> SwipePlace
  /// A finger moves to a side: whether the row there has something to reveal.
  func prepareSwipe(from point: Point, leftwards: Bool) -> Bool
  /// The cell of a row, if that is shown.
  func cellToSwipe(_ row: IndexPath) -> UIView?
  /// Where a row's cell is when it is not moved aside.
  func frameOfClosedRow(_ row: IndexPath) -> Rect
  func add(_ buttons: SwipeButtons, below cell: UIView)
  /// A row begins to move aside, or back.
  func swipeMoves(_ cell: UIView, aside: Bool, animated: Bool)
  /// What is called when the row has come to rest aside, or back.
  func restOfSwipe(_ cell: UIView) -> () -> Void
  /// The buttons of a row are revealed.
  func swipeBegan(_ row: IndexPath)
  /// A row is closed; nil: it was removed.
  func swipeEnded(_ row: IndexPath?)
}

extension RowSwipeHost {
  private var widthOfSwipe: Double { swipe.map { frameOfClosedRow($0.row).width } ?? 0 }

  /// Makes the buttons of a row; false when there are none.
  func beginSwipe(
    _ row: IndexPath, isTrailing: Bool, _ configuration: UISwipeActionsConfiguration?
  ) -> Bool {
    guard let configuration, !configuration.actions.isEmpty, let cell = cellToSwipe(row) else { return false }
    closeSwipe(animated: true)
    let new = newSwipe(row, isTrailing: isTrailing, configuration)
    swipe = new
    add(new.buttons, below: cell)
    placeSwipe()
    swipeMoves(cell, aside: true, animated: true)
    // The row may have closed it, or have opened another one.
    guard swipe === new else { return false }
    swipeBegan(row)
    return swipe === new
  }

  /// Places the row and its buttons.
  func placeSwipe() {
    guard let swipe else { return }
    guard let cell = cellToSwipe(swipe.row) else { return closeSwipe(animated: false) }
    let frame = frameOfClosedRow(swipe.row)
    cell.frame = frame.offsetBy(dx: swipe.shift, dy: 0)
    swipe.place(in: frame)
  }

  /// Moves the row back over its buttons.
  ///
  /// - Parameter isGone: whether it was removed.
  func closeSwipe(animated: Bool, isGone: Bool = false) {
    guard let swipe else { return }
    let (row, buttons) = (swipe.row, swipe.buttons)
    self.swipe = nil
    isSwiping = false
    buttons.onPress = nil
    swipe.close()
    if animated, window != nil, let cell = cellToSwipe(row) {
      let frame = frameOfClosedRow(row)
      swipeMoves(cell, aside: false, animated: true)
      let rest = restOfSwipe(cell)
      let ended = { (_: Bool) in
        buttons.removeFromSuperview()
        rest()
      }
      animateRows(completion: ended) {
        cell.frame = frame
        swipe.place(in: frame)
      }
    } else {
      buttons.removeFromSuperview()
      if !isGone, let cell = cellToSwipe(row) {
        cell.frame = frameOfClosedRow(row)
        swipeMoves(cell, aside: false, animated: false)
      }
    }
    swipeEnded(isGone ? nil : row)
  }

  /// The row has another place, or was removed.
  func moveSwipe(to place: IndexPath?) {
    if let place { swipe?.row = place } else { closeSwipe(animated: false, isGone: true) }
  }

  /// The buttons of a row, which perform their actions.
  private func newSwipe(
    _ row: IndexPath, isTrailing: Bool, _ configuration: UISwipeActionsConfiguration
  ) -> RowSwipe {
    let new = RowSwipe(row, isAtRight: isTrailing != isMirrored, configuration)
    new.buttons.onPress = { [weak self, weak new] index in
      guard let self, let new, swipe === new else { return }
      perform(configuration.actions[index], index, of: new)
    }
    return new
  }

  /// Opens the row as a swipe would.
  func openSwipe() {
    swipe?.open()
    let rest = swipe.flatMap { cellToSwipe($0.row) }.map(restOfSwipe)
    animateRows(completion: { _ in rest?() }) { placeSwipe() }
  }

  /// The finger has moved, or was lifted.
  func swiped(_ pan: RowSwipePan) {
    guard let swipe else { return isSwiping = false }
    switch pan.state {
    case .began, .changed:
      if pan.state == .began {
        isSwiping = true
        swipe.begin()
      }
      guard isSwiping else { return }
      if swipe.follow(pan.translation(in: self).x, width: widthOfSwipe) {
        animateRows { placeSwipe() }
      } else {
        placeSwipe()
      }
    case .ended where isSwiping:
      isSwiping = false
      if swipe.isFull { return swipe.buttons.onPress?(0) ?? () }
      guard swipe.staysOpen(pan.velocity(in: self).x) else { return closeSwipe(animated: true) }
      openSwipe()
    default:
      isSwiping = false
      closeSwipe(animated: true)
    }
  }

  private func perform(_ action: UIContextualAction, _ index: Int, of swipe: RowSwipe) {
    // It may take its time: meanwhile it is not performed again.
    swipe.buttons.onPress = nil
    if swipe.isFull {
      swipe.fill(width: widthOfSwipe)
      animateRows { placeSwipe() }
    }
    action.handler(action, swipe.buttons.button(index)) { [weak self, weak swipe] _ in
      guard let self, let swipe, self.swipe === swipe else { return }
      closeSwipe(animated: true)
    }
  }
}
