import HIDEvents

/// Planes that are turned in space.
extension Scene {
  /// How deep planes that are turned may be in each other; deeper ones are drawn without perspective.
  static let mostPlanes = 8
  /// The most planes whose pictures are kept until they change.
  private static let mostKept = 16
  /// The most planes whose pictures are kept while a frame is drawn, which may be in several parts.
  private static let mostKeptDuringFrame = 64

  /// Adds a step for something whose superlayer has a place among the pixels.
  static func add(
    _ step: Step, _ state: LayerState, _ transform: AffineTransform, _ clip: PixelRect,
    _ around: CATransform3D?, _ drawsBack: Bool, to steps: inout [Step]
  ) {
    if around == nil, drawsBack, state.isFlat {
      return steps.append(step.placed(state.toSuperlayer.concatenating(transform), clip))
    }
    let map = PlaneMap(state.toSuperlayer(around: around))
    if !drawsBack, map.determinant < 0 { return }
    if let affine = map.affine {
      return steps.append(step.placed(affine.concatenating(transform), clip))
    }
    let toPixels = map.concatenating(PlaneMap(transform))
    steps.append(.plane(step, toPixels, state.bounds, clip, scale: transform.scale))
  }

  /// Appends what is seen of a plane; the pixels that it may change.
  mutating func appendPlane(
    _ step: Step, _ map: PlaneMap, _ bounds: Rect, _ clip: PixelRect, _ scale: Double, groups: Int
  ) -> PixelRect? {
    let around = ScenePlane.Around(planes: planes, groups: groups, others: others + items.count)
    guard items.count + others < Self.mostItems, let identity = step.identity,
      let plane = ScenePlane(step, map, bounds, clip, scale, around)
    else { return nil }
    others = plane.scene.others + plane.scene.items.count - items.count
    if planeCount < Self.mostKeptDuringFrame { plane.keeping = .duringFrame }
    if planes == 0, planeCount < Self.mostKept { plane.keeping = .untilItChanges }
    planeCount += 1
    var item = SceneItem(
      identity: identity, transform: .identity, bounds: .zero, look: LayerLook(), clip: clip,
      box: plane.box, treeBox: plane.box)
    item.plane = plane
    item.end = items.count + 1
    items.append(item)
    return plane.box
  }

  /// Has the pictures of all planes drawn anew.
  func forgetPictures() {
    guard planeCount > 0 else { return }
    for item in items { item.plane?.forgetPicture() }
  }

  /// Releases pictures that are kept for one frame only, after it was drawn.
  func dropPictures() {
    guard planeCount > 0 else { return }
    for item in items {
      if let plane = item.plane, plane.keeping != .untilItChanges { plane.forgetPicture() }
    }
  }
}

extension Scene.Step {
  /// At another place.
  func placed(_ transform: AffineTransform, _ clip: PixelRect) -> Self {
    switch self {
    case .view(let view, _, _, let copy): .view(view, transform, clip, copy)
    case .layer(let layer, _, _, let recorder, let copy): .layer(layer, transform, clip, recorder, copy)
    case .plane, .end: self
    }
  }

  fileprivate var identity: SceneItem.Identity? {
    switch self {
    case .view(let view, _, _, let copy):
      .init(object: ObjectIdentifier(view), isOverlay: false, copy: copy.number)
    case .layer(let layer, _, _, _, let copy):
      .init(object: ObjectIdentifier(layer), isOverlay: false, copy: copy.number)
    case .plane, .end: nil
    }
  }
}

/// A view or a layer, with all that is in it, that is turned in space: it is drawn as a flat picture, and that as the eye sees it.
final class ScenePlane {
  /// How long a flat picture is kept after it was drawn.
  enum Keeping { case untilItChanges, duringFrame, never }

  /// In pixels of the flat picture.
  let scene: Scene
  /// The part of the flat picture in which there is something.
  private let part: PixelRect
  /// From pixels of the flat picture to those of the picture around.
  private let map: PlaneMap
  private let back: PlaneMap
  private let outline: Outline
  /// The pixels that it may change.
  let box: PixelRect
  var keeping = Keeping.never
  private var kept: Bitmap?

  /// How many planes and groups are around it, and how many items are outside of it.
  struct Around {
    var planes: Int
    var groups: Int
    var others: Int
  }

  /// Nil when nothing is seen of it.
  init?(
    _ step: Scene.Step, _ map: PlaneMap, _ bounds: Rect, _ clip: PixelRect, _ scale: Double, _ around: Around
  ) {
    guard bounds.isFinite, scale > 0, scale.isFinite, !clip.isEmpty,
      let view = PlaneView(map, bounds, clip, scale),
      let flat = FlatScene.fitting(step, view, around),
      let toBounds = flat.toPicture.inverse
    else { return nil }
    (scene, part) = (flat.scene, flat.part)
    self.map = PlaneMap(toBounds).concatenating(map)
    let corners = self.map.outline(of: Rect(part).corners)
    guard corners.count > 2, let back = self.map.inverse else { return nil }
    self.back = back
    outline = Outline(.polygon(corners), scale: 1)
    box = PixelRect(around: Rect(around: corners)).insetBy(-1).intersection(clip)
    if box.isEmpty { return nil }
  }

  /// Draws what is seen of it in a part of the picture around.
  func draw(_ clip: PixelRect, with painter: Painter) {
    guard !clip.isEmpty else { return }
    painter.project(flatPicture(), at: part, back, outline, clip)
  }

  /// What is seen of it alone.
  func picture(of part: PixelRect) -> Bitmap {
    let painter = Painter(part: part)
    draw(part, with: painter)
    return painter.picture
  }

  private func flatPicture() -> Bitmap {
    if let kept { return kept }
    let painter = Painter(part: part)
    scene.draw(part, with: painter, background: .clear)
    scene.dropPictures()
    if keeping != .never { kept = painter.picture }
    return painter.picture
  }

  func forgetPicture() { kept = nil }

  /// Takes over the flat picture of an earlier frame, if it shows the same. Whether it is also seen in the same way.
  func takePicture(from other: ScenePlane) -> Bool {
    guard part == other.part, scene.damage(since: other.scene).isEmpty else { return false }
    if keeping == .untilItChanges { kept = other.kept }
    return map == other.map
  }
}

/// How a plane is seen.
private struct PlaneView {
  /// From the plane's coordinates to pixels of the picture around.
  let map: PlaneMap
  let inverse: PlaneMap
  let bounds: Rect
  /// The pixels in which it may be seen.
  let clip: PixelRect
  /// Pixels per point of the picture around.
  let scale: Double

  /// Nil where the plane is seen as a line.
  init?(_ map: PlaneMap, _ bounds: Rect, _ clip: PixelRect, _ scale: Double) {
    guard let inverse = map.inverse else { return nil }
    (self.map, self.inverse, self.bounds, self.clip, self.scale) = (map, inverse, bounds, clip, scale)
  }

  /// The flat picture's pixels per point: as many as are seen, or twice as many where it is seen larger.
  var zoom: Double {
    let most = (bounds.corners + [bounds.center]).map { map.magnification(at: $0) }.max() ?? 0
    return most > 1.25 * scale ? 2 * scale : scale
  }

  /// Content farther outside of the bounds is cut, in points.
  private static let margin = 1024.0

  /// The part of the plane that is needed: around the bounds, and where it may be seen.
  func room(_ zoom: Double) -> Rect {
    let near = bounds.insetBy(dx: -Self.margin, dy: -Self.margin)
    let seen = Rect(clip)
    let weights = seen.corners.map { inverse.weighted($0).z }
    // Where the horizon is in sight, what is seen has no end.
    guard let least = weights.min(), let most = weights.max(), least > max(1e-4 * most, PlaneMap.leastWeight)
    else { return near }
    return near.intersection(inverse(seen).insetBy(dx: -2 / zoom, dy: -2 / zoom))
  }
}

/// What is in a plane, in pixels of its flat picture.
private struct FlatScene {
  let scene: Scene
  /// From the plane's coordinates to the flat picture's pixels.
  let toPicture: AffineTransform
  /// The part of the flat picture in which there is something.
  let part: PixelRect

  /// The most pixels of a flat picture; a larger one is coarser.
  private static let mostPixels = 1 << 23

  /// Nil when nothing is in it.
  private init?(_ step: Scene.Step, _ view: PlaneView, zoom: Double, _ around: ScenePlane.Around) {
    // From the bounds' origin on, so that content that was scrolled far is among the pixels that there can be.
    let origin = view.bounds.origin
    var map = AffineTransform(
      a: zoom, b: 0, c: 0, d: zoom, tx: -(origin.x * zoom).rounded(), ty: -(origin.y * zoom).rounded())
    let room = view.room(zoom).applying(map)
    guard room.isFinite else { return nil }
    let whole = PixelRect(around: room)
    guard !whole.isEmpty else { return nil }
    map = map.concatenating(
      AffineTransform(translationX: -Double(whole.minX), y: -Double(whole.minY)))
    let place = PixelRect(x: 0, y: 0, width: whole.width, height: whole.height)
    scene = Scene(
      step.placed(map, place), root: nil, planes: around.planes + 1, others: around.others,
      groups: around.groups)
    guard let part = scene.items.first?.treeBox, !part.isEmpty else { return nil }
    (toPicture, self.part) = (map, part)
  }

  /// With as many pixels per point as are seen, or fewer where there would be too many.
  static func fitting(_ step: Scene.Step, _ view: PlaneView, _ around: ScenePlane.Around) -> FlatScene? {
    let zoom = view.zoom
    guard let flat = FlatScene(step, view, zoom: zoom, around) else { return nil }
    let excess = flat.excess
    guard excess > 1 else { return flat }
    // A little fewer: the pixels around the edges do not become fewer. Not a third time, as planes in planes multiply it.
    return FlatScene(step, view, zoom: zoom / (1.01 * excess), around)?.cut
  }

  /// How many times too long the part's sides are.
  private var excess: Double {
    let (width, height, side) = (Double(part.width), Double(part.height), Double(Bitmap.longestSide))
    return max((width * height / Double(Self.mostPixels)).squareRoot(), width / side, height / side)
  }

  /// With the part that a bitmap has room for.
  private var cut: FlatScene {
    let side = Bitmap.longestSide
    let most = PixelRect(x: part.minX, y: part.minY, width: side, height: side)
    return FlatScene(scene, toPicture, part.intersection(most))
  }

  private init(_ scene: Scene, _ toPicture: AffineTransform, _ part: PixelRect) {
    (self.scene, self.toPicture, self.part) = (scene, toPicture, part)
  }
}

extension Rect {
  init(_ part: PixelRect) {
    self.init(Double(part.minX), Double(part.minY), Double(part.width), Double(part.height))
  }
}
