import HIDEvents

/// Changing a scene where views have changed.
extension Scene {
  /// Smaller scenes are made anew as a whole.
  private static let leastReplaced = 64
  /// Largest number of superviews of a view that is replaced alone.
  private static let mostAround = 512

  /// Whether the changed views may be replaced, as far as can be seen without an index: false where the whole scene has to be made anew.
  func mayReplace(_ changed: [UIView], in window: UIWindow) -> Bool {
    guard items.count >= Self.leastReplaced, planeCount == 0, others == 0, !isOrdered,
      // No other window is in it.
      items[0].end == items.count
    else { return false }
    return changed.allSatisfy { $0.home !== window || Self.isInTree($0, of: window) }
  }

  /// Whether a view is in the window, not too deep, and not in a mask.
  private static func isInTree(_ view: UIView, of window: UIWindow) -> Bool {
    var next = view.parent
    for _ in 0..<mostAround {
      guard let parent = next else { return false }
      if parent === window { return true }
      next = parent.parent
    }
    return false
  }

  /// Makes the items of some views, and of what is in them, anew; the others stay as they are.
  ///
  /// - Parameters:
  ///   - changed: all views that look different now; `mayReplace` is true of them.
  ///   - damage: gets what differs in the picture, also where the result is false.
  ///   - made: is increased by the number of items that were made.
  /// - Returns: false where the whole scene has to be made anew.
  mutating func replace(
    _ changed: [UIView], in window: UIWindow, _ damage: inout Damage, _ made: inout Int
  ) -> Bool {
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
      guard let parent = next.parent else { return nil }
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
    guard let parent = around.places.first,
      // Whether a view's drawing throws its shadow depends on whether anything is in it.
      items[parent].look.shadowOpacity <= 0 || items[parent].drawing?.operations.isEmpty != false
    else { return false }
    // Not bound: a second reference to the index would have it copied when it changes.
    guard let start = index?.place(of: view) else {
      return !view.isShown || around.clip.isEmpty || view.isSeenThrough
    }
    guard view.layerStorage?.keepsDepth != true, view.depth(around: nil, .zero) == 0 else { return false }
    var steps: [Step] = []
    Self.add(view, items[parent].transform, around.clip, nil, to: &steps, Copy())
    let range = start..<items[start].end
    let others = items.count - range.count
    var part = Scene()
    part.others = others
    if let step = steps.first {
      part = Scene(step, root: nil, others: others, groups: around.groups)
    }
    made += part.items.count
    guard part.planeCount == 0, part.others == others, part.items.count <= room(in: range),
      2 * part.items.count + others < Self.mostItems
    else { return false }
    part.fill(range.count, with: items[start].identity)
    for rect in part.damage(since: Scene(items: Array(items[range]))).rects { damage.add(rect) }
    put(part, range, around)
    return true
  }

  /// The most items that may replace a range. Where the range is most of the scene, they must fit in it: making all anew costs as much as moving the rest.
  private func room(in range: Range<Int>) -> Int {
    range.count > items.count / 2 ? range.count : items.count - range.count
  }

  /// Makes room for more items at a place; what is put there is up to the caller.
  private mutating func widen(_ place: Int, by count: Int, _ around: Around) {
    for outer in around.places { items[outer].end += count }
    for later in place..<items.count { items[later].end += count }
    items.insert(contentsOf: repeatElement(items[place - 1], count: count), at: place)
    index?.insert(count, at: place)
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
    items[0].end = items.count
  }

  private mutating func put(_ part: Scene, _ range: Range<Int>, _ around: Around) {
    take(part)
    index?.remove(items, range)
    var (part, end) = (part, range.upperBound)
    if part.items.count > range.count {
      // And for some that may come later.
      end += part.items.count - range.count + part.items.count / 4 + 8
      widen(range.upperBound, by: end - range.upperBound, around)
      part.fill(end - range.lowerBound, with: part.items[0].identity)
    }
    for (offset, item) in part.items.enumerated() {
      items[range.lowerBound + offset] = item
      items[range.lowerBound + offset].end += range.lowerBound
    }
    let box = items[range.lowerBound].treeBox
    for place in around.places {
      items[place].treeBox = items[place].treeBox.union(box)
    }
    index?.add(items, range.lowerBound..<end)
    index?.measure(items, range.lowerBound..<(end > range.upperBound ? items.count : end))
    for place in around.places {
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
