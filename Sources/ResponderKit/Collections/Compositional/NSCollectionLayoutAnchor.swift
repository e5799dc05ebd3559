/// Where a supplementary item is held.
open class NSCollectionLayoutAnchor: NSObject {
  /// At these edges.
  public final let edges: NSDirectionalRectEdge
  /// From there, in points or in parts of the supplementary item's size.
  public final let offset: Point
  /// Whether the offset is in points.
  public final let isAbsoluteOffset: Bool
  /// Whether the offset is in parts of the supplementary item's size.
  public final var isFractionalOffset: Bool { !isAbsoluteOffset }

  /// At edges; without any, in the middle.
  public convenience init(edges: NSDirectionalRectEdge) {
    self.init(edges, .zero, isAbsolute: true)
  }
  /// So many points from edges.
  public convenience init(edges: NSDirectionalRectEdge, absoluteOffset: Point) {
    self.init(edges, absoluteOffset, isAbsolute: true)
  }
  /// So many times the supplementary item's size from edges.
  public convenience init(edges: NSDirectionalRectEdge, fractionalOffset: Point) {
    self.init(edges, fractionalOffset, isAbsolute: false)
  }

  private init(_ edges: NSDirectionalRectEdge, _ offset: Point, isAbsolute: Bool) {
    self.edges = edges
    self.offset = offset.isFinite ? offset : .zero
    isAbsoluteOffset = isAbsolute
  }

  /// The point in a rectangle.
  final func point(in rect: Rect, itemSize: Size) -> Point {
    let place = edges.place
    let scale = isAbsoluteOffset ? Size(1, 1) : itemSize
    return Point(
      rect.minX + rect.width * place.x + offset.x * scale.width,
      rect.minY + rect.height * place.y + offset.y * scale.height)
  }
}
