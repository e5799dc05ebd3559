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
  final var widthOfSwipe: Double { swipe.map { frameOfItem($0.row).width } ?? 0 }

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
    return frameOfItem(swipe.row).contains(point) ? .row : .elsewhere
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
    guard let configuration = provider?(item), !configuration.actions.isEmpty, let cell = shown[item] else {
      return false
    }
    closeSwipe(animated: true)
    let new = newSwipe(item, isTrailing: isTrailing, configuration)
    swipe = new
    insertSubview(new.buttons, belowSubview: cell)
    placeSwipe()
    return swipe === new
  }

  // MARK: Its place and its end

  private func frameOfItem(_ item: IndexPath) -> Rect {
    collectionViewLayout.layoutAttributesForItem(at: item)?.frame ?? .zero
  }

  final func placeSwipe() {
    guard let swipe else { return }
    guard let cell = shown[swipe.row] else { return closeSwipe(animated: false, isGone: true) }
    let frame = frameOfItem(swipe.row)
    cell.frame = frame.offsetBy(dx: swipe.shift, dy: 0)
    swipe.place(in: frame)
  }

  final func closeSwipe(animated: Bool, isGone: Bool) {
    guard let swipe else { return }
    let (item, buttons) = (swipe.row, swipe.buttons)
    self.swipe = nil
    isSwiping = false
    buttons.onPress = nil
    swipe.close()
    let frame = frameOfItem(item)
    if animated, window != nil, let cell = shown[item] {
      animateRows(completion: { _ in buttons.removeFromSuperview() }) {
        cell.frame = frame
        swipe.place(in: frame)
      }
    } else {
      buttons.removeFromSuperview()
      if !isGone { shown[item]?.frame = frame }
    }
  }

  /// The item has another place, or is no more.
  final func moveSwipe(_ place: IndexPath?) {
    guard let swipe else { return }
    if let place { swipe.row = place } else { closeSwipe(animated: false, isGone: true) }
  }
}
