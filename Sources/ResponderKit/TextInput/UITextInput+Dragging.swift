/// A view from which text can be dragged.
public protocol UITextDraggable: UITextInput {
  /// Decides what is dragged; nil: the selected text.
  var textDragDelegate: (any UITextDragDelegate)? { get set }
  /// Begins the drags; disabled, it begins none. Nil until the view was first responder.
  var textDragInteraction: UIDragInteraction? { get }
  /// Whether text of the view is being dragged.
  var isTextDragActive: Bool { get }
}

/// A view on which text can be dropped.
public protocol UITextDroppable: UITextInput {
  /// Decides what is taken, and what becomes of it.
  var textDropDelegate: (any UITextDropDelegate)? { get set }
  /// Takes the drops; removed from the view, it takes none.
  var textDropInteraction: UIDropInteraction? { get }
  /// Whether something is dragged over the view.
  var isTextDropActive: Bool { get }
}

/// What a drag of text begins with.
public protocol UITextDragRequest: AnyObject {
  /// What is dragged, in characters.
  var dragRange: Range<Int> { get }
  /// An item of that text.
  var suggestedItems: [UIDragItem] { get }
  /// The items that the drag has already: none.
  var existingItems: [UIDragItem] { get }
  /// Whether the text is selected: always.
  var isSelected: Bool { get }
  /// The drag.
  var dragSession: any UIDragSession { get }
}

/// Decides what is dragged from a text. All methods are optional.
public protocol UITextDragDelegate: AnyObject {
  /// The items of a drag; none: there is no drag. Unless implemented, the suggested ones.
  func textDraggableView(
    _ textDraggableView: any UIView & UITextDraggable, itemsForDrag dragRequest: any UITextDragRequest
  )
    -> [UIDragItem]
  /// What is lifted of an item; nil, unless implemented: the text on a card.
  func textDraggableView(
    _ textDraggableView: any UIView & UITextDraggable, dragPreviewForLiftingItem item: UIDragItem,
    session: any UIDragSession
  ) -> UITargetedDragPreview?
  /// Called before the text is lifted.
  func textDraggableView(
    _ textDraggableView: any UIView & UITextDraggable, willAnimateLiftWith animator: any UIDragAnimating,
    session: any UIDragSession)
  /// Called when the finger has lifted the text and begins to move.
  func textDraggableView(
    _ textDraggableView: any UIView & UITextDraggable, dragSessionWillBegin session: any UIDragSession)
  /// Called when the text has arrived where it was dropped, or where it came from.
  func textDraggableView(
    _ textDraggableView: any UIView & UITextDraggable, dragSessionDidEnd session: any UIDragSession,
    with operation: UIDropOperation)
}

extension UITextDragDelegate {
  public func textDraggableView(
    _ textDraggableView: any UIView & UITextDraggable, itemsForDrag dragRequest: any UITextDragRequest
  ) -> [UIDragItem] { dragRequest.suggestedItems }
  public func textDraggableView(
    _ textDraggableView: any UIView & UITextDraggable, dragPreviewForLiftingItem item: UIDragItem,
    session: any UIDragSession
  ) -> UITargetedDragPreview? { nil }
  public func textDraggableView(
    _ textDraggableView: any UIView & UITextDraggable, willAnimateLiftWith animator: any UIDragAnimating,
    session: any UIDragSession
  ) {}
  public func textDraggableView(
    _ textDraggableView: any UIView & UITextDraggable, dragSessionWillBegin session: any UIDragSession
  ) {}
  public func textDraggableView(
    _ textDraggableView: any UIView & UITextDraggable, dragSessionDidEnd session: any UIDragSession,
    with operation: UIDropOperation
  ) {}
}

/// Whether a text that can only be read takes a drop.
public enum UITextDropEditability: Hashable, Sendable {
  /// It does not.
  case no
  /// It does, and can only be read afterwards.
  case temporary
  /// It does, and can be edited from then on.
  case yes
}

/// What a drop on a text would do there.
public protocol UITextDropRequest: AnyObject {
  /// Where the text would be inserted, in characters.
  var dropPosition: Int { get }
  /// What happens unless the delegate wants something else: text of the same view moves, other text is copied.
  var suggestedProposal: UITextDropProposal { get }
  /// Whether what is dragged comes from this view.
  var isSameView: Bool { get }
  /// The drag.
  var dropSession: any UIDropSession { get }
}

/// What a drop on a text would do.
open class UITextDropProposal: UIDropProposal {
  /// What the text replaces.
  public enum Action: Hashable, Sendable {
    /// Nothing: it is inserted at the caret under the finger.
    case insert
    /// What is selected; without a selection it is inserted.
    case replaceSelection
    /// All of the text.
    case replaceAll
  }

  /// What the text replaces; nothing by default.
  open var dropAction = Action.insert
}

/// Decides what becomes of what is dropped on a text. All methods are optional.
public protocol UITextDropDelegate: AnyObject {
  /// Whether a text that can only be read takes a drop; `no` unless implemented.
  func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, willBecomeEditableForDrop drop: any UITextDropRequest
  ) -> UITextDropEditability
  /// What a drop would do now: asked as the finger moves. Unless implemented, what is suggested.
  func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, proposalForDrop drop: any UITextDropRequest
  ) -> UITextDropProposal
  /// Called before the text is inserted.
  func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, willPerformDrop drop: any UITextDropRequest)
  /// Called when the finger has come over the view.
  func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, dropSessionDidEnter session: any UIDropSession)
  /// Called when the finger has moved there.
  func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, dropSessionDidUpdate session: any UIDropSession)
  /// Called when the finger has left the view.
  func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, dropSessionDidExit session: any UIDropSession)
  /// Called when a drag has ended that has been over the view.
  func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, dropSessionDidEnd session: any UIDropSession)
}

extension UITextDropDelegate {
  public func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, willBecomeEditableForDrop drop: any UITextDropRequest
  ) -> UITextDropEditability { .no }
  public func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, proposalForDrop drop: any UITextDropRequest
  ) -> UITextDropProposal { drop.suggestedProposal }
  public func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, willPerformDrop drop: any UITextDropRequest
  ) {}
  public func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, dropSessionDidEnter session: any UIDropSession
  ) {}
  public func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, dropSessionDidUpdate session: any UIDropSession
  ) {}
  public func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, dropSessionDidExit session: any UIDropSession
  ) {}
  public func textDroppableView(
    _ textDroppableView: any UIView & UITextDroppable, dropSessionDidEnd session: any UIDropSession
  ) {}
}

extension UITextView: UITextDraggable, UITextDroppable {}
extension UITextField: UITextDraggable, UITextDroppable {}

/// The drags and drops of text are its editor's.
extension TextEditorHost {
  public var textDragDelegate: (any UITextDragDelegate)? {
    get { editor.drags.delegate }
    set { editor.drags.delegate = newValue }
  }
  public var textDragInteraction: UIDragInteraction? { editor.drags.interaction }
  public var isTextDragActive: Bool { editor.drags.isActive }
  public var textDropDelegate: (any UITextDropDelegate)? {
    get { editor.drops.delegate }
    set { editor.drops.delegate = newValue }
  }
  public var textDropInteraction: UIDropInteraction? {
    let interaction = editor.drops.interaction
    return interaction.view == nil ? nil : interaction
  }
  public var isTextDropActive: Bool { editor.drops.isActive }
}
