/// What is in sight is made, placed and measured, and the rest is put aside.
extension UICollectionView {
  /// How often views that have been measured may bring others into sight in one layout.
  static let mostPasses = 6

  final func showElements() {
    showLanes()
    var wanted = wantedElements()
    for pass in 0..<Self.mostPasses {
      let hasMoved = show(wanted)
      guard hasMoved else { break }
      let width = contentSize.width
      contentSize = collectionViewLayout.collectionViewContentSize
      if wasFlipped, width != contentSize.width { keepSide(width, bounds.width) }
      if !isTracking, motion == nil { place(clamp(contentOffset)) }
      showLanes()
      wanted = wantedElements()
      if pass == Self.mostPasses - 1 { _ = show(wanted) }
    }
    stack(wanted)
    placeSwipe()
    prefetch()
  }

  /// Shows what is wanted; whether a view needs another size than the layout has thought.
  private func show(_ wanted: WantedElements) -> Bool {
    putAside(
      { item, _ in wanted.cells[item] == nil && pressed?.item != item },
      beside: { key, _ in wanted.beside[key] == nil })
    var hasMoved = false
    let outline = dataSource as? any OutlineSource
    for (item, attributes) in wanted.cells.sorted(by: { $0.key < $1.key }) {
      showCell(item, attributes)
      if let outline { shown[item]?.outline = outline.outline(at: source(of: item)) }
      if let cell = shown[item], measure(cell, attributes) { hasMoved = true }
    }
    for (key, attributes) in wanted.beside {
      showBeside(key, attributes)
      if let view = beside[key], measure(view, attributes) { hasMoved = true }
    }
    return hasMoved
  }

  /// Cells, and views beside them, are not needed now.
  final func putAside(
    _ isUnwanted: (IndexPath, UICollectionViewCell) -> Bool,
    beside isUnwantedBeside: (CollectionElements.ElementKey, UICollectionReusableView) -> Bool
  ) {
    // A callback may have put aside what follows.
    for (item, cell) in shown where isUnwanted(item, cell) {
      guard shown[item] === cell else { continue }
      shown[item] = nil
      recycle(cell, item)
    }
    for (key, view) in beside where isUnwantedBeside(key, view) {
      guard beside[key] === view else { continue }
      beside[key] = nil
      recycle(view, key)
    }
  }

  /// Asks a view with an estimated length what it needs, once.
  private func measure(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes)
    -> Bool
  {
    guard !attributes.estimates.isEmpty,
      !attributes.isMeasured || view.needsMeasure && selfSizingInvalidation != .disabled
    else { return false }
    view.needsMeasure = false
    return collectionViewLayout.take(view.preferredLayoutAttributesFitting(attributes))
  }

  /// It is shown already, perhaps in another place.
  private func keep(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) {
    let home = home(attributes)
    if view.superview !== home { home.addSubview(view) }
    attributes.apply(to: view)
  }

  private func showCell(_ item: IndexPath, _ attributes: UICollectionViewLayoutAttributes) {
    if let cell = shown[item] { return keep(cell, attributes) }
    elements.asked = attributes
    defer { elements.asked = nil }
    // The data source may have reloaded the collection meanwhile.
    guard exists(item), let cell = dataSource?.collectionView(self, cellForItemAt: source(of: item))
    else { return }
    UIView.performWithoutAnimation {
      attributes.apply(to: cell)
      cell.isSelected = selected.contains(item)
      let home = home(attributes)
      home.insertSubview(cell, at: home === self && backgroundView != nil ? 1 : 0)
    }
    shown[item] = cell
    stacking = []
    listener?.collectionView(self, willDisplay: cell, forItemAt: source(of: item))
  }

  private func showBeside(
    _ key: CollectionElements.ElementKey, _ attributes: UICollectionViewLayoutAttributes
  ) {
    if let view = beside[key] { return keep(view, attributes) }
    elements.asked = attributes
    defer { elements.asked = nil }
    guard let view = key.isDecoration ? decoration(key, attributes) : supplementary(key) else { return }
    UIView.performWithoutAnimation {
      attributes.apply(to: view)
      home(attributes).addSubview(view)
    }
    beside[key] = view
    guard !key.isDecoration else { return stacking = [] }
    listener?.collectionView(
      self, willDisplaySupplementaryView: view, forElementKind: key.kind, at: key.place)
  }

  private func supplementary(_ key: CollectionElements.ElementKey) -> UICollectionReusableView? {
    dataSource?.collectionView(self, viewForSupplementaryElementOfKind: key.kind, at: key.place)
  }

  /// What the layout makes by itself, of the class that is registered there.
  private func decoration(
    _ key: CollectionElements.ElementKey, _ attributes: UICollectionViewLayoutAttributes
  ) -> UICollectionReusableView? {
    guard let type = collectionViewLayout.decorationClass(key.kind) else { return nil }
    let identifier = "decoration"
    let place = CollectionElements.ElementClass(kind: key.kind, identifier: identifier)
    elements.registered[place] = type
    return dequeue(place, attributes)
  }
}
