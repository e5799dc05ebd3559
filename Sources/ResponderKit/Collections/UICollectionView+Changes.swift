/// Items and sections are added, removed and moved: the data source has its new items already, and cells of items that stay are kept.
///
/// A change that does not fit the data source's numbers reloads the collection; UIKit ends the program.
extension UICollectionView {
  /// Shows items that the data source has added, by their places afterwards.
  public final func insertItems(at indexPaths: [IndexPath]) {
    change { $0.insertedRows.formUnion(indexPaths) }
  }

  /// Removes items that the data source no longer has, by their places before.
  public final func deleteItems(at indexPaths: [IndexPath]) {
    change { $0.deletedRows.formUnion(indexPaths) }
  }

  /// Asks for other cells for items, by their places before.
  public final func reloadItems(at indexPaths: [IndexPath]) {
    change { $0.reloadedRows.formUnion(indexPaths) }
  }

  /// Moves an item from its place before to its place afterwards; its cell is kept.
  public final func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.movedRows[indexPath] = newIndexPath }
  }

  /// Moves a section from its place before to the one afterwards. The cells of its items are kept.
  public final func moveSection(_ section: Int, toSection newSection: Int) {
    change { $0.movedSections[section] = newSection }
  }

  /// Shows sections that the data source has added, by their places afterwards.
  public final func insertSections(_ sections: IndexSet) {
    change { $0.insertedSections.formUnion(sections) }
  }

  /// Removes sections that the data source no longer has, by their places before.
  public final func deleteSections(_ sections: IndexSet) {
    change { $0.deletedSections.formUnion(sections) }
  }

  /// Counts the items of sections anew, and asks for other cells.
  public final func reloadSections(_ sections: IndexSet) {
    change { $0.reloadedSections.formUnion(sections) }
  }

  /// Makes several changes together. The completion is called when they have been shown, or at once where nothing is animated.
  public final func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    // What was to be shown before is counted by the numbers before the changes.
    if !hasCounted { countItems() }
    changes.depth += 1
    updates?()
    if let completion { changes.completions.append(completion) }
    changes.depth -= 1
    if changes.depth == 0 { makeChanges() }
  }

  private func change(_ note: (inout TableChanges) -> Void) {
    note(&changes)
    if changes.depth == 0 { makeChanges() }
  }

  /// Shows changes that a closure makes in the data source.
  final func show(_ new: TableChanges, _ change: () -> Void) {
    if !hasCounted { countItems() }
    change()
    if changes.begin(new) { makeChanges() } else { reloadData() }
  }

  private func makeChanges() {
    undoMove()
    let made = changes
    changes = TableChanges()
    let (before, wasSelected, hadCounted) = (counts, selected, hasCounted)
    let expected = made.counts(after: before)
    countItems()
    let fits =
      hadCounted && expected.count == counts.count
      && zip(expected, counts).allSatisfy { $0 == nil || $0 == $1 }
    guard fits else {
      reloadData()
      for completion in made.completions { completion(true) }
      return
    }
    let places = made.places(of: before)
    elements.dragging?.partsMoved { places[$0] }
    var kept: [IndexPath: UICollectionViewCell] = [:]
    var gone: [(cell: UICollectionViewCell, item: IndexPath)] = []
    for (item, cell) in shown {
      guard let place = places[item], !made.reloadedRows.contains(item) else {
        gone.append((cell, item))
        continue
      }
      if let other = kept.updateValue(cell, forKey: place) { gone.append((other, item)) }
    }
    let oldBeside = beside
    (shown, beside) = (kept, [:])
    let ghosts =
      window == nil || made.isEmpty
      ? [] : gone.compactMap { made.asksAgain(for: $0.item) ? nil : ghost(of: $0.cell, $0.item) }
    for (cell, item) in gone { recycle(cell, item) }
    for (key, view) in oldBeside { recycle(view, key) }
    pressed = pressed.flatMap { pressed in places[pressed.item].map { (pressed.touch, $0) } }
    selected = Set(wasSelected.compactMap { places[$0] })
    if let swipe { moveSwipe(to: made.reloadedRows.contains(swipe.row) ? nil : places[swipe.row]) }
    collectionViewLayout.moveMeasures { made.reloadedRows.contains($0) ? nil : places[$0] }
    prepareLayout()
    if !made.isEmpty {
      collectionViewLayout.prepare(forCollectionViewUpdates: made.updateItems(places))
    }
    // Items went away from the end, in front of which the content was.
    if !isTracking, motion == nil { place(clamp(contentOffset)) }
    setNeedsLayout()
    let completion = { (isFinished: Bool) in
      for completion in made.completions { completion(isFinished) }
    }
    if !made.isEmpty, window != nil {
      fade(ghosts)
      showChanges(kept, completion)
    } else {
      if !made.isEmpty { collectionViewLayout.finalizeCollectionViewUpdates() }
      completion(true)
    }
  }

  /// A snapshot of a removed item's cell, with the cell's attributes.
  private func ghost(of cell: UICollectionViewCell, _ item: IndexPath) -> CellGhost? {
    guard UIView.areAnimationsEnabled, let home = cell.superview,
      let picture = cell.snapshotView(afterScreenUpdates: false)
    else { return nil }
    let attributes = UICollectionViewLayoutAttributes.make(
      type(of: collectionViewLayout).layoutAttributesClass, nil, item)
    (attributes.center, attributes.size) = (cell.center, cell.bounds.size)
    (attributes.transform3D, attributes.alpha) = (cell.transform3D, cell.alpha)
    picture.isUserInteractionEnabled = false
    (picture.center, picture.transform3D, picture.alpha) = (cell.center, cell.transform3D, cell.alpha)
    // Behind the cells that stay.
    home.insertSubview(picture, at: backgroundView?.superview === home ? 1 : 0)
    return CellGhost(picture: picture, attributes: attributes)
  }

  /// Animates the snapshots of removed items' cells to the layout's final attributes.
  private func fade(_ ghosts: [CellGhost]) {
    for ghost in ghosts {
      collectionViewLayout.disappearing = ghost.attributes
      let end = collectionViewLayout.finalLayoutAttributesForDisappearingItem(at: ghost.attributes.indexPath)
      collectionViewLayout.disappearing = nil
      guard let end else {
        ghost.picture.removeFromSuperview()
        continue
      }
      UIView.animate(
        withDuration: .milliseconds(300), options: .allowUserInteraction,
        animations: {
          let picture = ghost.picture
          (picture.center, picture.transform3D, picture.alpha) = (end.center, end.transform3D, end.alpha)
        }, completion: { _ in ghost.picture.removeFromSuperview() })
    }
  }

  /// Lets cells that stay move to their places, and new ones come as the layout says: by default they fade in.
  private func showChanges(_ kept: [IndexPath: UICollectionViewCell], _ completion: @escaping (Bool) -> Void)
  {
    // Both animations are waited for; one that changes nothing ends at once.
    var (open, areFinished) = (2, true)
    let ended = { (isFinished: Bool) in
      open -= 1
      areFinished = areFinished && isFinished
      if open == 0 { completion(areFinished) }
    }
    UIView.animate(
      withDuration: .milliseconds(300), options: .allowUserInteraction,
      animations: { place(kept, wantedElements().cells) },
      completion: ended)
    UIView.performWithoutAnimation { layoutIfNeeded() }
    let new = shown.filter { kept[$0.key] == nil }
    let wanted = wantedElements().cells
    UIView.performWithoutAnimation {
      for (item, cell) in new {
        collectionViewLayout.appearing = wanted[item]
        defer { collectionViewLayout.appearing = nil }
        if let first = collectionViewLayout.initialLayoutAttributesForAppearingItem(at: item) {
          first.apply(to: cell)
        } else {
          cell.alpha = 0
        }
      }
    }
    UIView.animate(
      withDuration: .milliseconds(300), options: .allowUserInteraction,
      animations: {
        place(new, wanted)
        collectionViewLayout.finalizeCollectionViewUpdates()
      }, completion: ended)
  }

  private func place(
    _ cells: [IndexPath: UICollectionViewCell], _ wanted: [IndexPath: UICollectionViewLayoutAttributes]
  ) {
    for (item, cell) in cells {
      (wanted[item] ?? collectionViewLayout.layoutAttributesForItem(at: item))?.apply(to: cell)
    }
  }
}

/// The snapshot of a removed item's cell.
private struct CellGhost {
  let picture: UIView
  let attributes: UICollectionViewLayoutAttributes
}

extension TableChanges {
  /// Whether an item stays, with another cell.
  fileprivate func asksAgain(for item: IndexPath) -> Bool {
    reloadedRows.contains(item) || reloadedSections.contains(item.section)
  }
}
