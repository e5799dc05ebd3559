/// Where a view is in space: its transform leaves the plane, or its superview's layer has one for all that is in it.
final class SpacePlace {
  /// The view's own transform.
  let transform: CATransform3D
  /// What its superview does to all that is in it.
  let around: CATransform3D?
  /// How far it is in front of its superview.
  let depth: Double
  /// Whether its own transform leaves the plane.
  let isSpatial: Bool
  /// From the view's coordinates to its superview's.
  let toOuter: PlaneMap
  /// The way back; the identity where there is none.
  let toLocal: PlaneMap
  /// Whether the view is seen as more than a line.
  let hasWayBack: Bool

  /// - Parameters:
  ///   - pivot: the anchor in the view's coordinates.
  ///   - center: the anchor in the superview's coordinates.
  init(
    transform: CATransform3D, around: CATransform3D?, depth: Double, pivot: Point = .zero,
    center: Point = .zero
  ) {
    (self.transform, self.around, self.depth) = (transform, around, depth)
    isSpatial = !transform.isFlat
    toOuter = PlaneMap(transform.placed(pivot, at: center, depth, around: around))
    let inverse = toOuter.inverse
    hasWayBack = inverse != nil
    toLocal = inverse ?? PlaneMap(.identity)
  }

  /// The same with other places of the anchor.
  func placed(pivot: Point, center: Point) -> SpacePlace {
    SpacePlace(transform: transform, around: around, depth: depth, pivot: pivot, center: center)
  }
}

extension CATransform3D {
  /// From a layer's coordinates to those of its superlayer and of space: the transform around the anchor, and what the superlayer does to all that is in it.
  func placed(_ pivot: Point, at center: Point, _ depth: Double, around: CATransform3D?) -> CATransform3D {
    let own = CATransform3DMakeTranslation(-pivot.x, -pivot.y, 0).concatenating(self)
      .concatenating(CATransform3DMakeTranslation(center.x, center.y, depth))
    return around.map { own.concatenating($0) } ?? own
  }
}

extension UIView {
  /// The transform in space. Of one that leaves the plane, `transform` is the part in the plane; setting that replaces the whole. Can be animated.
  public final var transform3D: CATransform3D {
    get { geometry.spatial }
    set {
      if newValue.isFlat { transform = newValue.flat } else { changeGeometry { $0.set(spatial: newValue) } }
    }
  }

  /// Takes over what its superview does to all that is in it.
  final func placeInSpace() {
    let around = parent?.aroundSubviews
    guard around != nil || geometry.space != nil else { return }
    geometry.set(around: around, depth: layerStorage?.state.depth ?? 0)
    parent?.placesOfChildrenChanged()
  }

  final func placeSubviewsInSpace() { for child in children { child.placeInSpace() } }

  final func spaceChanged() {
    placeInSpace()
    placeSubviewsInSpace()
  }

  /// What it does to all that is in it; nil: nothing.
  private var aroundSubviews: CATransform3D? {
    guard let layerStorage, layerStorage.hasSpace else { return nil }
    return layerStorage.state.sublayers.around(geometry.pivot)
  }
}
