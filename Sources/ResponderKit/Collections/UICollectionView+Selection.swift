extension UICollectionView {
  /// The items that are selected, in their order. Never nil, but Optional as in UIKit.
  public final var indexPathsForSelectedItems: [IndexPath]? { selected.sorted() }

  /// Selects an item, and scrolls to it unless the position is empty; nil deselects all. The delegate is not asked, nor notified. Without effect
  /// on an item while `allowsSelection` is false.
  public final func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    guard let item = indexPath else {
      for item in selected { deselectItem(at: item, animated: animated) }
      return
    }
    guard allowsSelection, exists(item) else { return }
    if !selectsSeveral {
      for other in selected where other != item { deselectItem(at: other, animated: animated) }
    }
    selected.insert(item)
    shown[item]?.isSelected = true
    if !scrollPosition.isEmpty { scrollToItem(at: item, at: scrollPosition, animated: animated) }
  }

  /// Deselects an item, if it is selected. The delegate is not notified. `animated` has no effect.
  public final func deselectItem(at indexPath: IndexPath, animated: Bool) {
    guard selected.remove(indexPath) != nil else { return }
    shown[indexPath]?.isSelected = false
  }

  /// A finger came down in an item.
  final func press(_ touches: Set<UITouch>) {
    guard pressed == nil, allowsSelection, let touch = touches.min(by: { $0.identity < $1.identity }),
      touch.isPrimary, let item = indexPathForItem(at: touch.location(in: self)),
      listener?.collectionView(self, shouldHighlightItemAt: item) ?? true
    else { return }
    pressed = (touch, item)
    shown[item]?.isHighlighted = true
    listener?.collectionView(self, didHighlightItemAt: item)
  }

  /// It went up; in the same item, it selects or deselects. As in UIKit, the item is pressed until the delegate has been notified.
  final func choose(_ touches: Set<UITouch>) {
    guard let (touch, item) = pressed, touches.contains(touch) else { return }
    if exists(item), indexPathForItem(at: touch.location(in: self)) == item { choose(item) }
    release(touches)
  }

  private func choose(_ item: IndexPath) {
    if shown[item]?.togglesOnTap == true { return toggleOutline(of: shown[item]) }
    let listener = listener
    if selectsSeveral, selected.contains(item) {
      guard listener?.collectionView(self, shouldDeselectItemAt: item) ?? true else { return }
      deselectItem(at: item, animated: false)
      listener?.collectionView(self, didDeselectItemAt: item)
      return
    }
    guard listener?.collectionView(self, shouldSelectItemAt: item) ?? true else { return }
    let others = selectsSeveral ? [] : selected.filter { $0 != item }
    selectItem(at: item, animated: false, scrollPosition: [])
    for other in others { listener?.collectionView(self, didDeselectItemAt: other) }
    listener?.collectionView(self, didSelectItemAt: item)
  }

  /// The touch no longer selects.
  final func release(_ touches: Set<UITouch>) {
    guard let (touch, item) = pressed, touches.contains(touch) else { return }
    pressed = nil
    shown[item]?.isHighlighted = false
    listener?.collectionView(self, didUnhighlightItemAt: item)
    // A cell that was kept for the touch may be out of sight.
    setNeedsLayout()
  }
}
