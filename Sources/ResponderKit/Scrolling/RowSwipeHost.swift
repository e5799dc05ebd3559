/// A table or a collection, for the recognizer that swipes its rows aside.
protocol RowSwipeHost: UIView {
  var swipe: RowSwipe? { get set }
  /// Whether a finger is swiping a row aside.
  var isSwiping: Bool { get set }
  /// Of the row that is swiped.
  var widthOfSwipe: Double { get }
  func placeBesideSwipe(_ point: Point) -> SwipePlace
  /// A finger moves to a side: whether the row there has something to reveal.
  func prepareSwipe(from point: Point, leftwards: Bool) -> Bool
  /// Places the row and its buttons.
  func placeSwipe()
  /// Moves the row back over its buttons.
  func closeSwipe(animated: Bool, isGone: Bool)
}

extension RowSwipeHost {
  func closeSwipe(animated: Bool) { closeSwipe(animated: animated, isGone: false) }

  /// The buttons of a row, which perform their actions.
  func newSwipe(
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
    animateRows { placeSwipe() }
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

  /// As long as rows take to come, go and move.
  func animateRows(completion: ((Bool) -> Void)? = nil, _ changes: () -> Void) {
    UIView.animate(
      withDuration: .milliseconds(300), options: .allowUserInteraction, animations: changes,
      completion: completion)
  }
}
