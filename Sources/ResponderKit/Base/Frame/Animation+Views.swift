/// Which running animations move each view, in the order in which they came to it: a view is shown without a look at all the others.
struct AnimationsOfViews {
  private var animations: [ObjectIdentifier: [Animation]] = [:]

  subscript(view: UIView) -> [Animation] { animations[ObjectIdentifier(view)] ?? [] }

  /// The animation moves its views, some of which it may have moved before.
  mutating func add(_ animation: Animation) {
    for view in animation.views {
      if self[view].contains(where: { $0 === animation }) { continue }
      animations[ObjectIdentifier(view), default: []].append(animation)
    }
  }

  mutating func remove(_ animation: Animation, from view: UIView) {
    let others = self[view].filter { $0 !== animation }
    animations[ObjectIdentifier(view)] = others.isEmpty ? nil : others
  }

  /// Those of a view's animations of which something is seen: not those whose every value a later one moves.
  func seen(_ view: UIView) -> [Animation] {
    let all = self[view]
    guard all.count > 1 else { return all }
    var covered: UInt64 = 0
    var seen: [Animation] = []
    for animation in all.reversed() {
      if let cover = animation.cover(of: view) {
        if cover & ~covered == 0 { continue }
        covered |= cover
      }
      seen.append(animation)
    }
    return seen.reversed()
  }
}

extension Animation {
  /// What it moves of the view all the time, as bits of the fields: nothing of an animation before it is seen there. Nil where it is seen in any case.
  func cover(of view: UIView) -> UInt64? {
    guard dissolves.isEmpty, let own = parts[ObjectIdentifier(view)], own.count == 1 else { return nil }
    return own[0].fields.reduce(0) { $0 | $1.bit }
  }
}

extension AnimationList {
  /// What is shown of the view: all its animations one over the other. Whether it is hit meanwhile.
  func refresh(_ view: UIView) {
    let now = now
    var shown = view.layerState
    var dissolve: ViewPresentation.Dissolve?
    var isAnimated = false
    var blocks = false
    for animation in ofViews.seen(view) {
      let progress = animation.progress(of: view, at: now)
      animation.move(&shown, of: view, to: progress)
      if let last = animation.dissolve(view) {
        dissolve = .init(picture: last.picture, part: progress, passage: last.passage)
      }
      isAnimated = true
    }
    for animation in ofViews[view] where !animation.options.contains(.allowUserInteraction) {
      blocks = true
      break
    }
    if let layer = view.layerStorage, !layer.running.isEmpty {
      layer.animate(&shown)
      isAnimated = true
    }
    view.presentationStorage = isAnimated ? ViewPresentation(shown, dissolve: dissolve) : nil
    view.looksChanged()
    if blocks { view.geometry.flags.insert(.animated) } else { view.geometry.flags.remove(.animated) }
  }

  /// Takes the view out of its animations; one that has no other view left ends.
  func remove(_ view: UIView) {
    for animation in ofViews[view] {
      animation.remove(view)
      ofViews.remove(animation, from: view)
      if animation.isEmpty { finish(animation, false) }
    }
    refresh(view)
  }
}
