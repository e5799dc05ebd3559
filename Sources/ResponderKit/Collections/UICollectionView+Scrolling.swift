/// Scrolling to items.
extension UICollectionView {
  /// Scrolls until an item is at a place of the collection, as far as that is possible. Without effect for an item that does not exist.
  ///
  /// Items that will be in sight then are measured, if their lengths are only estimated: the data source is asked for their cells at once, or at the end of an
  /// animation. Inside a layout, and in `performBatchUpdates`, none is measured: the scroll is to where the item is expected.
  public final func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    let offset = { [weak self] in self?.offset(bringing: indexPath, to: scrollPosition) }
    scroll(
      to: ScrollAim(offset: offset, isEstimate: collectionViewLayout.mayEstimate) { [weak self] in
        if let self, changes.depth == 0 { measureItems(at: offset) }
      },
      animated: animated)
  }

  private func offset(bringing indexPath: IndexPath, to scrollPosition: ScrollPosition) -> Point? {
    guard let frame = layoutAttributesForItem(at: indexPath)?.frame else { return nil }
    let (inset, seen) = (adjustedContentInset, bounds.inset(by: adjustedContentInset))
    /// Along an axis of which these are positions: at the beginning, in the middle, at the end, or the shortest way.
    func place(
      _ positions: [ScrollPosition], _ low: Double, _ high: Double, _ from: Double, _ length: Double
    ) -> Double {
      switch positions.firstIndex(where: scrollPosition.contains) {
      case 0: low
      case 1: (low + high - length) / 2
      case 2: high - length
      default:
        low < from ? low : high > from + length ? max(low - max(length - (high - low), 0), from) : from
      }
    }
    let x = place(
      [.left, .centeredHorizontally, .right], frame.minX, frame.maxX, seen.minX, seen.width)
    let y = place([.top, .centeredVertically, .bottom], frame.minY, frame.maxY, seen.minY, seen.height)
    return clamp(Point(x - inset.left, y - inset.top))
  }

  /// Shows what is in sight at an offset, until all of it is measured: lengths on the way move the offset.
  private func measureItems(at offset: () -> Point?) {
    var last: Set<CollectionElements.ElementKey> = []
    for _ in 0..<Self.mostPasses {
      guard let offset = offset() else { return }
      let estimated = estimatedElements(in: Rect(origin: offset, size: bounds.size))
      // Another pass would measure nothing, either.
      guard !estimated.isEmpty, estimated != last else { return }
      last = estimated
      place(offset)
      UIView.performWithoutAnimation { layOutNow() }
    }
  }

  /// What would be shown in a part of the content in a length that is an estimate.
  private func estimatedElements(in part: Rect) -> Set<CollectionElements.ElementKey> {
    var found: Set<CollectionElements.ElementKey> = []
    for attributes in collectionViewLayout.layoutAttributesForElements(in: part) ?? []
    where !attributes.estimates.isEmpty && !attributes.isMeasured && isShown(attributes, in: part) {
      let kind = attributes.representedElementKind ?? ""
      found.insert(.init(kind: kind, place: attributes.indexPath, isDecoration: attributes.isDecoration))
    }
    return found
  }
}
