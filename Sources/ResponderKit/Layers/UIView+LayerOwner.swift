extension UIView: LayerOwner {
  final var layerPresentation: LayerState? { presentationStorage?.state }
  final var layersOfSubviews: [CALayer] { children.map(\.layer) }
  final var showsSubviews: Bool { children.contains { $0.isShown && $0.alphaStorage > 0 } }
  final var superviewLayer: CALayer? { parent?.layer }
  final var madeSuperviewLayer: CALayer? {
    var around = parent
    while let view = around, view.layerStorage == nil { around = view.parent }
    return around?.layerStorage
  }
  final var layerAnimations: LayerAnimations? { (self as? UIWindow ?? home)?.host?.animations.layers }
  final var layerRecorder: DrawingRecorder? { drawingHost?.recorder }
  final func layerAnimationsChanged() {
    if let host = (self as? UIWindow ?? home)?.host {
      host.animations.refresh(self)
    } else {
      presentationStorage = nil
    }
  }

  final func layerAnimationsRemoved() {
    guard let shown = presentationStorage else { return layerAnimationsChanged() }
    if !shown.isPending {
      // Of the transitions, which are the view's, nothing has changed.
      presentationStorage = ViewPresentation(shown.state, dissolve: shown.dissolve) { [unowned self] in
        (self as? UIWindow ?? home)?.host?.animations.shown(of: self).state ?? layerState
      }
    }
    looksChanged()
  }

  final func layerAnimationAdded(_ change: (LayerState) -> LayerState) {
    guard let shown = presentationStorage else { return layerAnimationsChanged() }
    if !shown.isPending {
      presentationStorage = ViewPresentation(change(shown.state), dissolve: shown.dissolve)
    }
    looksChanged()
  }

  final func layOutByLayer() { layoutSublayers(of: layer) }

  private static let layoutMethod = MethodTable(
    of: UIView.self, plain: PlainView.self, overriding: LayerLayoutView.self)
  /// Whether the layer is of a class that may place sublayers itself, or the view does so as its delegate.
  final var layerLaysOut: Bool {
    if let layerStorage, type(of: layerStorage) != CALayer.self { return true }
    return Self.layoutMethod.isOverridden(in: type(of: self))
  }

  /// The look of the view's box; created on first use.
  public final var layer: CALayer {
    if let layerStorage { return layerStorage }
    let type = Self.layerClass as? CALayer.Type ?? CALayer.self
    let layer = type == CALayer.self ? CALayer() : DefaultMade.make(type)
    layer.owner = self
    layerStorage = layer
    // A class may have put layers into it in its initializer.
    if layer.hasOwnLayersOrMask { layer.setTop(layer) }
    var ended: [RunningLayerAnimation] = []
    layer.windowChanged(&ended)
    for animation in ended { animation.end(false) }
    // A class may set them in its initializer.
    if layer.state.depth != 0 { placeInSpace() }
    if layer.hasSpace { placeSubviewsInSpace() }
    return layer
  }
}

extension CALayer {
  /// What keeps the drawings of its window.
  final var recorder: DrawingRecorder? { viewAround?.layerRecorder }
}

private final class PlainView: UIView {}

private final class LayerLayoutView: UIView {
  override func layoutSublayers(of layer: CALayer) {}
}
