/// Rows of lists that are swiped aside.
extension UICollectionView: RowSwipeHost {
  final var swipe: RowSwipe? {
    get { elements.swipe }
    set { elements.swipe = newValue }
  }
  final var isSwiping: Bool {
    get { elements.isSwiping }
    set { elements.isSwiping = newValue }
  }

  /// Makes the recognizer once there is a list with buttons.
  final func watchSwipes() {
    guard elements.swipePan == nil else { return }
    let pan = RowSwipePan()
    pan.table = self
    pan.label = "row swipe"
    pan.maximumNumberOfTouches = 1
    pan.addAction { [weak self] pan in self?.swiped(pan) }
    addGestureRecognizer(pan)
    elements.swipePan = pan
  }

  func placeBesideSwipe(_ point: Point) -> SwipePlace {
    guard let swipe, !isSwiping else { return .none }
    if swipe.buttons.frame.contains(point) { return .buttons }
    return frameOfClosedRow(swipe.row).contains(point) ? .row : .elsewhere
  }

  func prepareSwipe(from point: Point, leftwards: Bool) -> Bool {
    guard let item = indexPathForItem(at: point) ?? swipe?.row, shown[item] != nil else { return false }
    if let swipe, swipe.row == item { return true }
    return beginSwipe(item, isTrailing: leftwards != isMirrored)
  }

  func openSwipe(of view: UIView?) {
    guard let cell = view as? UICollectionViewCell, let item = indexPath(for: cell) else { return }
    guard swipe?.row != item else { return closeSwipe(animated: true) }
    if beginSwipe(item, isTrailing: true) { openSwipe() }
  }

  private func beginSwipe(_ item: IndexPath, isTrailing: Bool) -> Bool {
    let list = collectionViewLayout.list(item.section)
    let provider =
      isTrailing
      ? list?.trailingSwipeActionsConfigurationProvider : list?.leadingSwipeActionsConfigurationProvider
    return beginSwipe(item, isTrailing: isTrailing, provider?(item))
  }

  // MARK: Its place and its end

  final func cellToSwipe(_ item: IndexPath) -> UIView? { shown[item] }
  final func frameOfClosedRow(_ item: IndexPath) -> Rect {
    collectionViewLayout.layoutAttributesForItem(at: item)?.frame ?? .zero
  }
  final func add(_ buttons: SwipeButtons, below cell: UIView) { insertSubview(buttons, belowSubview: cell) }
  final func swipeMoves(_ cell: UIView, aside: Bool, animated: Bool) {}
  final func restOfSwipe(_ cell: UIView) -> () -> Void { {} }
  final func swipeBegan(_ item: IndexPath) {}
  final func swipeEnded(_ item: IndexPath?) {}
}
