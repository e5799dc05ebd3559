/// Drops on a text: a caret follows the finger, and the text is inserted there.
final class TextDrops: UIDropInteractionDelegate {
  private unowned let editor: TextEditor
  weak var delegate: (any UITextDropDelegate)?
  private(set) lazy var interaction = UIDropInteraction(delegate: self)
  private(set) var isActive = false
  /// Where the text would be inserted.
  private var caret: UIView?
  private var editability = UITextDropEditability.no
  private var proposal = UITextDropProposal(operation: .cancel)

  init(_ editor: TextEditor) { self.editor = editor }

  private var host: any TextEditorHost { editor.host }
  private var view: (any UIView & UITextDroppable)? { host as? any UIView & UITextDroppable }

  private final class Request: UITextDropRequest {
    let dropPosition: Int
    let suggestedProposal: UITextDropProposal
    let isSameView: Bool
    let dropSession: any UIDropSession

    init(_ position: Int, _ operation: UIDropOperation, isSame: Bool, _ session: any UIDropSession) {
      (dropPosition, isSameView, dropSession) = (position, isSame, session)
      suggestedProposal = UITextDropProposal(operation: operation)
    }
  }

  private func request(_ session: any UIDropSession) -> Request {
    let place = host.closestPosition(to: session.location(in: host)) ?? 0
    let drags = editor.drags
    let isSame = drags.session != nil && session.localDragSession === drags.session
    var operation = UIDropOperation.copy
    if isSame, session.allowsMoveOperation {
      let isInside = drags.range.lowerBound <= place && place <= drags.range.upperBound
      operation = isInside ? .cancel : .move
    }
    return Request(place, operation, isSame: isSame, session)
  }

  // MARK: The finger

  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool {
    guard session.canLoadObjects(ofClass: String.self) else { return false }
    editability = host.isEditable ? .temporary : .no
    if !host.isEditable, let delegate, let view {
      editability = delegate.textDroppableView(view, willBecomeEditableForDrop: request(session))
    }
    return editability != .no
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession) {
    isActive = true
    if let view { delegate?.textDroppableView(view, dropSessionDidEnter: session) }
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession)
    -> UIDropProposal
  {
    let request = request(session)
    proposal = request.suggestedProposal
    if let view, let delegate {
      delegate.textDroppableView(view, dropSessionDidUpdate: session)
      proposal = delegate.textDroppableView(view, proposalForDrop: request)
    }
    let inserts = proposal.dropAction == .insert && [.copy, .move].contains(proposal.operation)
    showCaret(inserts ? request.dropPosition : nil)
    return proposal
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession) {
    isActive = false
    showCaret(nil)
    if let view { delegate?.textDroppableView(view, dropSessionDidExit: session) }
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) {
    isActive = false
    showCaret(nil)
    if let view { delegate?.textDroppableView(view, dropSessionDidEnd: session) }
  }

  private func showCaret(_ position: Int?) {
    guard let position, let parent = editor.caret.superview else {
      caret?.removeFromSuperview()
      caret = nil
      return
    }
    let caret = caret ?? UIView()
    self.caret = caret
    caret.label = "drop caret"
    caret.isUserInteractionEnabled = false
    caret.backgroundColor = host.tintColor
    caret.frame = host.convert(host.caretRect(for: position), to: parent)
    if caret.superview !== parent { parent.addSubview(caret) }
  }

  // MARK: The drop

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
    let request = request(session)
    showCaret(nil)
    if let view { delegate?.textDroppableView(view, willPerformDrop: request) }
    if editability == .yes { host.allowEditing() }
    let model = editor.model
    let place = min(request.dropPosition, model.count)
    // The dragged text is not deleted as one that has moved to another view is.
    if request.isSameView { editor.drags.hasMoved = true }
    let range =
      switch proposal.dropAction {
      case .insert: place..<place
      case .replaceSelection: model.selection.isEmpty ? place..<place : model.selection
      case .replaceAll: 0..<model.count
      }
    if request.isSameView, proposal.operation == .move, proposal.dropAction == .insert {
      return editor.moveDragged(to: place)
    }
    if !editor.take(session, in: range) { (session.localDragSession as? DragSession)?.isRefused = true }
  }

  func dropInteraction(
    _ interaction: UIDropInteraction, previewForDropping item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? {
    let target = UIDragPreviewTarget(
      container: host, center: host.caretRect(for: editor.model.head).center,
      transform: AffineTransform(scaleX: 0.1, y: 0.1))
    return defaultPreview.retargetedPreview(with: target)
  }
}

extension TextEditor {
  /// Replaces a range by the texts of a drop: a step that can be undone. Several are lines, or words in a text of one line. False when there is no text, or
  /// the delegate does not agree.
  fileprivate func take(_ session: any UIDropSession, in range: Range<Int>) -> Bool {
    let text = NSMutableAttributedString(string: "")
    var hasAttributes = false
    for item in session.items {
      let attributed = item.itemProvider.object(of: NSAttributedString.self) as? NSAttributedString
      let plain = item.itemProvider.object(of: String.self) as? String
      guard let part = attributed ?? plain.map({ NSAttributedString(string: $0) }) else { continue }
      if !text.string.isEmpty { text.append(NSAttributedString(string: host.isMultiline ? "\n" : " ")) }
      text.append(part)
      if part.runs.contains(where: { !$0.attributes.isEmpty }) { hasAttributes = true }
    }
    let keeps = hasAttributes && host.allowsEditingTextAttributes
    let whole = host.isMultiline ? text : Self.oneLine(text)
    // A picture without its attribute would be an unknown character.
    let plain = keeps ? whole.string : whole.string.withoutObjects
    let range = range.clamped(to: 0..<model.count)
    guard !plain.isEmpty, mayChange(range, plain) else { return false }
    clearsOnInsertion = false
    model.unmark()
    model.select(range)
    if keeps { model.insert(whole) } else { model.replace(model.selection, with: plain) }
    // What is typed next is a step of its own.
    model.select(model.selection)
    changed(true)
    return true
  }

  /// Moves the dragged text, which is selected afterwards, if it is still there and the delegate agrees to both changes: a step that can be undone.
  fileprivate func moveDragged(to place: Int) {
    let (range, text) = (drags.range, drags.text)
    guard self.text(in: range) == text, !range.contains(place), place != range.upperBound,
      mayChange(range, ""), mayChange(place..<place, text), self.text(in: range) == text,
      place <= model.count
    else { return }
    clearsOnInsertion = false
    model.unmark()
    model.move(range, to: place)
    changed(true)
  }
}
