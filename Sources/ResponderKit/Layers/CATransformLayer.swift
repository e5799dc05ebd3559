/// A layer whose sublayers are in space, each by itself: a transform of this layer turns all of them as one body, which has depth. Of itself nothing is shown, neither
/// background nor border nor mask, and nothing is cut off at its bounds; its opacity is that of each sublayer.
open class CATransformLayer: CALayer {
  /// A layer with the values that are shown now.
  open override func presentation() -> CATransformLayer? { show(on: CATransformLayer()) }

  override var keepsDepth: Bool { true }
}

extension UIView {
  /// Whether its views have such a layer from the beginning, since what is seen of their subviews depends on it.
  static var keepsDepth: Bool {
    let type: AnyClass = layerClass
    return type != CALayer.self && type is CATransformLayer.Type
  }
}

extension CALayer {
  /// The space that the layer itself is in.
  final var outerSpace: CATransform3D? {
    // Without recursion, as layers may be deep in each other.
    var kept: [LayerState] = []
    var next = superlayer
    var space: CATransform3D?
    while let layer = next {
      let state = layer.currentState
      guard layer.keepsDepth else {
        space = state.around
        break
      }
      kept.append(state)
      next = layer.superlayer
    }
    for state in kept.reversed() { space = state.depthKept(around: space) }
    return space
  }
}

extension LayerState {
  /// From the coordinates of sublayers to those of the superlayer, nothing made flat between.
  func depthKept(around outer: CATransform3D?) -> CATransform3D {
    let own = toSuperlayer(around: outer)
    return around.map { $0.concatenating(own) } ?? own
  }
}
