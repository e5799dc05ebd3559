/// Takes what is dropped on a collection. Only the first method has to be written.
public protocol UICollectionViewDropDelegate: AnyObject {
  /// Takes the items.
  func collectionView(
    _ collectionView: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator)
  /// Whether the delegate accepts the items; true unless implemented.
  func collectionView(_ collectionView: UICollectionView, canHandle session: any UIDropSession) -> Bool
  /// Called when the finger has come over the collection.
  func collectionView(_ collectionView: UICollectionView, dropSessionDidEnter session: any UIDropSession)
  /// What a drop would do now, at an item or at none. Unless implemented, the items are copied, and no item makes room.
  func collectionView(
    _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UICollectionViewDropProposal
  /// Called when the finger has left the collection.
  func collectionView(_ collectionView: UICollectionView, dropSessionDidExit session: any UIDropSession)
  /// Called when a drag has ended that has been over the collection.
  func collectionView(_ collectionView: UICollectionView, dropSessionDidEnd session: any UIDropSession)
}

extension UICollectionViewDropDelegate {
  public func collectionView(_ collectionView: UICollectionView, canHandle session: any UIDropSession) -> Bool
  { true }
  public func collectionView(
    _ collectionView: UICollectionView, dropSessionDidEnter session: any UIDropSession
  ) {}
  public func collectionView(
    _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UICollectionViewDropProposal { UICollectionViewDropProposal(operation: .copy) }
  public func collectionView(
    _ collectionView: UICollectionView, dropSessionDidExit session: any UIDropSession
  ) {}
  public func collectionView(_ collectionView: UICollectionView, dropSessionDidEnd session: any UIDropSession)
  {}
}

/// What a collection would do with the items if they were dropped now.
open class UICollectionViewDropProposal: UIDropProposal {
  /// The place of a drop in the collection.
  public enum Intent: Int, Hashable, Sendable {
    /// Nowhere in particular.
    case unspecified = 0
    /// Between two items, which make room.
    case insertAtDestinationIndexPath
    /// Into an item, which is highlighted.
    case insertIntoDestinationIndexPath
    /// Into an item in its middle, between two items elsewhere.
    case automatic
  }

  /// The place of the drop in the collection.
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

/// An item that was dropped on a collection.
public protocol UICollectionViewDropItem: AnyObject {
  /// What was dragged.
  var dragItem: UIDragItem { get }
  /// The item of the same collection from which it comes; nil: it comes from elsewhere.
  var sourceIndexPath: IndexPath? { get }
  /// The size of its picture; zero of one without.
  var previewSize: Size { get }
}

extension ListDropItem: UICollectionViewDropItem {}

/// A drop on a collection.
public protocol UICollectionViewDropCoordinator: AnyObject {
  /// What was dropped.
  var items: [any UICollectionViewDropItem] { get }
  /// Where: the item before which it would be inserted, or the item into which; nil: at no item.
  var destinationIndexPath: IndexPath? { get }
  /// The last answer of `dropSessionDidUpdate`.
  var proposal: UICollectionViewDropProposal { get }
  /// The session.
  var session: any UIDropSession { get }
  /// Moves the item's picture to an item, which the collection has by now.
  @discardableResult
  func drop(_ dragItem: UIDragItem, toItemAt indexPath: IndexPath) -> any UIDragAnimating
  /// The item's picture goes into an item, to a rectangle in the item's coordinates.
  @discardableResult
  func drop(_ dragItem: UIDragItem, intoItemAt indexPath: IndexPath, rect: Rect) -> any UIDragAnimating
  /// Moves the item's picture to a place.
  @discardableResult
  func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating
}

/// A drop on a collection, for its delegate.
final class ItemDrop: UICollectionViewDropCoordinator {
  private let drop: ListDrop
  let proposal: UICollectionViewDropProposal

  init(_ drop: ListDrop, _ proposal: UICollectionViewDropProposal) {
    (self.drop, self.proposal) = (drop, proposal)
  }

  var items: [any UICollectionViewDropItem] { drop.items }
  var destinationIndexPath: IndexPath? { drop.destination }
  var session: any UIDropSession { drop.session }

  func drop(_ dragItem: UIDragItem, toItemAt indexPath: IndexPath) -> any UIDragAnimating {
    drop.land(dragItem, .at(indexPath))
  }
  func drop(_ dragItem: UIDragItem, intoItemAt indexPath: IndexPath, rect: Rect) -> any UIDragAnimating {
    drop.land(dragItem, .into(indexPath, rect))
  }
  func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating {
    drop.land(dragItem, .on(target))
  }
}
