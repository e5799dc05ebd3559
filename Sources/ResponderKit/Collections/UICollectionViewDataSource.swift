/// What a collection shows.
public protocol UICollectionViewDataSource: AnyObject {
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
}

extension UICollectionViewDataSource {
  public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
  public func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView { UICollectionReusableView(frame: .zero) }
}
