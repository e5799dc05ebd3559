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
    let old = running[animation.key]
    if let old {
      running.remove(old)
      old.end(false)
    }
    // What a delegate or a completion has added with the key meanwhile has not begun, and is replaced, too.
    let other = running.append(animation)
    noteMotion()
    if let transaction = clock?.openTransaction { animation.join(transaction) }
    clock?.move(self)
    if running.count <= Self.mostRefreshed {
      refresh()
    } else if old == nil {
      showOnTop(animation)
    } else {
      refreshLater()
    }
    // A completion may add or remove animations, so it is called last.
    if let other { other.start == nil ? other.drop() : other.end(false) }
  }

  /// Of more animations only one that is added is applied at once, the others as they were shown last; where one is removed, all are applied when what is shown is needed.
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
    if case .later = presentedStorage { return looksChanged() }
    presented = apply(presented ?? state)
    looksChanged()
  }

  /// Ends the animation with the key.
  public final func removeAnimation(forKey key: String) {
    guard let animation = running[key] else { return }
    running.remove(animation)
    ended([animation])
  }

  /// Ends all, also those of `UIView.animate` where it is a view's layer.
  public final func removeAllAnimations() {
    ended(running.remove { _ in true })
    owner?.removeAllAnimations()
  }

  /// The animation with the key, as it was given; nil when there is none.
  public final func animation(forKey key: String) -> CAAnimation? {
    running[key]?.source
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

  /// Animations were removed by the program.
  private func ended(_ animations: [RunningLayerAnimation]) {
    guard !animations.isEmpty else { return }
    if running.isEmpty { clock?.forgetMotion(self) }
    if running.count > Self.mostRefreshed { refreshLater() } else { refresh() }
    for animation in animations { animation.end(false) }
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

  /// Shows what the animations show when that is needed: many may be removed one by one.
  private func refreshLater() {
    if let owner { return owner.layerAnimationsRemoved() }
    presentedStorage = .later
    looksChanged()
  }

  /// What is shown while it is animated; nil while it is not. Views' layers have theirs in the view.
  final var presented: LayerState? {
    get {
      switch presentedStorage {
      case .values(let state): return state
      case .none: return nil
      case .later:
        let shown = running.isEmpty ? nil : animated
        presentedStorage = shown.map(Presented.values) ?? .none
        return shown
      }
    }
    set { presentedStorage = newValue.map(Presented.values) ?? .none }
  }

  /// What is known of the values that are shown.
  enum Presented {
    case none
    case values(LayerState)
    /// They are to be found when they are needed.
    case later
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
      layer.appendOwnLayers(to: &open)
    }
  }

  /// It has left its window: its animations end. Delegates and completions, which may put any of these layers elsewhere, are called when all have left.
  final func leave() {
    var ended: [RunningLayerAnimation] = []
    leave(&ended)
    for animation in ended { animation.end(false) }
  }

  /// - Parameter ended: gets the animations that the caller ends afterwards.
  private func leave(_ ended: inout [RunningLayerAnimation]) {
    var open = [self]
    while let layer = open.popLast() {
      layer.clock?.forget(layer)
      layer.clock = nil
      layer.isCommitted = false
      layer.mayHaveMotion = false
      let removed = layer.running.remove { _ in true }
      if !removed.isEmpty {
        layer.refresh()
        ended += removed
      }
      layer.appendOwnLayers(to: &open)
    }
  }

  /// Its view came into a window, left it, or both.
  ///
  /// - Parameter ended: gets the animations that the caller ends when all views of the tree have followed, as delegates and completions may put any of these elsewhere.
  final func windowChanged(_ ended: inout [RunningLayerAnimation]) {
    let new = owner?.layerAnimations
    guard new !== clock else { return }
    if clock != nil { leave(&ended) }
    if let new { enter(new) }
  }

  /// Its view is deallocated; the subviews are still there.
  final func ownerEnds() {
    // Their layers leave it: it would take them for its own when they have no views.
    if ownCount > 0 { tree.removeAll { $0.owner != nil } }
    owner = nil
    // As a mask it stays in the layer that it masks.
    if let holder { setTop(holder.topOfSublayers) }
    if clock != nil { leave() }
    if clock == nil, let clock = holder?.clock { enter(clock) }
    if mayHaveMotion { holder?.noteMotion() }
  }
}
