/// Places in the coordinates of other layers.
extension CALayer {
  /// A point of this layer's coordinates in those of another one; nil: those of the outermost layer, as the window's. Values count as they are, also while they are
  /// animated.
  public final func convert(_ point: Point, to layer: CALayer?) -> Point {
    let outer = mapToOutermost(point)
    guard let layer else { return outer }
    return PlaneMap.finite(layer.outermostMap.inverse?(outer)) ?? outer
  }

  /// A point of another layer's coordinates in those of this one; nil: those of the outermost layer.
  public final func convert(_ point: Point, from layer: CALayer?) -> Point {
    if let layer { return layer.convert(point, to: self) }
    return PlaneMap.finite(outermostMap.inverse?(point)) ?? point
  }

  /// The box around what a rectangle of this layer's coordinates is in those of another one; nil: those of the outermost layer.
  public final func convert(_ rect: Rect, to layer: CALayer?) -> Rect {
    Self.box(rect) { convert($0, to: layer) }
  }

  /// The box around what a rectangle of another layer's coordinates is in those of this one; nil: those of the outermost layer.
  public final func convert(_ rect: Rect, from layer: CALayer?) -> Rect {
    Self.box(rect) { convert($0, from: layer) }
  }

  private static func box(_ rect: Rect, _ convert: (Point) -> Point) -> Rect {
    guard rect.isFinite else { return rect }
    let corners = [
      rect.origin, Point(rect.maxX, rect.minY), Point(rect.maxX, rect.maxY), Point(rect.minX, rect.maxY),
    ].map(convert)
    let path = UIBezierPath()
    for corner in corners { path.addLine(to: corner) }
    return path.bounds
  }

  private func mapToOutermost(_ point: Point) -> Point { PlaneMap.finite(outermostMap(point)) ?? point }

  /// From its coordinates to those of the outermost layer.
  private var outermostMap: PlaneMap {
    var (map, layer) = (PlaneMap(AffineTransform.identity), self)
    while let next = layer.superlayer ?? layer.holder {
      map = map.concatenating(PlaneMap(layer.currentState.toSuperlayer(around: next.currentState.around)))
      layer = next
    }
    return map
  }
}

extension PlaneMap {
  fileprivate static func finite(_ point: Point?) -> Point? {
    point.flatMap { $0.x.isFinite && $0.y.isFinite ? $0 : nil }
  }
}
