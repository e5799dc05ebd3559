/// Takes what is dropped on a table. Only the first method has to be written.
public protocol UITableViewDropDelegate: AnyObject {
  /// Takes the items. A single row of the table that is moved between rows is moved by `tableView(_:moveRowAt:to:)` instead, if the data source has it.
  func tableView(_ tableView: UITableView, performDropWith coordinator: any UITableViewDropCoordinator)
  /// Whether the delegate accepts the items; true unless implemented.
  func tableView(_ tableView: UITableView, canHandle session: any UIDropSession) -> Bool
  /// Called when the finger has come over the table.
  func tableView(_ tableView: UITableView, dropSessionDidEnter session: any UIDropSession)
  /// What a drop would do now, at a row or at none. Unless implemented, the items are copied, and no row makes room.
  func tableView(
    _ tableView: UITableView, dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UITableViewDropProposal
  /// Called when the finger has left the table.
  func tableView(_ tableView: UITableView, dropSessionDidExit session: any UIDropSession)
  /// Called when a drag has ended that has been over the table.
  func tableView(_ tableView: UITableView, dropSessionDidEnd session: any UIDropSession)
}

extension UITableViewDropDelegate {
  public func tableView(_ tableView: UITableView, canHandle session: any UIDropSession) -> Bool { true }
  public func tableView(_ tableView: UITableView, dropSessionDidEnter session: any UIDropSession) {}
  public func tableView(
    _ tableView: UITableView, dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UITableViewDropProposal { UITableViewDropProposal(operation: .copy) }
  public func tableView(_ tableView: UITableView, dropSessionDidExit session: any UIDropSession) {}
  public func tableView(_ tableView: UITableView, dropSessionDidEnd session: any UIDropSession) {}
}

/// What a table would do with the items if they were dropped now.
open class UITableViewDropProposal: UIDropProposal {
  /// The place of a drop in the table.
  public enum Intent: Int, Hashable, Sendable {
    /// Nowhere in particular.
    case unspecified = 0
    /// Between two rows, which make room.
    case insertAtDestinationIndexPath
    /// Into a row, which is highlighted.
    case insertIntoDestinationIndexPath
    /// Into a row in its middle, between two rows elsewhere.
    case automatic
  }

  /// The place of the drop in the table.
  public final let intent: Intent

  /// A proposal without an intent.
  public override init(operation: UIDropOperation) {
    intent = .unspecified
    super.init(operation: operation)
  }

  /// A proposal.
  public init(operation: UIDropOperation, intent: Intent) {
    self.intent = intent
    super.init(operation: operation)
  }
}

/// An item that was dropped on a table.
public protocol UITableViewDropItem: AnyObject {
  /// What was dragged.
  var dragItem: UIDragItem { get }
  /// The row of the same table from which it comes; nil: it comes from elsewhere.
  var sourceIndexPath: IndexPath? { get }
  /// The size of its picture; zero of one without.
  var previewSize: Size { get }
}

extension ListDropItem: UITableViewDropItem {}

/// A drop on a table.
public protocol UITableViewDropCoordinator: AnyObject {
  /// What was dropped.
  var items: [any UITableViewDropItem] { get }
  /// Where: the row before which it would be inserted, or the row into which; nil: at no row.
  var destinationIndexPath: IndexPath? { get }
  /// The last answer of `dropSessionDidUpdate`.
  var proposal: UITableViewDropProposal { get }
  /// The session.
  var session: any UIDropSession { get }
  /// Moves the item's picture to a row, which the table has by now.
  @discardableResult
  func drop(_ dragItem: UIDragItem, toRowAt indexPath: IndexPath) -> any UIDragAnimating
  /// The item's picture goes into a row, to a rectangle in the row's coordinates.
  @discardableResult
  func drop(_ dragItem: UIDragItem, intoRowAt indexPath: IndexPath, rect: Rect) -> any UIDragAnimating
  /// Moves the item's picture to a place.
  @discardableResult
  func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating
}

/// A drop on a table, for its delegate.
final class RowDrop: UITableViewDropCoordinator {
  private let drop: ListDrop
  let proposal: UITableViewDropProposal

  init(_ drop: ListDrop, _ proposal: UITableViewDropProposal) {
    (self.drop, self.proposal) = (drop, proposal)
  }

  var items: [any UITableViewDropItem] { drop.items }
  var destinationIndexPath: IndexPath? { drop.destination }
  var session: any UIDropSession { drop.session }

  func drop(_ dragItem: UIDragItem, toRowAt indexPath: IndexPath) -> any UIDragAnimating {
    drop.land(dragItem, .at(indexPath))
  }
  func drop(_ dragItem: UIDragItem, intoRowAt indexPath: IndexPath, rect: Rect) -> any UIDragAnimating {
    drop.land(dragItem, .into(indexPath, rect))
  }
  func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating {
    drop.land(dragItem, .on(target))
  }
}
