/// Superlayer and sublayers.
extension CALayer {
  /// From back to front, with the layers of a view's subviews; nil when there are none.
  public final var sublayers: [CALayer]? {
    get {
      let layers = ownCount > 0 ? tree : owner?.layersOfSubviews ?? []
      return layers.isEmpty ? nil : layers
    }
    set {
      for layer in tree where layer.owner == nil && layer.holder === self { layer.removeFromSuperlayer() }
      for layer in newValue ?? [] where layer.owner == nil { addSublayer(layer) }
    }
  }

  /// The layer that it is in; nil when in none.
  public final var superlayer: CALayer? { owner.map { $0.superviewLayer } ?? holder }

  /// Puts a layer in front of the others, also of the present subviews; it leaves its former place. Without effect for views' layers.
  public final func addSublayer(_ layer: CALayer) { insert(layer) { $0.count } }

  /// Puts a layer among the sublayers, at an index from the back: 0 is behind the subviews, too. One that is out of range is clamped.
  public final func insertSublayer(_ layer: CALayer, at index: UInt32) {
    insert(layer) { min(Int(index), $0.count) }
  }

  /// Right in front of another sublayer, or in front of all for nil.
  public final func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer) { tree in tree.firstIndex { $0 === sibling }.map { $0 + 1 } ?? tree.count }
  }

  /// Right behind another sublayer, or behind all for nil.
  public final func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer) { tree in tree.firstIndex { $0 === sibling } ?? 0 }
  }

  /// Puts a layer in another one's place.
  public final func replaceSublayer(_ old: CALayer, with new: CALayer) {
    guard old !== new, old.holder === self else { return }
    insertSublayer(new, above: old)
    old.removeFromSuperlayer()
  }

  /// Takes it out of the layer that holds it. Its animations end. Without effect for a view's layer.
  public final func removeFromSuperlayer() {
    guard owner == nil, let holder else { return }
    if holder.maskStorage === self { return holder.mask = nil }
    if let place = holder.tree.firstIndex(where: { $0 === self }) { holder.tree.remove(at: place) }
    holder.ownCount -= 1
    // The order of subviews alone is the view's.
    if holder.ownCount == 0 { holder.tree = [] }
    holder.looksChanged()
    wasTakenOut()
  }

  /// Whether a point of its own coordinates is in its bounds.
  public final func contains(_ point: Point) -> Bool { bounds.contains(point) }

  /// The foremost of the layers in it, or it itself, that a point of its superlayer's coordinates is in; nil: none. What is hidden is left out, and
  /// what is outside of a layer that cuts it off.
  public final func hitTest(_ point: Point) -> CALayer? {
    // Without recursion, as a tree may be deep.
    var open = [looks(at: point, around: outerSpace)].compactMap { $0 }
    while var last = open.popLast() {
      guard let layer = last.rest.popLast() else {
        if let found = last.found { return found }
        continue
      }
      open.append(last)
      if let next = layer.looks(at: last.point, around: last.around) { open.append(next) }
    }
    return nil
  }

  /// What a hit test looks at in a layer.
  private struct Looks {
    /// The sublayers, from back to front, that were not looked at yet.
    var rest: [CALayer]
    var point: Point
    var around: CATransform3D?
    /// What is hit if none of them is.
    var found: CALayer?
  }

  /// Nil if nothing in it can be hit at a point of its superlayer's coordinates.
  private func looks(at point: Point, around outer: CATransform3D?) -> Looks? {
    guard !isHidden, opacity > 0 else { return nil }
    let state = currentState
    if keepsDepth { return looks(at: point, around: state.depthKept(around: outer), state.pivot, nil) }
    guard let inner = PlaneMap(state.toSuperlayer(around: outer)).inverse else { return nil }
    let point = inner(point)
    let isInside = contains(point)
    if masksToBounds, !isInside { return nil }
    return looks(at: point, around: state.around, state.pivot, isInside ? self : nil)
  }

  private func looks(
    at point: Point, around: CATransform3D?, _ pivot: Point, _ found: CALayer?
  ) -> Looks {
    let layers = (sublayers ?? []).byDepth { $0.depth(around: around, pivot) }
    return Looks(rest: layers, point: point, around: around, found: found)
  }

  /// Whether subviews or sublayers are shown in it.
  final var hasShownParts: Bool {
    owner?.showsSubviews == true
      || tree.contains { $0.owner == nil && !$0.isHiddenStorage && $0.state.opacity > 0 }
  }

  private func insert(_ layer: CALayer, _ place: ([CALayer]) -> Int) {
    guard layer.owner == nil, layer !== self, !layer.holds(self) else { return }
    if layer.holder != nil {
      layer.removeFromSuperlayer()
      // Ended animations and masks call the program, which may have put it elsewhere.
      guard layer.holder == nil, !layer.holds(self) else { return }
    }
    owner?.layerWillHoldOthers()
    arrangeSubviews(always: true)
    tree.insert(layer, at: place(tree))
    ownCount += 1
    looksChanged()
    layer.wasPut(into: self)
    if owner == nil { setNeedsLayout() }
  }

  final func holds(_ layer: CALayer) -> Bool {
    // Quick for the many layers that hold nothing.
    if owner == nil, !hasOwnLayersOrMask { return layer === self }
    var next: CALayer? = layer
    while let current = next {
      if current === self { return true }
      // A layer that was not made yet is not this one.
      next = current.owner?.madeSuperviewLayer ?? current.holder
    }
    return false
  }

  final func wasPut(into layer: CALayer) {
    holder = layer
    if let owner { return owner.followMaskedLayer() }
    if mayHaveMotion { layer.noteMotion() }
    // In no view there is neither a window to come into nor one to leave.
    guard let top = layer.topOfSublayers else { return }
    setTop(top)
    if let clock = layer.clock { enter(clock) }
    masksFollow()
  }

  final func wasTakenOut() {
    let masked = holder
    holder = nil
    if let owner {
      masked?.owner?.forgetMask()
      return owner.followMaskedLayer()
    }
    let wasInView = top != nil
    if wasInView { setTop(nil) }
    if wasInView || mayHaveMotion { leave() }
    if wasInView { masksFollow() }
  }

  // MARK: Subviews among the sublayers

  /// The sublayers, with the layers of the subviews as the view has them now. Between sublayers the subviews come and go: a sublayer stays in front of the
  /// subview that it was in front of, and a subview that is moved leaves the sublayers where they are.
  final func arrangeSubviews(always: Bool = false) {
    guard let owner, always || ownCount > 0 else { return }
    let views = owner.layersOfSubviews
    if views.isEmpty, tree.count == ownCount { return }
    let old = tree.filter { $0.owner != nil }
    guard !old.elementsEqual(views, by: ===) else { return }
    // A view was added.
    if views.count == old.count + 1, let last = views.last, views.dropLast().elementsEqual(old, by: ===) {
      return tree.append(last)
    }
    // Views that keep their order.
    var places: [ObjectIdentifier: Int] = [:]
    for (index, layer) in views.enumerated() { places[ObjectIdentifier(layer)] = index }
    let kept = Self.longestRise(old.compactMap { places[ObjectIdentifier($0)] })
    var result: [CALayer] = []
    var next = 0
    for layer in tree {
      guard layer.owner != nil else {
        result.append(layer)
        continue
      }
      guard let place = places[ObjectIdentifier(layer)], kept.contains(place) else { continue }
      result += views[next...place]
      next = place + 1
    }
    tree = result + views[next...]
  }

  /// The longest row of rising numbers in a list.
  private static func longestRise(_ numbers: [Int]) -> Set<Int> {
    // Where views only come and go, the others keep their order.
    if zip(numbers, numbers.dropFirst()).allSatisfy(<) { return Set(numbers) }
    var best: [(length: Int, before: Int)] = []
    for (index, number) in numbers.enumerated() {
      var (length, before) = (1, -1)
      for earlier in 0..<index where numbers[earlier] < number && best[earlier].length + 1 > length {
        (length, before) = (best[earlier].length + 1, earlier)
      }
      best.append((length, before))
    }
    var result: Set<Int> = []
    // Of equal ones the last: a view that was brought to the front is rather one that moved.
    var index = best.indices.reversed().max { best[$0].length < best[$1].length } ?? -1
    while index >= 0 {
      result.insert(numbers[index])
      index = best[index].before
    }
    return result
  }
}
