/// Drags of a text's selection.
final class TextDrags: UIDragInteractionDelegate {
  private unowned let editor: TextEditor
  weak var delegate: (any UITextDragDelegate)?
  /// Made when the view becomes first responder: before that nothing is selected.
  private(set) var interaction: UIDragInteraction?
  /// The drag under way, and what it drags.
  private(set) weak var session: (any UIDragSession)?
  private(set) var range = 0..<0
  private(set) var text = ""
  /// Whether the finger has lifted the text.
  private(set) var isActive = false
  /// Whether the text was dropped in its own view, which has dealt with it.
  var hasMoved = false

  init(_ editor: TextEditor) { self.editor = editor }

  private var host: any TextEditorHost { editor.host }
  private var view: (any UIView & UITextDraggable)? { host as? any UIView & UITextDraggable }

  func attach() {
    guard interaction == nil else { return }
    let new = UIDragInteraction(delegate: self)
    interaction = new
    host.addInteraction(new)
  }

  /// Whether there is selected text at a point that can be dragged.
  func canBegin(at point: Point) -> Bool {
    let selection = editor.model.selection
    guard editor.isRunning, !host.isSecure, !selection.isEmpty, interaction?.isEnabled == true,
      interaction?.view === host, let place = host.closestPosition(to: point)
    else { return false }
    return [place - 1, place].contains {
      selection.contains($0) && host.box(of: $0).insetBy(dx: -1, dy: -1).contains(point)
    }
  }

  private final class Request: UITextDragRequest {
    let dragRange: Range<Int>
    let suggestedItems: [UIDragItem]
    let dragSession: any UIDragSession
    var existingItems: [UIDragItem] { [] }
    var isSelected: Bool { true }

    init(_ range: Range<Int>, _ item: UIDragItem, _ session: any UIDragSession) {
      (dragRange, suggestedItems, dragSession) = (range, [item], session)
    }
  }

  func dragInteraction(_ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession)
    -> [UIDragItem]
  {
    guard canBegin(at: session.location(in: host)) else { return [] }
    let (model, range) = (editor.model, editor.model.selection)
    let provider = NSItemProvider()
    if model.styles != nil {
      provider.registerObject(model.attributed(host.standardAttributes, in: range), visibility: .all)
    }
    provider.registerObject(model.text(in: range).withoutObjects, visibility: .all)
    let item = UIDragItem(itemProvider: provider)
    (self.session, self.range, text, hasMoved) = (session, range, model.text(in: range), false)
    guard let delegate, let view else { return [item] }
    return delegate.textDraggableView(view, itemsForDrag: Request(range, item, session))
  }

  func dragInteraction(
    _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: any UIDragSession
  ) -> UITargetedDragPreview? {
    if let view,
      let own = delegate?.textDraggableView(view, dragPreviewForLiftingItem: item, session: session)
    {
      return own
    }
    return item === session.items.first ? card : nil
  }

  /// The text on a card, where it is.
  private var card: UITargetedDragPreview {
    let label = UILabel()
    // The program may have changed the text since the drag began.
    let range = range.clamped(to: 0..<editor.model.count)
    label.attributedText = editor.model.attributed(
      host.standardAttributes, in: range.lowerBound..<min(range.upperBound, range.lowerBound + 200))
    label.numberOfLines = 4
    let size = label.sizeThatFits(Size(240, .infinity))
    label.frame = Rect(0, 0, min(size.width, 240) + 2, size.height)
    label.backgroundColor = .systemBackground
    let (start, end) = (host.caretRect(for: range.lowerBound), host.caretRect(for: range.upperBound))
    let seen = start.union(end).intersection(host.bounds)
    return UITargetedDragPreview(
      view: label, parameters: UIDragPreviewParameters(),
      target: UIDragPreviewTarget(container: host, center: seen.isNull ? start.center : seen.center))
  }

  func dragInteraction(
    _ interaction: UIDragInteraction, willAnimateLiftWith animator: any UIDragAnimating,
    session: any UIDragSession
  ) {
    editor.hideMenu()
    if let view { delegate?.textDraggableView(view, willAnimateLiftWith: animator, session: session) }
  }

  func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: any UIDragSession) {
    isActive = true
    if let view { delegate?.textDraggableView(view, dragSessionWillBegin: session) }
  }

  func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, didEndWith operation: UIDropOperation
  ) {
    isActive = false
    // What has moved elsewhere is no longer here, unless the text is another one by now.
    if operation == .move, !hasMoved, host.isEditable, editor.text(in: range) == text {
      editor.replace(range, with: "")
    }
    if let view { delegate?.textDraggableView(view, dragSessionDidEnd: session, with: operation) }
  }

  func dragInteraction(
    _ interaction: UIDragInteraction, sessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool { host.isEditable }
}
