extension UIView: LayerOwner {
  final var layerPresentation: LayerState? { presentationStorage?.state }
  final var layersOfSubviews: [CALayer] { children.map(\.layer) }
  final var superviewLayer: CALayer? { parent?.layer }
  final var layerAnimations: LayerAnimations? { (self as? UIWindow ?? home)?.host?.animations.layers }
  final var layerRecorder: DrawingRecorder? { drawingHost?.recorder }
  final func layerAnimationsChanged() {
    if let host = (self as? UIWindow ?? home)?.host {
      host.animations.refresh(self)
    } else {
      presentationStorage = nil
    }
  }

  /// The look of the view's box; created on first use.
  public final var layer: CALayer {
    if let layerStorage { return layerStorage }
    let type = Self.layerClass as? CALayer.Type ?? CALayer.self
    let layer = type == CALayer.self ? CALayer() : DefaultMade.make(type)
    layer.owner = self
    layerStorage = layer
    layer.windowChanged()
    return layer
  }
}

extension CALayer {
  /// What keeps the drawings of its window.
  final var recorder: DrawingRecorder? { root.owner?.layerRecorder }
}
