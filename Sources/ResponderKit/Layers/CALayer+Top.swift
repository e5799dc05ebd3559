// What layers know of the tree that they are in, so that a change of one costs the same at any depth.

extension CALayer {
  /// The view whose layer it is, or is in; nil if there is none.
  final var viewAround: (any LayerOwner)? { owner ?? top?.owner }

  /// Appends the layers right in it that belong to no view, and its mask if that does not, either.
  final func appendOwnLayers(to list: inout [CALayer]) {
    if ownCount > 0 { for layer in tree where layer.owner == nil { list.append(layer) } }
    if let maskStorage, maskStorage.owner == nil { list.append(maskStorage) }
  }

  /// The `top` of the layers right in it that belong to no view.
  final var topOfSublayers: CALayer? { owner == nil ? top : self }

  /// Sets the view's layer that it and its own sublayers are in; nil for none.
  final func setTop(_ top: CALayer?) {
    var open = [self]
    while let layer = open.popLast() {
      if layer.owner == nil { layer.top = top }
      layer.appendOwnLayers(to: &open)
    }
  }

  /// Notes that it may have animations, in all layers around it: what is around a layer that knows of some knows of them, too.
  final func noteMotion() {
    var next: CALayer? = self
    while let layer = next, !layer.mayHaveMotion {
      layer.mayHaveMotion = true
      next = layer.holder
    }
  }

  /// Takes the layers out of one that is deallocated, without recursion, as a tree may be deep.
  final func dismantle() {
    guard hasOwnLayersOrMask else { return }
    var rest: [CALayer] = []
    appendOwnLayers(to: &rest)
    (tree, maskStorage) = ([], nil)
    while var layer = rest.popLast() {
      // Keeps its sublayers alive until it is deallocated, so that no deinit recurses.
      if isKnownUniquelyReferenced(&layer) { layer.appendOwnLayers(to: &rest) }
    }
  }
}
