import HIDEvents

/// Planes that are turned in space.
extension Scene {
  /// How deep planes that are turned may be in each other; deeper ones are drawn without perspective.
  static let mostPlanes = 8
  /// The most planes whose pictures are kept.
  private static let mostKept = 16

  /// Adds a step for something whose superlayer has a place among the pixels.
  static func add(
    _ step: Step, _ state: LayerState, _ transform: AffineTransform, _ clip: PixelRect,
    _ around: CATransform3D?, _ drawsBack: Bool, to steps: inout [Step]
  ) {
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
    _ step: Step, _ map: PlaneMap, _ bounds: Rect, _ clip: PixelRect, _ scale: Double
  ) -> PixelRect? {
    guard items.count + others < Self.mostItems, let identity = step.identity,
      let plane = ScenePlane(step, map, bounds, clip, scale, planes: planes, others: others + items.count)
    else { return nil }
    others += plane.scene.items.count
    plane.keepsPicture = planes == 0 && items.count(where: { $0.plane != nil }) < Self.mostKept
    var item = SceneItem(
      identity: identity, transform: .identity, bounds: .zero, look: LayerLook(), clip: clip,
      box: plane.box, treeBox: plane.box)
    item.plane = plane
    item.end = items.count + 1
    items.append(item)
    return plane.box
  }

  /// Has the pictures of all planes drawn anew.
  func forgetPictures() { for item in items { item.plane?.forgetPicture() } }
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
  /// Whether the flat picture is kept for the next frame.
  var keepsPicture = false
  private var kept: Bitmap?

  /// The most pixels of a flat picture; a larger one is coarser.
  private static let mostPixels = 1 << 23

  /// Nil when nothing is seen of it.
  init?(
    _ step: Scene.Step, _ map: PlaneMap, _ bounds: Rect, _ clip: PixelRect, _ scale: Double, planes: Int,
    others: Int
  ) {
    guard bounds.isFinite, scale > 0, scale.isFinite, !clip.isEmpty, let inverse = map.inverse else {
      return nil
    }
    var zoom = Self.zoom(map, bounds, scale)
    var room = Self.room(bounds, inverse, clip, zoom)
    let area = room.width * room.height
    if area > Double(Self.mostPixels) {
      zoom *= (Double(Self.mostPixels) / area).squareRoot()
      room = Self.room(bounds, inverse, clip, zoom)
    }
    let whole = PixelRect(around: room)
    guard !whole.isEmpty, whole.width <= Bitmap.longestSide, whole.height <= Bitmap.longestSide else {
      return nil
    }
    let toPicture = AffineTransform(
      a: zoom, b: 0, c: 0, d: zoom, tx: -Double(whole.minX), ty: -Double(whole.minY))
    let place = PixelRect(x: 0, y: 0, width: whole.width, height: whole.height)
    scene = Scene(step.placed(toPicture, place), root: nil, planes: planes + 1, others: others)
    guard let part = scene.items.first?.treeBox, !part.isEmpty, let toBounds = toPicture.inverse else {
      return nil
    }
    self.part = part
    self.map = PlaneMap(toBounds).concatenating(map)
    let corners = self.map.outline(of: Rect(part))
    guard corners.count > 2, let back = self.map.inverse else { return nil }
    self.back = back
    outline = Outline(.polygon(corners), scale: 1)
    var seen = Rect(origin: corners[0], size: .zero)
    for corner in corners { seen = seen.union(Rect(origin: corner, size: .zero)) }
    box = PixelRect(around: seen).insetBy(-1).intersection(clip)
    if box.isEmpty { return nil }
  }

  /// The flat picture's pixels per point: as many as are seen, or twice as many where it is seen larger.
  private static func zoom(_ map: PlaneMap, _ bounds: Rect, _ scale: Double) -> Double {
    let most = (bounds.corners + [bounds.center]).map { map.magnification(at: $0) }.max() ?? 0
    return most > 1.25 * scale ? 2 * scale : scale
  }

  /// The pixels of the flat picture that are needed: around the bounds, and where they may be seen.
  private static func room(_ bounds: Rect, _ inverse: PlaneMap, _ clip: PixelRect, _ zoom: Double) -> Rect {
    let toPicture = AffineTransform(scaleX: zoom, y: zoom)
    let near = bounds.applying(toPicture).insetBy(dx: -1024, dy: -1024)
    // Where the horizon is in sight, what is seen has no end.
    let seen = Rect(clip)
    guard seen.corners.allSatisfy({ inverse.weighted($0).z > PlaneMap.leastWeight }) else { return near }
    return near.intersection(inverse(seen).applying(toPicture).insetBy(dx: -2, dy: -2))
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
    if keepsPicture { kept = painter.picture }
    return painter.picture
  }

  func forgetPicture() { kept = nil }

  /// Takes over the flat picture of an earlier frame, if it shows the same. Whether it is also seen in the same way.
  func takePicture(from other: ScenePlane) -> Bool {
    guard part == other.part, scene.damage(since: other.scene).isEmpty else { return false }
    if keepsPicture { kept = other.kept }
    return map == other.map
  }
}

extension Rect {
  init(_ part: PixelRect) {
    self.init(Double(part.minX), Double(part.minY), Double(part.width), Double(part.height))
  }
}
