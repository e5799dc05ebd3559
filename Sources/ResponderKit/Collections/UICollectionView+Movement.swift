/// Items that the user moves to other places. A collection controller does all this for long presses.
extension UICollectionView {
  /// Takes hold of an item, as a gesture begins; whether it can be moved. The data source can move items if it has
  /// `collectionView(_:moveItemAt:to:)`.
  @discardableResult
  public final func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool {
    guard elements.move == nil, changes.depth == 0, canMove(indexPath) else { return false }
    return takeHold(of: indexPath) != nil
  }

  /// Takes hold of an item that the data source may not be able to move.
  final func takeHold(of item: IndexPath) -> ItemMove? {
    guard let middle = layoutAttributesForItem(at: item)?.center else { return nil }
    closeSwipe(animated: true)
    let move = ItemMove(item, middle: middle - bounds.origin)
    elements.move = move
    shown[item]?.setNeedsUpdateConfiguration()
    setNeedsLayout()
    return move
  }

  /// Makes room for an item from elsewhere at the end of a section, which has items; none without them.
  final func makeRoom(in section: Int) -> ItemMove? {
    guard changes.depth == 0, counts.indices.contains(section), counts[section] > 0 else { return nil }
    closeSwipe(animated: true)
    let move = ItemMove(IndexPath(item: counts[section], section: section), middle: .zero, isRoom: true)
    elements.move = move
    counts[section] += 1
    collectionViewLayout.invalidateLayout()
    layoutIsStale()
    return move
  }

  /// Moves the item's middle to a place of the content. Other items make room, and near an edge the collection scrolls.
  public final func updateInteractiveMovementTargetPosition(_ targetPosition: Point) {
    guard let move = elements.move, targetPosition.x.isFinite, targetPosition.y.isFinite else { return }
    bring(move, to: targetPosition)
    move.scroll.follow(move.middle, in: self) { [weak self, weak move] in
      guard let self, let move, elements.move === move else { return }
      follow(move)
    }
  }

  /// As `updateInteractiveMovementTargetPosition`, where something else scrolls.
  final func bring(_ move: ItemMove, to place: Point) {
    move.middle = place - bounds.origin
    follow(move)
  }

  /// Leaves the item where it would come: the data source is called if that is another place.
  public final func endInteractiveMovement() {
    guard let move = elements.move else { return }
    endMove(move)
    if move.from != move.to { dataSource?.collectionView(self, moveItemAt: move.from, to: move.to) }
    settle()
  }

  /// The item goes back to its place.
  public final func cancelInteractiveMovement() {
    guard elements.move != nil else { return }
    undoMove()
    settle()
  }

  // MARK: For the collection

  final func canMove(_ item: IndexPath) -> Bool {
    guard exists(item), let dataSource, dataSource.canMoveItems else { return false }
    return dataSource.collectionView(self, canMoveItemAt: item)
  }

  /// Moves an item by a gesture. `item` is asked for when the gesture begins; `x` fixes the item's center where it moves up and down only.
  final func move(
    _ item: @autoclosure () -> IndexPath?, by gesture: UIGestureRecognizer, from start: Point,
    alongLine x: Double? = nil
  ) {
    switch gesture.state {
    case .began:
      guard let item = item(), beginInteractiveMovementForItem(at: item), let move = elements.move else {
        return
      }
      move.grip = bounds.origin + move.middle - start
      fallthrough
    case .changed:
      guard let move = elements.move else { return }
      var middle = gesture.location(in: self) + move.grip
      if let x { middle.x = x }
      updateInteractiveMovementTargetPosition(middle)
    case .ended: endInteractiveMovement()
    default: cancelInteractiveMovement()
    }
  }

  /// The data source's index path of the item that is shown at an index path.
  final func source(of place: IndexPath) -> IndexPath { elements.move?.source(of: place) ?? place }

  /// The attributes of the moved item's cell: in front, at the finger.
  final func attributes(of move: ItemMove) -> UICollectionViewLayoutAttributes? {
    if move.isRoom { return nil }
    let attributes = collectionViewLayout.layoutAttributesForItem(at: move.to)?.copy()
    guard let attributes = attributes as? UICollectionViewLayoutAttributes else { return nil }
    attributes.center = bounds.origin + move.middle
    attributes.zIndex = .max
    if move.isHidden { attributes.alpha = 0 }
    (attributes.lane, attributes.laneShift) = (nil, .zero)
    return attributes
  }

  /// Restores the index paths before the movement, and ends it.
  final func undoMove() {
    guard let move = elements.move else { return }
    if move.from != move.to { shift(move, to: move.from) }
    if move.isRoom {
      counts[move.from.section] -= 1
      collectionViewLayout.invalidateLayout()
      layoutIsStale()
    }
    endMove(move)
  }

  /// Ends the movement; the index paths stay as they are.
  final func endMove(_ move: ItemMove) {
    elements.move = nil
    move.scroll.end()
    shown[move.to]?.setNeedsUpdateConfiguration()
    setNeedsLayout()
  }

  /// Lets the items move to their places.
  final func settle() {
    guard window != nil else { return }
    UIView.animate(withDuration: .milliseconds(300), options: .allowUserInteraction) { layoutIfNeeded() }
  }

  // MARK: On the way

  private func follow(_ move: ItemMove) {
    prepareLayout()
    let middle = bounds.origin + move.middle
    shown[move.to]?.center = middle
    setNeedsLayout()
    let place = target(of: move, middle)
    guard place != move.to, elements.move === move else { return }
    shift(move, to: place)
    settle()
  }

  /// The item's next index path: the layout proposes it, and the delegate may choose another one.
  private func target(of move: ItemMove, _ middle: Point) -> IndexPath {
    let place = collectionViewLayout.targetIndexPath(
      forInteractivelyMovingItem: move.to, withPosition: middle)
    guard place != move.proposed else { return move.to }
    move.proposed = place
    guard place != move.to else { return place }
    let chosen =
      move.isRoom
      ? place
      : listener?.collectionView(
        self, targetIndexPathForMoveOfItemFromOriginalIndexPath: move.from, atCurrentIndexPath: move.to,
        toProposedIndexPath: place) ?? place
    let most = numberOfItems(inSection: chosen.section) - (chosen.section == move.to.section ? 1 : 0)
    return counts.indices.contains(chosen.section) && chosen.item >= 0 && chosen.item <= most
      ? chosen : move.to
  }

  /// Moves the item to another index path, and the others accordingly.
  private func shift(_ move: ItemMove, to place: IndexPath) {
    let old = move.to
    let moved = { ItemMove.place(of: $0, when: old, movesTo: place) }
    move.to = place
    counts[old.section] -= 1
    counts[place.section] += 1
    let cells = shown.map { (moved($0.key), $0.value) }
    shown = Dictionary(uniqueKeysWithValues: cells)
    selected = Set(selected.map(moved))
    pressed = pressed.map { ($0.touch, moved($0.item)) }
    collectionViewLayout.moveMeasures(moved)
    collectionViewLayout.invalidateLayout()
    layoutIsStale()
  }
}
