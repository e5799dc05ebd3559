import RunLoopCore

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
      ofViews[ObjectIdentifier(view), default: AnimationsOfView()].add(animation, of: view)
    }
  }

  /// Merges the changes that the animation before it adds to a view into one that begins, if both look the same. Of many, animations that begin one soon after the other: the distance of
  /// a view that follows a finger stays the same, and what is looked at for each picture is bounded.
  mutating func mergeWays(of view: UIView, into animation: Animation, at now: RunLoop.Instant) {
    guard let list = ofViews[ObjectIdentifier(view)], let last = list.open.last,
      animation.mergeWays(of: view, from: last, isOneOfMany: list.open.count >= Self.many, at: now)
    else { return }
    ofViews[ObjectIdentifier(view)]?.relist(last, of: view)
  }

  private static let many = 16

  mutating func remove(_ animation: Animation, from view: UIView) {
    ofViews[ObjectIdentifier(view)]?.remove(animation)
    if self[view].isEmpty { ofViews[ObjectIdentifier(view)] = nil }
  }

  /// Whether one of them keeps touches from the view.
  func block(_ view: UIView) -> Bool { (ofViews[ObjectIdentifier(view)]?.blocking ?? 0) > 0 }

  /// Those of a view's animations of which something is seen: not those whose every value a later one has taken over.
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
  /// The one that moves a field all the time, by its bit.
  private var moving: [UInt64: Animation] = [:]
  /// The animations that are always shown.
  private(set) var open = ObjectList<Animation>()
  /// Their places in the order, and what they were listed with.
  private var entries: [ObjectIdentifier: (place: Int, cover: UInt64?)] = [:]
  private var end = 0

  /// The animation begins, or, while it runs, has changed more of the view. Others lose what it takes over.
  mutating func add(_ animation: Animation, of view: UIView) {
    takeOver(animation.moved(of: view), by: animation, of: view)
    guard entries[ObjectIdentifier(animation)] == nil else { return relist(animation, of: view) }
    let cover = animation.cover(of: view)
    all.add(animation)
    if animation.blocksTouches { blocking += 1 }
    entries[ObjectIdentifier(animation)] = (end, cover)
    end += 1
    list(animation, cover)
  }

  private mutating func takeOver(_ bits: UInt64, by animation: Animation, of view: UIView) {
    guard bits != 0 else { return }
    var others = open
    Self.eachBit(bits) { if let other = moving[$0] { others.add(other) } }
    for other in others where other !== animation && other.lose(bits, of: view) { relist(other, of: view) }
  }

  private mutating func list(_ animation: Animation, _ cover: UInt64?) {
    guard let cover else { return open.add(animation) }
    Self.eachBit(cover) { moving[$0] = animation }
  }

  private mutating func unlist(_ animation: Animation, _ cover: UInt64?) {
    guard let cover else { return open.remove(animation) }
    Self.eachBit(cover) { if moving[$0] === animation { moving[$0] = nil } }
  }

  /// Lists it at its old place, with what it changes of the view now.
  mutating func relist(_ animation: Animation, of view: UIView) {
    let cover = animation.cover(of: view)
    guard let entry = entries[ObjectIdentifier(animation)], entry.cover != cover else { return }
    unlist(animation, entry.cover)
    entries[ObjectIdentifier(animation)] = (entry.place, cover)
    list(animation, cover)
  }

  mutating func remove(_ animation: Animation) {
    guard let entry = entries.removeValue(forKey: ObjectIdentifier(animation)) else { return }
    all.remove(animation)
    if animation.blocksTouches { blocking -= 1 }
    unlist(animation, entry.cover)
  }

  private static func eachBit(_ bits: UInt64, _ use: (UInt64) -> Void) {
    var rest = bits
    while rest != 0 {
      use(rest & ~(rest - 1))
      rest &= rest - 1
    }
  }

  var seen: [Animation] {
    if all.count == 1 || moving.isEmpty { return Array(all.count == 1 ? all : open) }
    var seen = open
    for animation in moving.values { seen.add(animation) }
    return seen.sorted { place($0) < place($1) }
  }

  private func place(_ animation: Animation) -> Int { entries[ObjectIdentifier(animation)]?.place ?? 0 }
}

extension Animation {
  /// What it moves of the view all the time, as bits of the fields. Nil if it is always shown: it adds, dissolves or has key frames.
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
    let (shown, dissolve) = shown(of: view)
    let isAnimated = !ofViews[view].isEmpty || view.layerStorage?.running.isEmpty == false
    view.presentationStorage = isAnimated ? ViewPresentation(shown, dissolve: dissolve) : nil
    view.looksChanged()
    if ofViews.block(view) {
      view.geometry.flags.insert(.animated)
    } else {
      view.geometry.flags.remove(.animated)
    }
  }

  /// Its values, changed by its animations and by those of its layer.
  func shown(of view: UIView) -> (state: LayerState, dissolve: ViewPresentation.Dissolve?) {
    let now = now
    var shown = view.layerState
    var dissolve: ViewPresentation.Dissolve?
    let seen = ofViews.seen(view)
    if seen.count > 1 { for animation in seen { animation.unwind(&shown, of: view) } }
    for animation in seen {
      let progress = animation.progress(of: view, at: now)
      animation.move(&shown, of: view, to: progress, isAlone: seen.count == 1)
      if let last = animation.dissolve(view) {
        dissolve = .init(picture: last.picture, part: progress, passage: last.passage)
      }
    }
    if let layer = view.layerStorage, !layer.running.isEmpty { layer.animate(&shown) }
    // A spring goes beyond the end.
    if shown.bounds.size.width < 0 { shown.bounds.size.width = 0 }
    if shown.bounds.size.height < 0 { shown.bounds.size.height = 0 }
    return (shown, dissolve)
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
