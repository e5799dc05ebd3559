/// The place of a view that leaves its superview's plane by its own transform, or by the `sublayerTransform` of its superview's layer.
final class SpacePlace {
  /// The view's own transform.
  let transform: CATransform3D
  /// The superview's `sublayerTransform`, around the superview's anchor.
  let around: CATransform3D?
  /// How far it is in front of its superview.
  let depth: Double
  /// Whether its own transform leaves the plane.
  let isSpatial: Bool
  /// From the view's coordinates to its superview's.
  let toOuter: PlaneMap
  /// The inverse; the identity where there is none.
  let toLocal: PlaneMap
  /// Whether the view is seen as more than a line.
  let hasWayBack: Bool

  /// - Parameters:
  ///   - pivot: the anchor in the view's coordinates.
  ///   - center: the anchor in the superview's coordinates.
  init(
    transform: CATransform3D, around: CATransform3D?, depth: Double, pivot: Point, center: Point
  ) {
    (self.transform, self.around, self.depth) = (transform, around, depth)
    isSpatial = !transform.isFlat
    toOuter = PlaneMap(transform.placed(pivot, at: center, depth, around: around))
    let inverse = toOuter.inverse
    hasWayBack = inverse != nil
    toLocal = inverse ?? PlaneMap(.identity)
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

  /// Updates its place after a change of its depth or of its superview's `sublayerTransform`.
  final func placeInSpace() {
    let around = parent?.aroundSubviews
    guard around != nil || geometry.space != nil else { return }
    geometry.set(around: around, depth: layerStorage?.state.depth ?? 0)
    parent?.placesOfChildrenChanged()
  }

  /// Updates the places of its subviews after a change of its `sublayerTransform` or its anchor.
  final func placeSubviewsInSpace() { for child in children { child.placeInSpace() } }

  /// Its layer's `sublayerTransform`, around the anchor; nil for the identity.
  private var aroundSubviews: CATransform3D? {
    guard let layerStorage, layerStorage.hasSpace else { return nil }
    return layerStorage.state.sublayers.around(geometry.pivot)
  }
}
