// What layers know of the tree that they are in, so that a change of one costs the same at any depth.

extension CALayer {
  /// The view whose layer it is, or is in; nil if there is none.
  final var viewAround: (any LayerOwner)? { owner ?? top?.owner }

  /// Appends the layers right in it that belong to no view, and its mask if that does not, either.
  final func appendOwnLayers(to list: inout [CALayer]) {
    if ownCount > 0 { for layer in tree where layer.owner == nil { list.append(layer) } }
    if let maskStorage, maskStorage.owner == nil { list.append(maskStorage) }
  }

  /// It, with what is in it that belongs to no view, is in this view's layer now; nil: in none.
  final func passOn(_ top: CALayer?) {
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
    guard mayHaveMasks else { return }
    var rest: [CALayer] = []
    appendOwnLayers(to: &rest)
    (tree, maskStorage) = ([], nil)
    while var layer = rest.popLast() {
      // What is in a layer that nothing else holds is held here until that one is deallocated.
      if isKnownUniquelyReferenced(&layer) { layer.appendOwnLayers(to: &rest) }
    }
  }
}
