/// A distance between items, or beside one.
open class NSCollectionLayoutSpacing: NSObject {
  /// The distance, or the least one.
  public final let spacing: Double
  /// Whether it takes its share of what is left.
  public final let isFlexibleSpacing: Bool
  /// Whether it is what it says.
  public final var isFixedSpacing: Bool { !isFlexibleSpacing }

  private init(_ spacing: Double, isFlexible: Bool) {
    self.spacing = spacing.isFinite ? spacing : 0
    isFlexibleSpacing = isFlexible
  }

  /// So many points.
  public static func fixed(_ fixedSpacing: Double) -> NSCollectionLayoutSpacing {
    .init(fixedSpacing, isFlexible: false)
  }
  /// So many points at the least; what is left is shared.
  public static func flexible(_ flexibleSpacing: Double) -> NSCollectionLayoutSpacing {
    .init(flexibleSpacing, isFlexible: true)
  }
}
