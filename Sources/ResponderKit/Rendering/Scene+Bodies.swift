import HIDEvents

/// Sublayers that are in space together.
extension Scene {
  /// How deep layers that keep depth may be in each other; what is deeper is not drawn.
  private static let mostBodies = 64

  /// Adds what is in a layer that keeps depth, in place of the layer.
  ///
  /// - Parameters:
  ///   - layers: what is in it.
  ///   - add: adds one of these, in the space around it and in the colors of the layer.
  static func addBody(
    _ layers: [CALayer], _ state: LayerState, _ around: CATransform3D?, _ copy: Copy,
    _ add: (CALayer, CATransform3D, Copy) -> Void
  ) {
    guard state.opacity > 0.002, copy.bodies < mostBodies else { return }
    let space = state.depthKept(around: around)
    var inner = copy
    inner.bodies += 1
    if state.opacity < 0.999 {
      let color = copy.color ?? .white
      inner.color = color.withAlpha(color.alpha * state.opacity)
    }
    let sorted = layers.byDepth { $0.depth(around: space, state.pivot) }
    for layer in sorted.reversed() { add(layer, space, inner) }
  }
}
