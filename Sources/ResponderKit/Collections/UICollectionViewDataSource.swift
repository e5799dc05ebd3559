/// What a collection shows.
public protocol UICollectionViewDataSource: AnyObject {
  /// What `collectionView(_:moveItemAt:to:)` returns: nothing, or ``NotImplemented`` if the data source has no such method. Found by the
  /// compiler; a collection reads from it whether items can be moved.
  associatedtype MoveAnswer
  /// The number of sections; 1 unless implemented. Called by `reloadData`.
  func numberOfSections(in collectionView: UICollectionView) -> Int
  /// The number of items in a section. Called by `reloadData`.
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  /// The cell of an item that comes into sight, from `dequeueReusableCell`. Called during layout.
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  /// A view beside the cells that comes into sight, from `dequeueReusableSupplementaryView`; an empty one unless implemented.
  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView
  /// Whether the user can move an item; true unless implemented. Only items of a data source that also has
  /// `collectionView(_:moveItemAt:to:)` can be moved.
  func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
  /// The user has moved an item in the collection: the data source moves it, too.
  @discardableResult
  func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) -> MoveAnswer
}

extension UICollectionViewDataSource {
  public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
  public func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView { UICollectionReusableView(frame: .zero) }
  public func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    true
  }
  /// Does nothing: a data source without a method of its own.
  public func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) -> NotImplemented { NotImplemented() }
}

/// A class that has the method for its subclasses, which may leave it out.
protocol InheritsMove: AnyObject {
  var overridesMove: Bool { get }
}

extension UICollectionViewDataSource {
  /// Whether it moves items.
  var canMoveItems: Bool {
    if let heir = self as? any InheritsMove { return heir.overridesMove }
    return MoveAnswer.self != NotImplemented.self
  }
}
