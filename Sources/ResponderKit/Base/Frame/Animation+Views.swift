/// Which running animations move each view, in the order in which they came to it: a view is shown without a look at all the others.
struct AnimationsOfViews {
  private var ofViews: [ObjectIdentifier: AnimationsOfView] = [:]
  /// How many animations were asked what they show, for tests.
  private(set) var looks = 0

  subscript(view: UIView) -> ObjectList<Animation> {
    ofViews[ObjectIdentifier(view)]?.all ?? ObjectList()
  }

  /// The animation moves its views, some of which it may have moved before.
  mutating func add(_ animation: Animation) {
    for view in animation.views {
      ofViews[ObjectIdentifier(view), default: AnimationsOfView()].add(animation, animation.cover(of: view))
    }
  }

  /// An animation that begins takes over what the one before it adds to a view, if both have the same time.
  mutating func takeWays(of view: UIView, to animation: Animation) {
    guard let last = ofViews[ObjectIdentifier(view)]?.all.last, animation.takeWays(of: view, from: last)
    else {
      return
    }
    ofViews[ObjectIdentifier(view)]?.listAnew(last, last.cover(of: view))
  }

  mutating func remove(_ animation: Animation, from view: UIView) {
    ofViews[ObjectIdentifier(view)]?.remove(animation)
    if self[view].isEmpty { ofViews[ObjectIdentifier(view)] = nil }
  }

  /// How many of a view's animations are seen whatever later ones move.
  func openCount(of view: UIView) -> Int { ofViews[ObjectIdentifier(view)]?.open.count ?? 0 }

  /// Whether one of them keeps touches from the view.
  func block(_ view: UIView) -> Bool { (ofViews[ObjectIdentifier(view)]?.blocking ?? 0) > 0 }

  /// Those of a view's animations of which something is seen: not those whose every value a later one moves.
  mutating func seen(_ view: UIView) -> [Animation] {
    let seen = ofViews[ObjectIdentifier(view)]?.seen ?? []
    looks += seen.count
    return seen
  }
}

/// The running animations of one view.
private struct AnimationsOfView {
  private(set) var all = ObjectList<Animation>()
  /// How many of them keep touches from the view.
  private(set) var blocking = 0
  /// Those that move a field all the time, by its bit. Of these the latest is seen.
  private var moving: [UInt64: ObjectList<Animation>] = [:]
  /// Those that are seen in any case.
  private(set) var open = ObjectList<Animation>()
  /// Their places in the order, and what they were listed with.
  private var entries: [ObjectIdentifier: (place: Int, cover: UInt64?)] = [:]
  private var end = 0

  mutating func add(_ animation: Animation, _ cover: UInt64?) {
    if let entry = entries[ObjectIdentifier(animation)] {
      if entry.cover != cover { change(animation, to: cover, at: entry.place) }
      return
    }
    all.add(animation)
    if animation.blocksTouches { blocking += 1 }
    entries[ObjectIdentifier(animation)] = (end, cover)
    end += 1
    list(animation, cover)
  }

  private mutating func list(_ animation: Animation, _ cover: UInt64?) {
    guard let cover else { return open.add(animation) }
    Self.eachBit(cover) { moving[$0, default: ObjectList()].add(animation) }
  }

  /// One that runs moves more than before, at its old place.
  private mutating func change(_ animation: Animation, to cover: UInt64?, at place: Int) {
    entries[ObjectIdentifier(animation)] = (place, cover)
    (moving, open) = ([:], ObjectList())
    for animation in all { list(animation, entries[ObjectIdentifier(animation)]?.cover) }
  }

  mutating func remove(_ animation: Animation) {
    guard let entry = entries.removeValue(forKey: ObjectIdentifier(animation)) else { return }
    all.remove(animation)
    if animation.blocksTouches { blocking -= 1 }
    open.remove(animation)
    Self.eachBit(entry.cover ?? 0) { bit in
      moving[bit]?.remove(animation)
      if moving[bit]?.isEmpty == true { moving[bit] = nil }
    }
  }

  /// The last one adds less than before.
  mutating func listAnew(_ animation: Animation, _ cover: UInt64?) {
    guard let entry = entries[ObjectIdentifier(animation)], entry.cover == nil, cover != nil else { return }
    entries[ObjectIdentifier(animation)] = (entry.place, cover)
    open.remove(animation)
    list(animation, cover)
  }

  private static func eachBit(_ bits: UInt64, _ use: (UInt64) -> Void) {
    var rest = bits
    while rest != 0 {
      use(rest & ~(rest - 1))
      rest &= rest - 1
    }
  }

  var seen: [Animation] {
    if all.count == 1 { return Array(all) }
    var seen = open
    for list in moving.values { if let last = list.last { seen.add(last) } }
    return seen.sorted { place($0) < place($1) }
  }

  private func place(_ animation: Animation) -> Int { entries[ObjectIdentifier(animation)]?.place ?? 0 }
}

extension Animation {
  /// What it moves of the view all the time, as bits of the fields: nothing of an animation before it is seen there. Nil where it is seen in any case,
  /// as what adds to others is.
  func cover(of view: UIView) -> UInt64? {
    guard dissolves.isEmpty, let own = parts[ObjectIdentifier(view)], own.count == 1, own[0].added.isEmpty
    else {
      return nil
    }
    return own[0].bits
  }

  /// Whether its views get no touches.
  fileprivate var blocksTouches: Bool { !options.contains(.allowUserInteraction) }
}

extension AnimationList {
  /// What is shown of the view: all its animations one over the other. Whether it is hit meanwhile.
  func refresh(_ view: UIView) {
    let now = now
    var shown = view.layerState
    var dissolve: ViewPresentation.Dissolve?
    var isAnimated = !ofViews[view].isEmpty
    let seen = ofViews.seen(view)
    if seen.count > 1 { for animation in seen { animation.unwind(&shown, of: view) } }
    for animation in seen {
      let progress = animation.progress(of: view, at: now)
      animation.move(&shown, of: view, to: progress, isAlone: seen.count == 1)
      if let last = animation.dissolve(view) {
        dissolve = .init(picture: last.picture, part: progress, passage: last.passage)
      }
    }
    if let layer = view.layerStorage, !layer.running.isEmpty {
      layer.animate(&shown)
      isAnimated = true
    }
    view.presentationStorage = isAnimated ? ViewPresentation(shown, dissolve: dissolve) : nil
    view.looksChanged()
    if ofViews.block(view) {
      view.geometry.flags.insert(.animated)
    } else {
      view.geometry.flags.remove(.animated)
    }
  }

  /// Each view once, however many of the animations move it.
  func refreshViews(of animations: [Animation]) {
    if animations.count == 1 { return animations[0].views.forEach(refresh) }
    var moved = ObjectList<UIView>()
    for animation in animations {
      for view in animation.views { moved.add(view) }
    }
    moved.forEach(refresh)
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
