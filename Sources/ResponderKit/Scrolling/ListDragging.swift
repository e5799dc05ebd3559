/// What a drop on a table or a collection would do beside taking the items.
enum DropIntent: Int { case unspecified, insertAt, insertInto, automatic }

/// A table or a collection whose parts are dragged, and on which something is dropped. The first group asks the program.
protocol DragList: UIScrollView {
  func itemsForBeginning(_ session: any UIDragSession, at place: IndexPath) -> [UIDragItem]
  func previewParameters(of place: IndexPath) -> UIDragPreviewParameters?
  func allowsMoves(_ session: any UIDragSession) -> Bool
  func isRestricted(_ session: any UIDragSession) -> Bool
  func dragBegins(_ session: any UIDragSession)
  func dragEnded(_ session: any UIDragSession)
  func canHandle(_ session: any UIDropSession) -> Bool
  func dropEnters(_ session: any UIDropSession)
  func proposal(for session: any UIDropSession, at place: IndexPath?) -> (UIDropProposal, DropIntent)
  func dropExits(_ session: any UIDropSession)
  func dropEnded(_ session: any UIDropSession)
  func perform(_ drop: ListDrop)

  /// The part at a place of the content; that where room has been made, if the place is there.
  func dragPart(at point: Point) -> IndexPath?
  func dragCell(at place: IndexPath) -> UIView?
  /// The place of a part when the room has closed; nil: it is none.
  func restPlace(of place: IndexPath) -> IndexPath?
  /// Ends the highlight of the pressed part.
  func endPress()
  /// What is behind cells without a color.
  var colorBehindCells: UIColor? { get }
  func showAsTarget(_ place: IndexPath, _ isTarget: Bool)

  /// Whether the data source moves the part when it is dropped, without the drop delegate.
  func movesByItself(_ place: IndexPath) -> Bool
  /// Makes room at the finger for `own`, or for something of `size`; returns the insertion place.
  func makeRoom(for own: IndexPath?, _ size: Size, at finger: Point) -> IndexPath?
  func closeRoom()
  /// Moves the part to its room, also in the data source; returns its place.
  func commitMove() -> IndexPath?
}

/// What a table or a collection has for drags and drops.
final class ListDragging {
  private weak var list: (any DragList)?
  /// The program's delegates.
  weak var dragDelegate: AnyObject? { didSet { delegatesChanged() } }
  weak var dropDelegate: AnyObject? { didSet { delegatesChanged() } }
  /// Whether touches begin drags.
  var isEnabled = true { didSet { drag.isEnabled = isEnabled } }
  private(set) lazy var drag = UIDragInteraction(delegate: self)
  private(set) lazy var drop = UIDropInteraction(delegate: self)
  /// The part that is dragged, with its session.
  private(set) var lifted: (place: IndexPath, session: any UIDragSession)?
  /// The part of a press that has not lifted yet; another recognizer may win.
  private var candidate: IndexPath?
  private(set) var isDropTarget = false
  /// The room for something from elsewhere, in a table.
  var gap: RowGap?
  /// The cell of the dragged part, which is not seen while the others have made room for it.
  private var hidden: UIView?

  private var destination: IndexPath?
  private var proposal = UIDropProposal(operation: .cancel)
  private var isInsertion = false
  private var target: IndexPath? {
    didSet {
      guard target != oldValue else { return }
      if let oldValue { list?.showAsTarget(oldValue, false) }
      if let target { list?.showAsTarget(target, true) }
    }
  }
  private var dropped: ListDrop?

  init(_ list: any DragList) { self.list = list }

  private func delegatesChanged() {
    guard let list else { return }
    if dragDelegate != nil, drag.view == nil { list.addInteraction(drag) }
    if drop.view == nil { list.addInteraction(drop) }
  }

  func hide(_ cell: UIView?) {
    guard cell !== hidden else { return }
    unhide()
    hidden = cell
    cell?.alpha = 0
  }

  func unhide() {
    hidden?.alpha = 1
    hidden = nil
  }

  /// Updates the places after inserts, deletes and moves.
  func partsMoved(_ places: (IndexPath) -> IndexPath?) {
    gap = nil
    target = nil
    // What was dropped is seen when its picture has landed.
    if dropped == nil { unhide() }
    candidate = candidate.flatMap(places)
    guard let (place, session) = lifted else { return }
    lifted = places(place).map { ($0, session) }
  }

  /// The part of this list that is all that a session drags.
  private func ownPart(of session: any UIDropSession) -> IndexPath? {
    guard let lifted, session.localDragSession === lifted.session, session.items.count == 1 else {
      return nil
    }
    return lifted.place
  }
}

extension ListDragging: UIDragInteractionDelegate {
  func dragInteraction(_ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession)
    -> [UIDragItem]
  {
    guard let list, lifted == nil, let place = list.dragPart(at: session.location(in: list)) else {
      return []
    }
    let items = list.itemsForBeginning(session, at: place)
    if !items.isEmpty { candidate = place }
    return items
  }

  func dragInteraction(
    _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: any UIDragSession
  ) -> UITargetedDragPreview? {
    guard item === session.items.first, let list, let place = candidate,
      let cell = list.dragCell(at: place)
    else { return nil }
    // The picture shows the cell as it is without the finger.
    list.endPress()
    let parameters = list.previewParameters(of: place) ?? UIDragPreviewParameters()
    // Otherwise what is below would be seen through the cell.
    if parameters.backgroundColor == .clear, parameters.visiblePath == nil, cell.backgroundColor == nil {
      parameters.backgroundColor = list.colorBehindCells
    }
    return UITargetedDragPreview(view: cell, parameters: parameters)
  }

  func dragInteraction(
    _ interaction: UIDragInteraction, willAnimateLiftWith animator: any UIDragAnimating,
    session: any UIDragSession
  ) {
    lifted = candidate.map { ($0, session) }
    candidate = nil
  }

  func dragInteraction(
    _ interaction: UIDragInteraction, previewForCancelling item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? {
    guard let list, let lifted, let cell = list.dragCell(at: lifted.place) else { return nil }
    return defaultPreview.retargetedPreview(
      with: UIDragPreviewTarget(container: cell.superview ?? list, center: cell.center))
  }

  func dragInteraction(
    _ interaction: UIDragInteraction, item: UIDragItem, willAnimateCancelWith animator: any UIDragAnimating
  ) {
    // A part that was lifted and put down again had no session that ends.
    animator.addCompletion { [weak self] _ in self?.lifted = nil }
  }

  func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: any UIDragSession) {
    list?.dragBegins(session)
  }

  func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, didEndWith operation: UIDropOperation
  ) {
    unhide()
    lifted = nil
    list?.dragEnded(session)
  }

  func dragInteraction(
    _ interaction: UIDragInteraction, sessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool { list?.allowsMoves(session) ?? true }

  func dragInteraction(
    _ interaction: UIDragInteraction, sessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool { list?.isRestricted(session) ?? false }
}

extension ListDragging: UIDropInteractionDelegate {
  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool {
    guard let list else { return false }
    if dropDelegate != nil { return list.canHandle(session) }
    return ownPart(of: session).map(list.movesByItself) ?? false
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession) {
    isDropTarget = true
    list?.dropEnters(session)
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession)
    -> UIDropProposal
  {
    guard let list else { return UIDropProposal(operation: .cancel) }
    let finger = session.location(in: list)
    let (own, part) = (ownPart(of: session), list.dragPart(at: finger))
    var intent = DropIntent.insertAt
    if dropDelegate == nil {
      proposal = UIDropProposal(operation: own == nil ? .cancel : .move)
    } else {
      (proposal, intent) = list.proposal(for: session, at: part)
    }
    let rest = part.flatMap(list.restPlace)
    if intent == .automatic { intent = isInside(part, finger) && rest != own ? .insertInto : .insertAt }
    let isMove = proposal.operation == .move && session.allowsMoveOperation
    let isTaken = isMove || proposal.operation == .copy
    isInsertion = isTaken && intent == .insertAt
    if isInsertion {
      target = nil
      let size = session.items.first?.previewSize ?? .zero
      destination = list.makeRoom(for: isMove ? own : nil, size, at: finger)
    } else {
      list.closeRoom()
      destination = rest
      target = isTaken && intent == .insertInto ? rest : nil
    }
    return proposal
  }

  /// Whether the finger is in the middle half of a part.
  private func isInside(_ part: IndexPath?, _ finger: Point) -> Bool {
    guard let list, let cell = part.flatMap(list.dragCell) else { return false }
    let frame = cell.convert(cell.bounds, to: list)
    return frame.insetBy(dx: 0, dy: frame.height / 4).contains(finger)
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession) {
    forgetTarget()
    list?.dropExits(session)
  }

  private func forgetTarget() {
    isDropTarget = false
    list?.closeRoom()
    target = nil
  }

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
    guard let list else { return }
    let own = ownPart(of: session)
    let drop = ListDrop(
      session, proposal, destination,
      from: lifted.flatMap { [session] in
        session.localDragSession === $0.session ? $0.place : nil
      })
    dropped = drop
    if let own, isInsertion, proposal.operation == .move, list.movesByItself(own) {
      if let place = list.commitMove(), let item = session.items.first { drop.land(item, .at(place)) }
    } else {
      list.perform(drop)
      list.closeRoom()
    }
    target = nil
  }

  func dropInteraction(
    _ interaction: UIDropInteraction, previewForDropping item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? {
    guard let list, let landing = dropped?.landing(of: item) else { return nil }
    list.layoutIfNeeded()
    switch landing {
    case .on(let target): return defaultPreview.retargetedPreview(with: target)
    case .at(let place):
      return list.dragCell(at: place).map {
        defaultPreview.retargetedPreview(
          with: UIDragPreviewTarget(container: $0.superview ?? list, center: $0.center))
      }
    case .into(let place, let rect):
      return list.dragCell(at: place).map {
        defaultPreview.retargetedPreview(
          with: UIDragPreviewTarget(
            container: $0, center: Point(rect.midX, rect.midY),
            transform: AffineTransform(scaleX: 0.3, y: 0.3)))
      }
    }
  }

  func dropInteraction(
    _ interaction: UIDropInteraction, item: UIDragItem, willAnimateDropWith animator: any UIDragAnimating
  ) {
    guard let own = dropped?.animator(of: item) else { return }
    animator.addAnimations { own.animate() }
    animator.addCompletion { own.complete($0) }
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) {
    forgetTarget()
    dropped = nil
    list?.dropEnded(session)
  }
}
