/// A long press that moves an item of a collection.
final class ItemMovePress: UILongPressGestureRecognizer, UIGestureRecognizerDelegate {
  private var collection: UICollectionView? { view as? UICollectionView }
  private var start = Point.zero

  override init() {
    super.init()
    label = "item movement"
    delegate = self
    addAction { [weak self] press in
      guard let self, let collection else { return }
      collection.move(collection.indexPathForItem(at: start), by: press, from: start)
    }
  }

  /// Ignores touches on items that can not be moved, or that are dragged.
  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    guard let collection, collection.dragDelegate == nil || !collection.dragInteractionEnabled else {
      return false
    }
    start = touch.location(in: collection)
    return collection.indexPathForItem(at: start).map(collection.canMove) ?? false
  }
}

extension UICollectionViewController: InheritsMove {
  /// Whether the controller's class, or one between it and this one, has a `collectionView(_:moveItemAt:to:)` of its own.
  var overridesMove: Bool { Self.moveMethod.isOverridden(in: type(of: self)) }

  private static let moveMethod = MethodTable(
    of: UICollectionViewController.self, plain: PlainItems.self, overriding: MovingItems.self)
}

private final class PlainItems: UICollectionViewController {}

private final class MovingItems: UICollectionViewController {
  override func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {
    // Not empty: a compiler may make one of two functions that are alike.
    collectionView.setNeedsLayout()
  }
}
