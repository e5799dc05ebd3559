import HIDEvents

/// What there is to see of a window: its views from back to front, with what each looks like and where.
struct Scene {
  var items: [SceneItem] = []
}

/// A view, or what lies over a view's subviews: its border.
struct SceneItem {
  struct Identity: Hashable {
    var view: ObjectIdentifier
    var isOverlay: Bool
  }

  var identity: Identity
  /// From the view's coordinates to pixels.
  var transform: AffineTransform
  var bounds: Rect
  var look: ViewLayer.Look
  var drawing: Drawing?
  /// Where its superviews let it be seen.
  var clip: PixelRect
  /// The pixels that it may change.
  var box: PixelRect
  /// The same, with all that is in it.
  var treeBox: PixelRect
  /// The index after the last one that is in it.
  var end = 0
  /// How it is drawn together with what is in it, if not simply one after the other.
  var group: Group?

  struct Group: Hashable {
    var alpha: Double
    /// Cuts what is in it along its rounded or turned edges.
    var isMasked: Bool
  }

  /// Whether it looks the same as another one, in the same place.
  func looksLike(_ other: SceneItem) -> Bool {
    drawing?.version == other.drawing?.version && transform == other.transform && bounds == other.bounds
      && look == other.look && clip == other.clip
  }

  /// Nothing behind it is seen in this part.
  func hides(_ part: PixelRect) -> Bool {
    guard group == nil, !identity.isOverlay, look.cornerRadius == 0, let color = look.background,
      color.isOpaque, clip.contains(part), let whole = transform.wholePixels(bounds)
    else { return false }
    return whole.contains(part)
  }
}

extension Scene {
  /// The deepest nesting of layers; deeper views are drawn without one.
  static let mostLayers = 32

  /// - Parameter scale: pixels per point.
  init(_ window: UIWindow, scale: Double, bounds: PixelRect) {
    let shown = window.presentation.bounds
    let base = AffineTransform(translationX: -shown.origin.x, y: -shown.origin.y)
      .concatenating(AffineTransform(scaleX: scale, y: scale))
    // Without recursion, as a tree may be deep.
    var open: [Open] = []
    var steps: [Step] = [.view(window, base, bounds)]
    while let step = steps.popLast() {
      switch step {
      case .view(let view, let transform, let clip):
        guard let index = append(view, transform, clip, layers: open.last?.layers ?? 0) else { continue }
        let item = items[index]
        let inner = view.clipsToBounds ? item.innerClip : clip
        let layers = (open.last?.layers ?? 0) + (item.group == nil ? 0 : 1)
        open.append(Open(index: index, layers: layers))
        steps.append(.end)
        for child in view.children.reversed() where child.isShown {
          let presentation = child.presentationStorage
          let toParent = presentation?.toSuperview ?? child.geometry.toSuperview
          steps.append(.view(child, toParent.concatenating(transform), inner))
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

  private enum Step {
    case view(UIView, AffineTransform, PixelRect)
    case end
  }

  private struct Open {
    var index: Int
    var layers: Int
  }

  private mutating func append(
    _ view: UIView, _ transform: AffineTransform, _ clip: PixelRect, layers: Int
  ) -> Int? {
    // What can not be seen is not there, and neither is what is cut off by it.
    if clip.isEmpty { return nil }
    let presentation = view.presentationStorage
    let alpha = view is UIWindow ? 1 : presentation?.alpha ?? Double(view.alphaStorage)
    guard alpha > 0.002 else { return nil }
    let bounds = presentation?.bounds ?? view.geometry.bounds
    let look = ViewLayer.look(of: view)
    let drawing = view.recording()
    let box = look.extent(bounds).applying(transform)
    var item = SceneItem(
      identity: .init(view: ObjectIdentifier(view), isOverlay: false), transform: transform, bounds: bounds,
      look: look, drawing: drawing, clip: clip, box: .empty, treeBox: .empty)
    if box.isFinite { item.box = PixelRect(around: box).insetBy(-1).intersection(clip) }
    item.treeBox = item.box
    let isMasked = view.clipsToBounds && (look.cornerRadius > 0 || transform.isTurned)
    if alpha < 0.999 || isMasked, layers < Self.mostLayers {
      item.group = .init(alpha: min(alpha, 1), isMasked: isMasked)
    }
    items.append(item)
    return items.count - 1
  }

  private mutating func appendOverlay(_ index: Int) {
    guard items[index].look.borderWidth > 0 else { return }
    var item = items[index]
    item.identity.isOverlay = true
    item.drawing = nil
    item.group = nil
    item.treeBox = item.box
    items.append(item)
    items[items.count - 1].end = items.count
    items[index].treeBox = items[index].treeBox.union(item.box)
  }
}

extension SceneItem {
  /// Where what is in a clipping view can be seen.
  fileprivate var innerClip: PixelRect {
    let box = bounds.applying(transform)
    guard box.isFinite else { return .empty }
    return (transform.isTurned ? PixelRect(around: box) : PixelRect(rounding: box)).intersection(clip)
  }
}

extension ViewLayer.Look {
  /// How far the shadow spreads.
  private var shadowReach: Double { shadowRadius * ShadowMask.Key.reach }

  /// The bounds and the shadow.
  fileprivate func extent(_ bounds: Rect) -> Rect {
    guard shadowOpacity > 0 else { return bounds }
    return bounds.union(
      bounds.offsetBy(dx: shadowOffset.width, dy: shadowOffset.height)
        .insetBy(dx: -shadowReach, dy: -shadowReach))
  }
}

extension AffineTransform {
  /// A rectangle with sides along the axes does not stay one.
  var isTurned: Bool { b != 0 || c != 0 }
}

extension UIView {
  fileprivate final var isShown: Bool { geometry.flags.isDisjoint(with: [.hidden, .singular]) }
}

extension ViewGeometry {
  /// From the view's coordinates to its superview's.
  var toSuperview: AffineTransform {
    guard flags.contains(.transformed) else {
      let origin = outer(.zero)
      return AffineTransform(translationX: origin.x, y: origin.y)
    }
    return AffineTransform(translationX: -bounds.midX, y: -bounds.midY).concatenating(transform)
      .concatenating(AffineTransform(translationX: center.x, y: center.y))
  }
}

extension ViewPresentation {
  var toSuperview: AffineTransform {
    AffineTransform(translationX: -bounds.midX, y: -bounds.midY).concatenating(transform)
      .concatenating(AffineTransform(translationX: center.x, y: center.y))
  }
}
