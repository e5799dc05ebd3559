/// Views through which others are seen.
extension UIView {
  /// A view through whose opaque parts this one is seen, placed in its coordinates; in no other view. It is never hit. A view in which this one is, or which
  /// is seen through this one, has no effect.
  public final var mask: UIView? {
    get {
      guard let mask = rareStorage?.mask, mask.layerStorage === layerStorage?.maskStorage else { return nil }
      return mask
    }
    set {
      guard newValue !== mask else { return }
      guard let newValue else {
        layer.mask = nil
        return change { $0.mask = nil }
      }
      layer.mask = newValue.layer
      if layer.maskStorage === newValue.layer { change { $0.mask = newValue } }
    }
  }

  final func becomeMask(of layer: CALayer?) {
    let around = layer?.root.owner as? UIView
    let window = around as? UIWindow ?? around?.home
    guard parent == nil, !(self is UIWindow), window !== home else { return }
    if home != nil { for view in tree() where view.presentationStorage != nil { view.removeAllAnimations() } }
    enter(window)
  }

  final func leaveOtherPlaces(_ masked: CALayer?) {
    masked?.mask = nil
    if parent != nil { removeFromSuperview() }
  }

  /// The window ends, or a view that it was in: without calls.
  final func forgetWindow() {
    home = nil
    var layers = layerStorage.map { [$0] } ?? []
    while let layer = layers.popLast() {
      layers += layer.tree.filter { $0.owner == nil }
      guard let mask = layer.maskStorage else { continue }
      if let view = mask.owner as? UIView {
        for inner in view.tree() where inner.home != nil { inner.forgetWindow() }
      } else {
        layers.append(mask)
      }
    }
  }
}
