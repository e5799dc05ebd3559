/// Rows that are dragged, and drops on a table.
extension UITableView {
  /// Decides which rows are dragged. A weak reference, as `dropDelegate`.
  public final var dragDelegate: (any UITableViewDragDelegate)? {
    get { dragging?.dragDelegate as? any UITableViewDragDelegate }
    set { madeDragging.dragDelegate = newValue }
  }
  /// Takes what is dropped on the table.
  public final var dropDelegate: (any UITableViewDropDelegate)? {
    get { dragging?.dropDelegate as? any UITableViewDropDelegate }
    set { madeDragging.dropDelegate = newValue }
  }
  /// Whether touches drag rows, if there is a delegate for that; true, where UIKit's is false on phones.
  public final var dragInteractionEnabled: Bool {
    get { dragging?.isEnabled ?? true }
    set { madeDragging.isEnabled = newValue }
  }
  /// Whether a row of the table is dragged.
  public final var hasActiveDrag: Bool { dragging?.lifted != nil }
  /// Whether something is dragged over the table.
  public final var hasActiveDrop: Bool { dragging?.isDropTarget ?? false }

  private var madeDragging: ListDragging {
    let made = dragging ?? ListDragging(self)
    dragging = made
    return made
  }
}

extension UITableView: DragList {
  final func itemsForBeginning(_ session: any UIDragSession, at place: IndexPath) -> [UIDragItem] {
    dragDelegate?.tableView(self, itemsForBeginning: session, at: place) ?? []
  }
  final func previewParameters(of place: IndexPath) -> UIDragPreviewParameters? {
    dragDelegate?.tableView(self, dragPreviewParametersForRowAt: place)
  }
  final func allowsMoves(_ session: any UIDragSession) -> Bool {
    dragDelegate?.tableView(self, dragSessionAllowsMoveOperation: session) ?? true
  }
  final func isRestricted(_ session: any UIDragSession) -> Bool {
    dragDelegate?.tableView(self, dragSessionIsRestrictedToDraggingApplication: session) ?? false
  }
  final func dragBegins(_ session: any UIDragSession) {
    dragDelegate?.tableView(self, dragSessionWillBegin: session)
  }
  final func dragEnded(_ session: any UIDragSession) {
    dragDelegate?.tableView(self, dragSessionDidEnd: session)
  }
  final func canHandle(_ session: any UIDropSession) -> Bool {
    dropDelegate?.tableView(self, canHandle: session) ?? false
  }
  final func dropEnters(_ session: any UIDropSession) {
    dropDelegate?.tableView(self, dropSessionDidEnter: session)
  }
  final func proposal(for session: any UIDropSession, at place: IndexPath?) -> (UIDropProposal, DropIntent) {
    let proposal = dropDelegate?.tableView(
      self, dropSessionDidUpdate: session, withDestinationIndexPath: place)
    guard let proposal else { return (UIDropProposal(operation: .cancel), .unspecified) }
    return (proposal, DropIntent(rawValue: proposal.intent.rawValue) ?? .unspecified)
  }
  final func dropExits(_ session: any UIDropSession) {
    dropDelegate?.tableView(self, dropSessionDidExit: session)
  }
  final func dropEnded(_ session: any UIDropSession) {
    dropDelegate?.tableView(self, dropSessionDidEnd: session)
  }
  final func perform(_ drop: ListDrop) {
    guard let proposal = drop.proposal as? UITableViewDropProposal else { return }
    dropDelegate?.tableView(self, performDropWith: RowDrop(drop, proposal))
  }

  // MARK: Rows

  final func dragPart(at point: Point) -> IndexPath? {
    guard let gap = dragging?.gap else { return indexPathForRow(at: point) }
    if isIn(gap, point) { return gap.place }
    let isBelow = point.y >= topOfGap(gap)
    return indexPathForRow(at: Point(point.x, isBelow ? point.y - gap.height : point.y))
  }
  final func dragCell(at place: IndexPath) -> UIView? { cellForRow(at: place) }
  /// Room behind the last row is no row.
  final func restPlace(of place: IndexPath) -> IndexPath? { exists(place) ? place : nil }
  final func endPress() { if let touch = pressed?.touch { endPress([touch]) } }
  final var colorBehindCells: UIColor? { backgroundColor }
  final func showAsTarget(_ place: IndexPath, _ isTarget: Bool) {
    shown[place]?.setHighlighted(isTarget, animated: false)
  }

  final func movesByItself(_ place: IndexPath) -> Bool {
    guard exists(place), let dataSource, dataSource.canMoveRows else { return false }
    return dataSource.tableView(self, canMoveRowAt: place)
  }

  final func makeRoom(for own: IndexPath?, _ size: Size, at finger: Point) -> IndexPath? {
    if let own, exists(own) {
      setGap(nil)
      dragging?.hide(shown[own])
      return bringRow(own, to: finger.y - bounds.minY)
    }
    endReorder()
    dragging?.unhide()
    let gap = dragging?.gap
    guard let part = dragPart(at: finger) else {
      // Titles of sections close no gap.
      if let gap, let last = sections.last, finger.y < last.end + gap.height { return gap.place }
      setGap(nil)
      return nil
    }
    if let gap, isIn(gap, finger) { return gap.place }
    let rect = rectForRow(at: part)
    let middle = rect.midY + (gap?.shift(part) ?? 0)
    let place = finger.y < middle ? part : IndexPath(row: part.row + 1, section: part.section)
    setGap(RowGap(place: place, height: size.height > 0 ? min(size.height, bounds.height / 2) : 44))
    return place
  }

  final func closeRoom() {
    setGap(nil)
    guard reorder != nil else { return }
    endReorder()
    dragging?.unhide()
  }

  final func commitMove() -> IndexPath? {
    let place = reorder?.to
    dropReorder()
    return place
  }

  // MARK: Room for something from elsewhere

  private func isIn(_ gap: RowGap, _ point: Point) -> Bool {
    let top = topOfGap(gap)
    return point.y >= top && point.y < top + gap.height
  }

  private func topOfGap(_ gap: RowGap) -> Double {
    guard sections.indices.contains(gap.place.section) else { return 0 }
    let rows = sections[gap.place.section]
    return rows.edge(min(gap.place.row, rows.count))
  }

  private func setGap(_ gap: RowGap?) {
    guard let dragging, gap?.place != dragging.gap?.place else { return }
    contentSize.height += (gap?.height ?? 0) - (dragging.gap?.height ?? 0)
    dragging.gap = gap
    setNeedsLayout()
    guard window != nil else { return }
    animateRows {
      for (row, cell) in shown { cell.frame = frameOfCell(row) }
      layOutBands()
      comeBackToTheEnd()
    }
    // Cells that come into sight do not fly in.
    UIView.performWithoutAnimation { layoutIfNeeded() }
  }

  /// The part of the content of which cells are shown: with a gap, rows are seen that are above by themselves.
  final var shownPart: Rect {
    guard let gap = dragging?.gap else { return bounds }
    return Rect(bounds.minX, bounds.minY - gap.height, bounds.width, bounds.height + gap.height)
  }
}
