import HIDEvents

/// Changing a scene where views have changed.
extension Scene {
  /// Smaller scenes are made anew as a whole.
  private static let leastReplaced = 64
  /// The deepest views that are replaced alone.
  private static let mostAround = 512

  /// Makes the items of some views, and of what is in them, anew; the others stay as they are.
  ///
  /// - Parameters:
  ///   - changed: all views that look different now.
  ///   - damage: gets what differs in the picture, also where the result is false.
  ///   - made: is increased by the number of items that were made.
  /// - Returns: false where the whole scene has to be made anew.
  mutating func replace(
    _ changed: [UIView], in window: UIWindow, _ damage: inout Damage, _ made: inout Int
  ) -> Bool {
    guard items.count >= Self.leastReplaced, planeCount == 0, others == 0, !isOrdered else { return false }
    if index == nil { index = Index(items) }
    let all = Set(changed.map { ObjectIdentifier($0) })
    for view in changed where view.home === window {
      guard let around = around(view, in: window, all) else { return false }
      guard around.isSeen else { continue }
      guard replace(view, around, &damage, &made) else { return false }
    }
    return true
  }

  /// The superviews of a view in the scene.
  private struct Around {
    /// Their items, from the nearest to the window's.
    var places: [Int] = []
    /// How many of them are groups.
    var groups = 0
    /// Whether what the view shows is a part of the scene, and not of another changed view.
    var isSeen = true
    /// Where the view may be seen.
    var clip = PixelRect.empty

    static let unseen = Around(isSeen: false)
  }

  /// Nil where what is around a view leaves its plane, or is shown in another way than by its own item.
  private func around(_ view: UIView, in window: UIWindow, _ changed: Set<ObjectIdentifier>) -> Around? {
    guard view !== window, let index else { return nil }
    var around = Around()
    var next = view
    var missing: UIView?
    while next !== window {
      guard let parent = next.parent, around.places.count < Self.mostAround else { return nil }
      if changed.contains(ObjectIdentifier(parent)) { return parent === window ? nil : .unseen }
      if !parent.isShown { return .unseen }
      guard let place = index.place(of: parent) else {
        missing = parent
        next = parent
        continue
      }
      guard parent.showsChildrenPlainly else { return nil }
      // Empty in a place without content, too.
      let clip = parent.clipsToBounds ? items[place].innerClip : items[place].clip
      if let missing { return clip.isEmpty || missing.isSeenThrough ? .unseen : nil }
      if around.places.isEmpty { around.clip = clip }
      if items[place].group != nil { around.groups += 1 }
      around.places.append(place)
      next = parent
    }
    return around
  }

  private mutating func replace(
    _ view: UIView, _ around: Around, _ damage: inout Damage, _ made: inout Int
  ) -> Bool {
    guard let parent = around.places.first, let index else { return false }
    guard let start = index.place(of: view) else {
      return !view.isShown || around.clip.isEmpty || view.isSeenThrough
    }
    // A shadow has the shape of what is seen of a view and its subviews.
    guard items[parent].look.shadowOpacity <= 0, view.layerStorage?.keepsDepth != true,
      view.depth(around: nil, .zero) == 0
    else { return false }
    var steps: [Step] = []
    Self.add(view, items[parent].transform, around.clip, nil, to: &steps, Copy())
    var part = Scene()
    part.others = items.count
    if let step = steps.first {
      part = Scene(step, root: nil, others: items.count, groups: around.groups)
    }
    made += part.items.count
    let range = start..<items[start].end
    guard part.planeCount == 0, part.others == items.count, part.items.count <= range.count else {
      return false
    }
    part.fill(range.count, with: items[start].identity)
    for rect in part.damage(since: Scene(items: Array(items[range]))).rects { damage.add(rect) }
    put(part, range, around)
    return true
  }

  /// Adds places without content until there are so many items, all in the first one.
  private mutating func fill(_ count: Int, with identity: SceneItem.Identity) {
    while items.count < count {
      var item = SceneItem(
        identity: identity, transform: .identity, bounds: .zero, look: LayerLook(), clip: .empty, box: .empty,
        treeBox: .empty)
      item.identity.isOverlay = !items.isEmpty
      items.append(item)
      items[items.count - 1].end = items.count
    }
    items[0].end = count
  }

  private mutating func put(_ part: Scene, _ range: Range<Int>, _ around: Around) {
    take(part)
    index?.remove(items, range)
    for (offset, item) in part.items.enumerated() {
      items[range.lowerBound + offset] = item
      items[range.lowerBound + offset].end += range.lowerBound
    }
    index?.add(items, range)
    index?.measure(items, range)
    let box = items[range.lowerBound].treeBox
    for place in around.places {
      items[place].treeBox = items[place].treeBox.union(box)
      if items[place].group != nil { index?.widen(items, place) }
    }
  }
}

extension UIView {
  /// Whether it has too little opacity to be in a scene.
  fileprivate var isSeenThrough: Bool { presentationAlpha <= 0.002 }

  /// Whether its subviews are shown once, in its own plane.
  fileprivate var showsChildrenPlainly: Bool {
    guard let layer = layerStorage else { return true }
    if layer.keepsDepth || layer.hasSpace || layer.state.replica != nil { return false }
    guard let shown = presentationStorage?.state else { return true }
    return !shown.movesSublayers && shown.replica == nil
  }
}
