/// The distances around an item.
open class NSCollectionLayoutEdgeSpacing: NSObject {
  /// At the side where lines begin; nil: none.
  public final let leading: NSCollectionLayoutSpacing?
  /// Above; nil: none.
  public final let top: NSCollectionLayoutSpacing?
  /// At the side where lines end; nil: none.
  public final let trailing: NSCollectionLayoutSpacing?
  /// Below; nil: none.
  public final let bottom: NSCollectionLayoutSpacing?

  /// Distances at some of the sides.
  public init(
    leading: NSCollectionLayoutSpacing?, top: NSCollectionLayoutSpacing?,
    trailing: NSCollectionLayoutSpacing?, bottom: NSCollectionLayoutSpacing?
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }

  final func low(_ axis: LayoutAxis) -> NSCollectionLayoutSpacing? { axis == .horizontal ? leading : top }
  final func high(_ axis: LayoutAxis) -> NSCollectionLayoutSpacing? {
    axis == .horizontal ? trailing : bottom
  }

  /// The distances without shares of what is left.
  final func length(_ axis: LayoutAxis) -> Double {
    (low(axis)?.spacing ?? 0) + (high(axis)?.spacing ?? 0)
  }
}
