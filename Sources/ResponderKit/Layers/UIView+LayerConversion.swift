/// Places in the coordinates of other layers.
extension CALayer {
  /// A point of this layer's coordinates in those of another one; nil: those of the outermost layer, as the window's. Values count as they are, also while they are
  /// animated.
  public final func convert(_ point: Point, to layer: CALayer?) -> Point {
    let (out, into) = ways(to: layer)
    let outer = PlaneMap.finite(out(point)) ?? point
    guard let into else { return outer }
    return PlaneMap.finite(into.inverse?(outer)) ?? outer
  }

  /// A point of another layer's coordinates in those of this one; nil: those of the outermost layer.
  public final func convert(_ point: Point, from layer: CALayer?) -> Point {
    if let layer { return layer.convert(point, to: self) }
    return PlaneMap.finite(ways(to: nil).out.inverse?(point)) ?? point
  }

  /// The box around what is seen of a rectangle of this layer's coordinates, in those of another one; nil: those of the outermost layer.
  public final func convert(_ rect: Rect, to layer: CALayer?) -> Rect {
    let (out, into) = ways(to: layer)
    let back = into.map { $0.inverse }
    return (back.flatMap { $0 }.map(out.concatenating) ?? out).box(rect)
  }

  /// The box around what is seen of a rectangle of another layer's coordinates, in those of this one; nil: those of the outermost layer.
  public final func convert(_ rect: Rect, from layer: CALayer?) -> Rect {
    if let layer { return layer.convert(rect, to: self) }
    return ways(to: nil).out.inverse?.box(rect) ?? rect
  }

  /// From its coordinates to those of the nearest layer around both, and from the other one's to those; nil for the outermost layer's.
  private func ways(to layer: CALayer?) -> (out: PlaneMap, into: PlaneMap?) {
    let (own, other) = (LayerPlace.chain(from: self), layer.map(LayerPlace.chain))
    guard let other else { return (LayerPlace.map(own[...]), nil) }
    let places = Set(other.map(\.object))
    let (ownCount, common) = (
      own.firstIndex { places.contains($0.object) } ?? own.count - 1,
      own.first { places.contains($0.object) }?.object
    )
    let otherCount = other.firstIndex { $0.object == common } ?? other.count - 1
    return (LayerPlace.map(own[...ownCount]), LayerPlace.map(other[...otherCount]))
  }
}

/// A layer, or a view whose layer need not have been made.
private struct LayerPlace {
  let object: ObjectIdentifier
  let state: LayerState
  let keepsDepth: Bool
  /// Whether it is the mask of the next one.
  var isMask = false

  private init(_ layer: CALayer) {
    object = ObjectIdentifier(layer)
    (state, keepsDepth) = (layer.currentState, layer.keepsDepth)
  }

  private init(_ view: UIView) {
    object = ObjectIdentifier(view)
    (state, keepsDepth) = (view.layerState, view.layerStorage?.keepsDepth == true)
  }

  /// The layer and all around it, up to the outermost one.
  static func chain(from layer: CALayer) -> [LayerPlace] {
    var chain: [LayerPlace] = []
    var next: CALayer? = layer
    while let layer = next {
      guard var view = layer.owner as? UIView else {
        chain.append(LayerPlace(layer))
        chain[chain.count - 1].isMask = layer.holder?.maskStorage === layer
        next = layer.holder
        continue
      }
      chain.append(LayerPlace(view))
      while let parent = view.parent {
        view = parent
        chain.append(LayerPlace(view))
      }
      next = view.layerStorage?.holder
      chain[chain.count - 1].isMask = next != nil
    }
    return chain
  }

  /// From the coordinates of the first to those of the last.
  static func map(_ chain: ArraySlice<LayerPlace>) -> PlaneMap {
    var map = PlaneMap(AffineTransform.identity)
    // Nothing is made flat in a layer that keeps depth.
    var space: CATransform3D?
    for (place, next) in zip(chain, chain.dropFirst()) {
      let own = place.state.toSuperlayer(around: place.isMask ? nil : next.state.around)
      let whole = space?.concatenating(own) ?? own
      space = next.keepsDepth ? whole : nil
      if !next.keepsDepth { map = map.concatenating(PlaneMap(whole)) }
    }
    return space.map { map.concatenating(PlaneMap($0)) } ?? map
  }
}

extension PlaneMap {
  fileprivate static func finite(_ point: Point?) -> Point? { point.flatMap { $0.isFinite ? $0 : nil } }

  /// The box around what is seen of a rectangle; the rectangle where that is not finite.
  fileprivate func box(_ rect: Rect) -> Rect {
    guard rect.isFinite else { return rect }
    let box = self(rect)
    return box.isFinite ? box : rect
  }
}
