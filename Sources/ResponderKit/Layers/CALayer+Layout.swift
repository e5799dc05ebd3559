/// Layout of the layers in a layer.
extension CALayer {
  /// Calls `layoutSublayers` before the coming frame; of a layer in no window, before the first one that shows it. A view's layer is laid out with its view.
  public final func setNeedsLayout() {
    if let owner { return owner.setNeedsLayout() }
    needsLayout = true
    clock?.needsLayout(self)
  }

  /// Lays out, now, the layer and those in it that need it.
  public final func layoutIfNeeded() {
    var layers = [self]
    while let layer = layers.popLast() {
      if let owner = layer.owner {
        owner.layoutIfNeeded()
      } else if layer.needsLayout {
        layer.layOutNow()
      }
      layers += layer.tree
    }
  }

  final func layOutNow() {
    needsLayout = false
    layoutSublayers()
  }
}
