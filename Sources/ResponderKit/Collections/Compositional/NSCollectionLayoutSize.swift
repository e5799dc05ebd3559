/// A width and a height in a compositional layout.
open class NSCollectionLayoutSize: NSObject {
  /// From left to right.
  public final let widthDimension: NSCollectionLayoutDimension
  /// From top to bottom.
  public final let heightDimension: NSCollectionLayoutDimension

  /// A size of two dimensions.
  public init(widthDimension: NSCollectionLayoutDimension, heightDimension: NSCollectionLayoutDimension) {
    self.widthDimension = widthDimension
    self.heightDimension = heightDimension
  }

  final func size(in container: Size) -> Size {
    Size(widthDimension.length(in: container), heightDimension.length(in: container))
  }

  final var estimates: LayoutAxes {
    LayoutAxes(horizontal: widthDimension.isEstimated, vertical: heightDimension.isEstimated)
  }
}
