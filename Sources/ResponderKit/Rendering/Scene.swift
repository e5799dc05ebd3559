import HIDEvents

/// What there is to see of a window: its views from back to front, with what each looks like and where.
struct Scene {
  var items: [SceneItem] = []
  /// In how many planes that are turned in space it is.
  var planes = 0
  /// Items outside of `items`: in planes that are turned, at any depth, and in the scenes around it.
  var others = 0
  /// How many planes are in it.
  var planeCount = 0
  /// Whether subviews or sublayers are ordered by their depth somewhere.
  var isOrdered = false
  /// Whether what lies behind something is seen blurred.
  var hasBackdrops = false
  /// Where its items are; nil until a part of it is replaced.
  var index: Index?
}

/// A view or a layer, or what lies over what is in it: its border.
struct SceneItem {
  struct Identity: Hashable {
    /// A view's, or that of a layer that is no view's.
    var object: ObjectIdentifier
    var isOverlay: Bool
    /// Which copy of a replicator's it is.
    var copy = 0
  }

  var identity: Identity
  /// From the view's coordinates to pixels.
  var transform: AffineTransform
  var bounds: Rect
  var look: LayerLook
  var drawing: Drawing?
  /// Where its superviews let it be seen.
  var clip: PixelRect
  /// The pixels that it may change.
  var box: PixelRect
  /// The same, with all that is in it; after a part of the scene was replaced it may be too large. Never with the items of its mask.
  var treeBox: PixelRect
  /// The index after the last one that is in it.
  var end = 0
  /// How it is drawn together with what is in it, if not simply one after the other.
  var group: Group?

  struct Group: Hashable {
    var alpha: Double
    /// Cuts what is in it along its rounded or turned edges.
    var isMasked: Bool
    /// How many of the items behind this one are not drawn: only where they are opaque the others are seen.
    var maskCount = 0
    /// Also of a mask that shows nothing, which hides all.
    var hasMask = false
    /// What it passes from in a transition.
    var dissolve: ViewPresentation.Dissolve?
    /// What its colors are changed by.
    var tint: Tint?
  }

  /// How the colors of all that is in an item are changed.
  enum Tint: Hashable {
    case multiplied(CGColor)
    /// The letters and shapes have this color only.
    case vibrant(CGColor)
  }

  /// Whether what it draws is cut at its bounds.
  var isCut = false
  /// Whether its shadow is that of what it draws, not of its box.
  var contentThrowsShadow = false
  /// What lies behind it is seen in this way.
  var backdrop: Backdrop.Shown?
  /// What it shows is in a plane that is turned in space; it is nothing else then.
  var plane: ScenePlane?

  /// Whether it looks the same as another one, in the same place.
  func looksLike(_ other: SceneItem) -> Bool {
    drawing?.version == other.drawing?.version && transform == other.transform && bounds == other.bounds
      && look == other.look && clip == other.clip && backdrop == other.backdrop
      && isCut == other.isCut && contentThrowsShadow == other.contentThrowsShadow
      && (plane == nil) == (other.plane == nil)
  }

  /// Nothing behind it is seen in this part.
  func hides(_ part: PixelRect) -> Bool {
    guard group == nil, !identity.isOverlay, backdrop == nil, look.cornerRadius == 0,
      let color = look.background,
      color.isOpaque, clip.contains(part), let whole = transform.wholePixels(bounds)
    else { return false }
    return whole.contains(part)
  }
}

extension Scene {
  /// The deepest nesting of layers, with those of masks and of the planes around; deeper views are drawn without one, and without their masks.
  static let mostLayers = 32
  /// The most views and layers that are drawn: replicators in replicators may be many.
  static let mostItems = 1_000_000

  /// - Parameters:
  ///   - scale: pixels per point.
  ///   - count: how many items there may be.
  init(_ window: UIWindow, scale: Double, bounds: PixelRect, count: Int = 0) {
    let shown = window.presentation.bounds
    let base = AffineTransform(translationX: -shown.origin.x, y: -shown.origin.y)
      .concatenating(AffineTransform(scaleX: scale, y: scale))
    self.init(.view(window, base, bounds), root: window, count: count)
  }

  /// - Parameters:
  ///   - root: the view that is drawn without its own opacity.
  ///   - groups: how many groups are around it.
  init(_ first: Step, root: UIView?, planes: Int = 0, others: Int = 0, count: Int = 0, groups: Int = 0) {
    (self.planes, self.others) = (planes, others)
    items.reserveCapacity(count)
    // Without recursion, as a tree may be deep.
    var open: [Open] = []
    var steps = [first]
    while let step = steps.popLast() {
      let layers = open.last?.layers ?? groups
      switch step {
      case .view(let view, let transform, let clip, let copy):
        guard var shown = Shown(view, isRoot: view === root) else { continue }
        shown.copy = copy
        guard let inner = begin(shown, transform, clip, &open, layers, &steps) else { continue }
        for next in Self.copies(of: shown, transform).reversed() {
          if let layer = view.layerStorage, layer.ownCount > 0 {
            layer.arrangeSubviews()
            for sublayer in shown.byDepth(layer.tree, &isOrdered).reversed() {
              Self.add(sublayer, next.transform, inner, shown.space?.map, to: &steps, copy: next.copy)
            }
          } else {
            for child in shown.byDepth(view.children, &isOrdered).reversed() {
              Self.add(child, next.transform, inner, shown.space?.map, to: &steps, next.copy)
            }
          }
        }
      case .layer(let layer, let transform, let clip, let recorder, let copy):
        guard let shown = Shown(layer, recorder, copy),
          let inner = begin(shown, transform, clip, &open, layers, &steps)
        else { continue }
        for next in Self.copies(of: shown, transform).reversed() {
          for sublayer in shown.byDepth(layer.tree, &isOrdered).reversed() {
            Self.add(sublayer, next.transform, inner, shown.space?.map, to: &steps, recorder, copy: next.copy)
          }
        }
      case .plane(let step, let map, let bounds, let clip, let scale):
        guard self.planes < Self.mostPlanes else {
          steps.append(step.placed(map.parallel, clip))
          continue
        }
        let added = appendPlane(step, map, bounds, clip, scale, groups: layers)
        if let added, let parent = open.last {
          items[parent.index].treeBox = items[parent.index].treeBox.union(added)
        }
      case .end:
        guard let last = open.popLast() else { continue }
        appendOverlay(last.index)
        items[last.index].end = items.count
        if let parent = open.last {
          items[parent.index].treeBox = items[parent.index].treeBox.union(items[last.index].treeBox)
        }
      }
    }
  }

  enum Step {
    case view(UIView, AffineTransform, PixelRect, Copy = Copy())
    case layer(CALayer, AffineTransform, PixelRect, DrawingRecorder, Copy = Copy())
    /// A view or layer that is turned in space: from its coordinates to pixels, its bounds, where it may be seen, and pixels per point around it.
    indirect case plane(Step, PlaneMap, Rect, PixelRect, scale: Double)
    case end
  }

  private struct Open {
    var index: Int
    var layers: Int
  }

  /// Begins an item with others in it; where those are seen, or nil if it is not there.
  private mutating func begin(
    _ shown: Shown, _ transform: AffineTransform, _ clip: PixelRect, _ open: inout [Open], _ layers: Int,
    _ steps: inout [Step]
  ) -> PixelRect? {
    guard items.count + others < Self.mostItems, let index = append(shown, transform, clip, layers: layers)
    else {
      return nil
    }
    open.append(Open(index: index, layers: layers + (items[index].group == nil ? 0 : 1)))
    steps.append(.end)
    return shown.clips ? items[index].innerClip : clip
  }

  /// How often what is in something is shown, and where.
  private static func copies(of shown: Shown, _ transform: AffineTransform) -> [(
    transform: AffineTransform, copy: Copy
  )] {
    guard let replica = shown.replica else { return [(transform, shown.copy.inner)] }
    return replica.copies(in: shown.bounds).enumerated().map { index, copy in
      (copy.transform.concatenating(transform), shown.copy.next(index, copy))
    }
  }

  static func add(
    _ view: UIView, _ transform: AffineTransform, _ clip: PixelRect, _ around: CATransform3D?,
    to steps: inout [Step], _ copy: Copy
  ) {
    guard view.isShown else { return }
    if let layer = view.layerStorage, layer.keepsDepth {
      if layer.ownCount > 0 { layer.arrangeSubviews() }
      return addBody(layer.ownCount > 0 ? layer.tree : view.layersOfSubviews, view.presentation, around, copy)
      {
        add($0, transform, clip, $1, to: &steps, copy: $2)
      }
    }
    let drawsBack = view.layerStorage?.drawsBack ?? true
    if around == nil, view.presentationStorage == nil, view.geometry.space == nil, drawsBack {
      return steps.append(.view(view, view.geometry.toSuperview.concatenating(transform), clip, copy))
    }
    let step = Step.view(view, .identity, clip, copy)
    add(step, view.presentation, transform, clip, around, drawsBack, to: &steps)
  }

  private static func add(
    _ layer: CALayer, _ transform: AffineTransform, _ clip: PixelRect, _ around: CATransform3D?,
    to steps: inout [Step], _ recorder: DrawingRecorder? = nil, copy: Copy = Copy()
  ) {
    if let view = layer.owner as? UIView { return add(view, transform, clip, around, to: &steps, copy) }
    guard !layer.isHiddenStorage, let recorder = recorder ?? layer.recorder else { return }
    let shown = layer.shown(earlier: copy.delay)
    if layer.keepsDepth {
      return addBody(layer.tree, shown, around, copy) {
        add($0, transform, clip, $1, to: &steps, recorder, copy: $2)
      }
    }
    let step = Step.layer(layer, .identity, clip, recorder, copy)
    add(step, shown, transform, clip, around, layer.drawsBack, to: &steps)
  }

  private mutating func append(
    _ shown: Shown, _ transform: AffineTransform, _ clip: PixelRect, layers: Int
  ) -> Int? {
    // What is cut off by something that can not be seen is not there, either.
    if clip.isEmpty { return nil }
    let look = shown.look
    var extent = look.extent(shown.bounds)
    if let more = shown.extent { extent = extent.union(look.extent(more)) }
    let isCut = shown.clips && (shown.extent != nil || shown.drawing != nil)
    let box = extent.applying(transform)
    var item = SceneItem(
      identity: .init(object: shown.object, isOverlay: false, copy: shown.copy.number), transform: transform,
      bounds: shown.bounds,
      look: look, drawing: shown.drawing, clip: clip, box: .empty, treeBox: .empty)
    item.isCut = isCut
    item.contentThrowsShadow = shown.contentThrowsShadow
    if box.isFinite { item.box = PixelRect(around: box).insetBy(-1).intersection(clip) }
    item.treeBox = item.box
    let isMasked = shown.clips && (look.cornerRadius > 0 || transform.isTurned)
    item.backdrop = look.backdrop?.shown(isDark: shown.isDark, scale: transform.scale)
    if item.backdrop != nil { hasBackdrops = true }
    let tint =
      look.vibrancy.map { SceneItem.Tint.vibrant(shown.isDark ? $0.dark : $0.light) }
      ?? shown.copy.color.map(SceneItem.Tint.multiplied)
    let isGroup =
      shown.alpha < 0.999 || isMasked || shown.mask != nil || shown.dissolve != nil || tint != nil
    if isGroup, layers < Self.mostLayers {
      item.group = .init(alpha: min(shown.alpha, 1), isMasked: isMasked, dissolve: shown.dissolve, tint: tint)
    }
    let index = items.count
    items.append(item)
    if item.group != nil { appendMask(shown, index, layers + 1) }
    if let dissolve = shown.dissolve {
      let old = PixelRect(around: dissolve.picture.place.applying(transform)).insetBy(-1).intersection(clip)
      items[index].treeBox = items[index].treeBox.union(old)
    }
    return index
  }

  /// The items of its mask come right behind an item.
  ///
  /// - Parameter groups: how many groups are around the mask, with the item.
  private mutating func appendMask(_ shown: Shown, _ index: Int, _ groups: Int) {
    guard let mask = shown.mask else { return }
    let item = items[index]
    items[index].group?.hasMask = true
    var steps: [Step] = []
    guard let recorder = mask.recorder else { return }
    Self.add(mask, item.transform, item.clip, nil, to: &steps, recorder, copy: shown.copy.inner)
    guard let first = steps.first else { return }
    let scene = Scene(first, root: nil, planes: planes, others: others + items.count, groups: groups)
    others = scene.others - items.count
    take(scene)
    for var inner in scene.items {
      inner.end += index + 1
      items.append(inner)
    }
    let count = items.count - index - 1
    items[index].group?.maskCount = count
  }

  /// Notes what is in a scene that becomes a part of this one.
  mutating func take(_ part: Scene) {
    planeCount += part.planeCount
    if part.isOrdered { isOrdered = true }
    if part.hasBackdrops { hasBackdrops = true }
  }

  private mutating func appendOverlay(_ index: Int) {
    guard items[index].look.borderWidth > 0 else { return }
    var item = items[index]
    item.identity.isOverlay = true
    item.drawing = nil
    item.group = nil
    item.backdrop = nil
    item.treeBox = item.box
    items.append(item)
    items[items.count - 1].end = items.count
    items[index].treeBox = items[index].treeBox.union(item.box)
  }
}

extension AffineTransform {
  /// A rectangle with sides along the axes does not stay one.
  var isTurned: Bool { b != 0 || c != 0 }
}

extension UIView {
  final var isShown: Bool { geometry.flags.isDisjoint(with: [.hidden, .singular]) }
}

extension ViewGeometry {
  /// From the view's coordinates to its superview's.
  var toSuperview: AffineTransform {
    guard flags.contains(.transformed) else {
      let origin = outer(.zero)
      return AffineTransform(translationX: origin.x, y: origin.y)
    }
    return AffineTransform(translationX: -pivot.x, y: -pivot.y).concatenating(transform)
      .concatenating(AffineTransform(translationX: center.x, y: center.y))
  }
}
