/// Cells are set up anew, and items are announced before they come into sight.
extension UICollectionView {
  /// Asks the data source to set up the cells of items that are shown anew: `dequeueReusableCell` gives it the same ones.
  public final func reconfigureItems(at indexPaths: [IndexPath]) {
    cancelInteractiveMovement()
    for item in indexPaths {
      guard let cell = shown[item], exists(item) else { continue }
      elements.kept = cell
      let new = dataSource?.collectionView(self, cellForItemAt: item)
      elements.kept = nil
      cell.sizeMayHaveChanged()
      guard let new, new !== cell, shown[item] === cell else { continue }
      // The data source wants another one.
      shown[item] = nil
      recycle(cell, item)
      setNeedsLayout()
    }
  }

  /// Whether `prefetchDataSource` is called. It is by default.
  public final var isPrefetchingEnabled: Bool {
    get { elements.prefetching.isOn }
    set { elements.prefetching.isOn = newValue }
  }

  /// Notified of items that will soon come into sight; nil, the default: items are not announced.
  public final var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)? {
    get { elements.prefetching.source }
    set {
      if newValue !== elements.prefetching.source { elements.prefetching.announced.forget() }
      elements.prefetching.source = newValue
      setNeedsLayout()
    }
  }

  /// Announces the items of the next screen in the direction in which the content moves.
  final func prefetch() {
    guard let source = elements.prefetching.source, elements.prefetching.isOn, elements.move == nil else {
      return
    }
    let way = contentOffset - elements.prefetching.offset
    elements.prefetching.offset = contentOffset
    if way != .zero { elements.prefetching.way = way }
    let last = elements.prefetching.way
    let isDown = abs(last.y) >= abs(last.x)
    // Nothing is before the first item, and at first insets move the content back.
    let isBack = isDown ? last.y < 0 && bounds.minY > 0 : last.x < 0 && bounds.minX > 0
    let ahead = bounds.offsetBy(
      dx: isDown ? 0 : isBack ? -bounds.width : bounds.width,
      dy: isDown ? isBack ? -bounds.height : bounds.height : 0)
    let attributes = collectionViewLayout.layoutAttributesForElements(in: ahead) ?? []
    let items = Set(attributes.filter { $0.representedElementKind == nil }.map(\.indexPath))
    let coming = items.filter { exists($0) && shown[$0] == nil }
    let (new, gone) = elements.prefetching.announced.update(coming)
    let cancelled = gone.filter { shown[$0] == nil && exists($0) }
    if !new.isEmpty { source.collectionView(self, prefetchItemsAt: new) }
    if !cancelled.isEmpty { source.collectionView(self, cancelPrefetchingForItemsAt: cancelled) }
  }
}

/// Notified of items that will soon come into sight.
public protocol UICollectionViewDataSourcePrefetching: AnyObject {
  /// Called with items of the next screen: their data may be loaded.
  func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
  /// Called with such items that are no longer about to come into sight. Does nothing unless implemented.
  func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension UICollectionViewDataSourcePrefetching {
  public func collectionView(
    _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
  ) {}
}

/// The items that have been announced.
struct Prefetching {
  weak var source: (any UICollectionViewDataSourcePrefetching)?
  var isOn = true
  var announced = AnnouncedPaths()
  var offset = Point.zero
  /// Where the content moved last.
  var way = Point.zero
}
