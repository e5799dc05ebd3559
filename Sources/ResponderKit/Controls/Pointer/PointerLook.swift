/// What a pointer's effect shows on a view: by a layer and by animations, so that the view's own values stay as they are.
final class PointerLook {
  private weak var view: UIView?
  private var shade: CALayer?
  private var paths: [String] = []
  private static let (growth, shadow) = (0.05, 0.3)
  private static let seconds = 0.15

  init(_ effect: UIPointerEffect) {
    view = effect.preview.view
    let parameters = effect.preview.parameters
    switch effect {
    case .automatic, .highlight: addShade(parameters)
    case .lift:
      add("transform.scale", Self.growth)
      add("shadowOpacity", Self.shadow)
    case .hover(_, let tint, let hasShadow, let isScaled):
      if tint != .none { addShade(parameters) }
      if isScaled { add("transform.scale", Self.growth) }
      if hasShadow { add("shadowOpacity", Self.shadow) }
    }
  }

  private func addShade(_ parameters: UIPreviewParameters) {
    guard let view else { return }
    let shade = CALayer()
    let place = parameters.visiblePath?.bounds ?? view.bounds
    shade.frame = place.isFinite ? place : view.bounds
    let radius = view.layerStorage?.cornerRadius ?? 0
    shade.cornerRadius = radius > 0 ? radius : min(8, view.bounds.height / 4)
    shade.backgroundColor = ControlLooks.shade.resolvedColor(with: view.traitCollection).cgColor
    view.layer.addSublayer(shade)
    self.shade = shade
  }

  private func add(_ path: String, _ way: Double) {
    let animation = CABasicAnimation(keyPath: path)
    animation.byValue = way
    animation.duration = Self.seconds
    animation.fillMode = .forwards
    animation.isRemovedOnCompletion = false
    view?.layer.add(animation, forKey: "pointer." + path)
    paths.append(path)
  }

  private static func value(_ path: String, of layer: CALayer?) -> Double {
    guard let layer else { return 0 }
    let transform = layer.affineTransform()
    return path == "shadowOpacity" ? layer.shadowOpacity : hypot(transform.a, transform.b)
  }

  /// The view becomes what it was.
  func end() {
    shade?.removeFromSuperlayer()
    shade = nil
    // It may not have come to its end.
    let shown = view?.layer.presentation()
    for path in paths {
      view?.layer.removeAnimation(forKey: "pointer." + path)
      let back = CABasicAnimation(keyPath: path)
      back.fromValue = Self.value(path, of: shown)
      back.duration = Self.seconds
      view?.layer.add(back, forKey: "pointer." + path)
    }
    paths = []
  }
}
