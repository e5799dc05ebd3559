/// Items that are dragged, and drops on a collection.
extension UICollectionView {
  /// Decides which items are dragged. A weak reference, as `dropDelegate`.
  public final var dragDelegate: (any UICollectionViewDragDelegate)? {
    get { elements.dragging?.dragDelegate as? any UICollectionViewDragDelegate }
    set { madeDragging.dragDelegate = newValue }
  }
  /// Takes what is dropped on the collection.
  public final var dropDelegate: (any UICollectionViewDropDelegate)? {
    get { elements.dragging?.dropDelegate as? any UICollectionViewDropDelegate }
    set { madeDragging.dropDelegate = newValue }
  }
  /// Whether touches drag items, if there is a delegate for that; true, where UIKit's is false on phones.
  public final var dragInteractionEnabled: Bool {
    get { elements.dragging?.isEnabled ?? true }
    set { madeDragging.isEnabled = newValue }
  }
  /// Whether an item of the collection is dragged.
  public final var hasActiveDrag: Bool { elements.dragging?.lifted != nil }
  /// Whether something is dragged over the collection.
  public final var hasActiveDrop: Bool { elements.dragging?.isDropTarget ?? false }

  private var madeDragging: ListDragging {
    let made = elements.dragging ?? ListDragging(self)
    elements.dragging = made
    return made
  }
}

extension UICollectionView: DragList {
  final func itemsForBeginning(_ session: any UIDragSession, at place: IndexPath) -> [UIDragItem] {
    dragDelegate?.collectionView(self, itemsForBeginning: session, at: place) ?? []
  }
  final func previewParameters(of place: IndexPath) -> UIDragPreviewParameters? {
    dragDelegate?.collectionView(self, dragPreviewParametersForItemAt: place)
  }
  final func allowsMoves(_ session: any UIDragSession) -> Bool {
    dragDelegate?.collectionView(self, dragSessionAllowsMoveOperation: session) ?? true
  }
  final func isRestricted(_ session: any UIDragSession) -> Bool {
    dragDelegate?.collectionView(self, dragSessionIsRestrictedToDraggingApplication: session) ?? false
  }
  final func dragBegins(_ session: any UIDragSession) {
    dragDelegate?.collectionView(self, dragSessionWillBegin: session)
  }
  final func dragEnded(_ session: any UIDragSession) {
    dragDelegate?.collectionView(self, dragSessionDidEnd: session)
  }
  final func canHandle(_ session: any UIDropSession) -> Bool {
    dropDelegate?.collectionView(self, canHandle: session) ?? false
  }
  final func dropEnters(_ session: any UIDropSession) {
    dropDelegate?.collectionView(self, dropSessionDidEnter: session)
  }
  final func proposal(for session: any UIDropSession, at place: IndexPath?) -> (UIDropProposal, DropIntent) {
    let proposal = dropDelegate?.collectionView(
      self, dropSessionDidUpdate: session, withDestinationIndexPath: place)
    guard let proposal else { return (UIDropProposal(operation: .cancel), .unspecified) }
    return (proposal, DropIntent(rawValue: proposal.intent.rawValue) ?? .unspecified)
  }
  final func dropExits(_ session: any UIDropSession) {
    dropDelegate?.collectionView(self, dropSessionDidExit: session)
  }
  final func dropEnded(_ session: any UIDropSession) {
    dropDelegate?.collectionView(self, dropSessionDidEnd: session)
  }
  final func perform(_ drop: ListDrop) {
    guard let proposal = drop.proposal as? UICollectionViewDropProposal else { return }
    // The delegate counts without the room.
    let hadRoom = elements.move != nil
    undoMove()
    dropDelegate?.collectionView(self, performDropWith: ItemDrop(drop, proposal))
    // After `reloadData` there is nothing to animate.
    if hadRoom, !shown.isEmpty { settle() }
  }

  // MARK: Items

  final func dragPart(at point: Point) -> IndexPath? { indexPathForItem(at: point) }
  final func dragCell(at place: IndexPath) -> UIView? { shown[place] }
  final func restPlace(of place: IndexPath) -> IndexPath? {
    guard let move = elements.move, move.isRoom, place == move.to else { return source(of: place) }
    // The next item will have the room's place.
    let item = min(place.item, counts[place.section] - 2)
    return item < 0 ? nil : IndexPath(item: item, section: place.section)
  }
  final func endPress() { if let touch = pressed?.touch { release([touch]) } }
  final var colorBehindCells: UIColor? { nil }
  final func showAsTarget(_ place: IndexPath, _ isTarget: Bool) { shown[place]?.isHighlighted = isTarget }

  /// A drop delegate moves items itself.
  final func movesByItself(_ place: IndexPath) -> Bool { dropDelegate == nil && canMove(place) }

  final func makeRoom(for own: IndexPath?, _ size: Size, at finger: Point) -> IndexPath? {
    if let move = elements.move, move.isRoom == (own != nil) { cancelInteractiveMovement() }
    if let own {
      guard let move = elements.move ?? takeHold(of: own) else { return nil }
      move.isHidden = true
      bring(move, to: finger)
      return move.to
    }
    guard let part = indexPathForItem(at: finger) else {
      cancelInteractiveMovement()
      return nil
    }
    guard let move = elements.move ?? makeRoom(in: part.section) else { return part }
    bring(move, to: finger)
    return move.to
  }

  final func closeRoom() { cancelInteractiveMovement() }

  final func commitMove() -> IndexPath? {
    guard let move = elements.move else { return nil }
    endInteractiveMovement()
    return move.to
  }
}
