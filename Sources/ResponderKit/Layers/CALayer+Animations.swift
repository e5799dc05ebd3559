/// Animations of a layer.
extension CALayer {
  /// Shows an animation, as it is now. A transition is shown by views' layers. One with the same key is replaced; nil is the key of as many as are added.
  public final func add(_ animation: CAAnimation, forKey key: String?) {
    if let transition = animation as? CATransition {
      owner?.begin(transition)
      return
    }
    let fallback = clock?.openTransaction?.duration ?? 0.25
    add(RunningLayerAnimation(key, animation.motion(fallback), animation))
  }

  final func add(_ animation: RunningLayerAnimation) {
    let isNew = !running.hasKey(animation.key)
    if !isNew {
      let old = running.remove { $0.key == animation.key }
      for animation in old { animation.end(false) }
      // What a delegate has added with the key meanwhile has not begun, and is replaced, too.
      for animation in running.remove(where: { $0.key == animation.key }) { animation.drop() }
    }
    running.append(animation)
    if let transaction = clock?.openTransaction { animation.join(transaction) }
    clock?.move(self)
    if isNew && running.count > Self.mostRefreshed { showOnTop(animation) } else { refresh() }
  }

  /// Of more animations only the one that is added is applied; the others are as they were shown last.
  private static let mostRefreshed = 32

  /// Applies an animation that was added behind all others to what is shown.
  private func showOnTop(_ animation: RunningLayerAnimation) {
    guard let now = clock?.time(of: self) else { return refresh() }
    func apply(_ state: LayerState) -> LayerState {
      var shown = state
      animation.apply(to: &shown, at: now)
      return shown
    }
    if let owner { return owner.layerAnimationAdded(apply) }
    presented = apply(presented ?? state)
    looksChanged()
  }

  /// Ends the animation with the key.
  public final func removeAnimation(forKey key: String) { remove { $0.key == key } }

  /// Ends all, also those of `UIView.animate` where it is a view's layer.
  public final func removeAllAnimations() {
    remove { _ in true }
    owner?.removeAllAnimations()
  }

  /// The animation with the key, as it was given; nil when there is none.
  public final func animation(forKey key: String) -> CAAnimation? {
    running.first { $0.key == key }?.source
  }

  /// The keys of the animations that the program has added; nil when there are none.
  public final func animationKeys() -> [String]? {
    let keys = running.filter { $0.source != nil }.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// Gives another layer the values that are shown now.
  final func show<Copy: CALayer>(on copy: Copy) -> Copy {
    copy.state = owner.map { $0.layerPresentation ?? $0.layerState } ?? presented ?? state
    copy.copyValues(from: self)
    return copy
  }

  private func remove(_ isMeant: (RunningLayerAnimation) -> Bool) {
    let ended = running.remove(where: isMeant)
    guard !ended.isEmpty else { return }
    if running.isEmpty { clock?.forgetMotion(self) }
    refresh()
    for animation in ended { animation.end(false) }
  }

  /// Changes values to what the animations show.
  final func animate(_ shown: inout LayerState) {
    guard let now = clock?.time(of: self) else { return }
    for animation in running { animation.apply(to: &shown, at: now) }
  }

  /// What is shown of it, or was so many seconds before.
  final func shown(earlier seconds: Double) -> LayerState {
    guard seconds != 0, !seconds.isNaN, !running.isEmpty, let now = clock?.time(of: self) else {
      return presented ?? state
    }
    var shown = state
    let delay = Int64(min(max(seconds, -9e9), 9e9) * 1e9)
    for animation in running { animation.apply(to: &shown, at: now, earlier: delay) }
    return shown
  }

  /// Shows what the animations show now.
  final func refresh() {
    if let owner { return owner.layerAnimationsChanged() }
    presented = running.isEmpty ? nil : animated
    looksChanged()
  }

  /// Its values with what the animations show now.
  final var animated: LayerState {
    var shown = state
    animate(&shown)
    return shown
  }

  // MARK: Windows

  /// It is in a window now, with what is in it that belongs to no view. Views that are masks follow by themselves: see UIView+Mask.swift.
  final func enter(_ animations: LayerAnimations) {
    var open = [self]
    while let layer = open.popLast() {
      layer.clock = animations
      animations.enter(layer)
      open += layer.tree.filter { $0.owner == nil }
      if let mask = layer.maskStorage, mask.owner == nil { open.append(mask) }
    }
  }

  /// It has left its window: its animations end.
  final func leave() {
    var open = [self]
    while let layer = open.popLast() {
      layer.clock?.forget(layer)
      layer.clock = nil
      layer.isCommitted = false
      let ended = layer.running.remove { _ in true }
      if !ended.isEmpty {
        layer.refresh()
        for animation in ended { animation.end(false) }
      }
      open += layer.tree.filter { $0.owner == nil }
      if let mask = layer.maskStorage, mask.owner == nil { open.append(mask) }
    }
  }

  /// Its view came into a window, left it, or both.
  final func windowChanged() {
    let new = owner?.layerAnimations
    guard new !== clock else { return }
    if clock != nil { leave() }
    if let new { enter(new) }
  }

  /// Its view goes.
  final func ownerEnds() {
    owner = nil
    if clock != nil { leave() }
  }
}
