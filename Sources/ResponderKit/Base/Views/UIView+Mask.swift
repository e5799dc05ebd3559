/// Views through which others are seen.
extension UIView {
  /// A view through whose opaque parts this one is seen, placed in its coordinates; in no other view. It is never hit. An ancestor, or a view that this one masks, is
  /// ignored.
  public final var mask: UIView? {
    get { rareStorage?.mask }
    set {
      guard let newValue else {
        layerStorage?.mask = nil
        return
      }
      guard newValue !== mask else { return }
      layer.mask = newValue.layer
      // Unless it is ignored, or calls about that have changed the mask.
      if layer.maskStorage === newValue.layer { change { $0.mask = newValue } }
    }
  }

  final func forgetMask() { rareStorage?.mask = nil }

  /// Moves a mask that nothing else holds into a list of views to release, as masks may be in masks at any depth.
  final func giveUpMask(to list: inout [UIView]) {
    guard let rareStorage, isKnownUniquelyReferenced(&rareStorage.mask), let mask = rareStorage.mask else {
      return
    }
    rareStorage.mask = nil
    list.append(mask)
  }

  /// Enters the window of the layer that its own one masks, or leaves its window if there is none. Callees may change the trees in any way: each call is followed by a check
  /// whether to continue.
  final func followMaskedLayer() {
    let (old, new) = (home, maskedWindow)
    guard old !== new, parent == nil, !(self is UIWindow) else { return }
    func isInPlace() -> Bool { parent == nil && home === old && maskedWindow === new }
    announce(new)
    guard isInPlace() else { return }
    if let old {
      willLeave(old)
      guard isInPlace() else { return }
    }
    enter(new)
    old?.traitSources.forget()
  }

  /// The window of the layer that its own one masks.
  private var maskedWindow: UIWindow? {
    let around = layerStorage?.holder?.viewAround as? UIView
    return around as? UIWindow ?? around?.home
  }

  final func leaveOtherPlaces(_ masked: CALayer?) {
    masked?.mask = nil
    if parent != nil { removeFromSuperview() }
  }

  /// Clears the window of the view and of its masks without notifying them, as the window or a superview is deallocated.
  final func forgetWindow() {
    home = nil
    for mask in layerStorage?.viewsOfMasks ?? [] {
      for view in mask.tree(withMasks: true) { view.home = nil }
    }
  }

  /// The view is deallocated. Masks of a window leave it without calls, as it can not be passed to them.
  final func endLayer() {
    guard let layer = layerStorage else { return }
    layer.ownerEnds()
    for mask in layer.viewsOfMasks where mask.home === self {
      for view in mask.tree(withMasks: true) { view.home = nil }
    }
  }

  /// Whether the other view is this one, in it, or in a mask of what is in it: this one can not be put into it.
  final func isAround(_ view: UIView) -> Bool {
    if isAncestor(of: view) { return true }
    if children.isEmpty, layerStorage?.hasOwnLayersOrMask != true { return false }
    guard let top = view.root.layerStorage, top.holder != nil else { return false }
    return layer.holds(top)
  }
}

extension CALayer {
  /// Whether it has a mask, or holds layers that belong to no view. False of most layers.
  final var hasOwnLayersOrMask: Bool { maskStorage != nil || ownCount > 0 }

  /// The views whose layers are masks of it, or of layers in it that belong to no view.
  final var viewsOfMasks: [UIView] {
    guard hasOwnLayersOrMask else { return [] }
    var (views, open): ([UIView], [CALayer]) = ([], [self])
    while let layer = open.popLast() {
      layer.appendOwnLayers(to: &open)
      if let view = layer.maskStorage?.owner as? UIView, view.parent == nil, !(view is UIWindow) {
        views.append(view)
      }
    }
    return views
  }

  /// The masks in it enter the window that it is in now, or leave their window.
  final func masksFollow() { for view in viewsOfMasks { view.followMaskedLayer() } }
}
