import HIDEvents

extension Drawing {
  /// What is done to operations as a whole.
  enum Effect {
    case shadow(Shadow)
    case blend(CGBlendMode)
    /// Their shape is drawn over them, in black of this alpha.
    case darkened(Double)
    /// They are drawn apart from what is below.
    case apart
    /// The same, less opaque as a whole.
    case faded(Double)
  }

  /// A blurred copy of a thing in one color, below it.
  struct Shadow {
    var offset: Point
    var deviation: Double
    let color: CGColor

    /// The same shadow, of what a transform is to place.
    func placed(by transform: AffineTransform) -> Shadow? {
      guard !transform.isIdentity else { return self }
      guard let inverse = transform.inverse else { return nil }
      var shadow = self
      shadow.offset = offset.applying(inverse) - Point.zero.applying(inverse)
      shadow.deviation = deviation / transform.scale
      return shadow
    }
  }
}

extension Painter {
  func paint(
    _ operations: [Drawing.Operation], _ effect: Drawing.Effect, _ transform: AffineTransform,
    _ clip: PixelRect
  ) {
    switch effect {
    case .apart: layer(of: operations, alpha: 1, transform, clip)
    case .faded(let alpha): layer(of: operations, alpha: alpha, transform, clip)
    case .shadow(let shadow):
      self.shadow(shadow, of: operations, transform, clip)
      paint(operations, transform, clip: clip)
    case .blend(let mode): blend(operations, mode, transform, clip)
    case .darkened(let alpha):
      paint(operations, transform, clip: clip)
      let shape = Drawing.Shadow(offset: .zero, deviation: 0, color: UIColor.black.cgColor.withAlpha(alpha))
      shadow(shape, of: operations, transform, clip)
    }
  }

  /// Only as large as what is drawn there.
  private func layer(
    of operations: [Drawing.Operation], alpha: Double, _ transform: AffineTransform, _ clip: PixelRect
  ) {
    let part = part(of: operations, transform, clip)
    layer(part, alpha: alpha) { paint(operations, transform, clip: part) }
  }

  /// Where operations draw something, as far as that is known.
  private func part(of operations: [Drawing.Operation], _ transform: AffineTransform, _ clip: PixelRect)
    -> PixelRect
  {
    guard let box = Drawing.box(of: operations, transform, glyphs) else { return clip }
    return clip.intersection(PixelRect(around: box.insetBy(dx: -1, dy: -1)))
  }

  private func shadow(
    _ shadow: Drawing.Shadow, of operations: [Drawing.Operation], _ transform: AffineTransform,
    _ clip: PixelRect
  ) {
    let way = shadow.offset.applying(transform) - Point.zero.applying(transform)
    let deviation = min(shadow.deviation * transform.scale, 200)
    guard !clip.isEmpty, way.isFinite, deviation.isFinite, abs(way.x) < 1e6, abs(way.y) < 1e6 else { return }
    let (x, y) = (Int(way.x.rounded()), Int(way.y.rounded()))
    let blur = BoxBlur(deviation: deviation)
    // What is seen of the shadow comes from there.
    var part = PixelRect(
      minX: clip.minX - x - blur.reach, minY: clip.minY - y - blur.reach, maxX: clip.maxX - x + blur.reach,
      maxY: clip.maxY - y + blur.reach)
    if let box = Drawing.box(of: operations, transform, glyphs) {
      let edge = Double(blur.reach + 1)
      part = part.intersection(PixelRect(around: box.insetBy(dx: -edge, dy: -edge)))
    }
    guard !part.isEmpty else { return }
    let picture = apart(part) { paint(operations, transform, clip: part) }
    let shades = blur.alphas(of: picture)
    let word = shadow.color.pixel
    shades.withUnsafeBufferPointer { shades in
      guard let shades = shades.baseAddress else { return }
      let place = PixelRect(
        minX: part.minX + x, minY: part.minY + y, maxX: part.maxX + x, maxY: part.maxY + y)
      let seen = place.intersection(clip)
      for row in seen.minY..<max(seen.minY, seen.maxY) {
        let source = shades + (row - place.minY) * part.width + (seen.minX - place.minX)
        Blending.fill(pixel(seen.minX, row), source, seen.width, word)
      }
    }
  }

  private func blend(
    _ operations: [Drawing.Operation], _ mode: CGBlendMode, _ transform: AffineTransform, _ clip: PixelRect
  ) {
    let part = part(of: operations, transform, clip)
    guard !part.isEmpty else { return }
    let source = apart(part) { paint(operations, transform, clip: part) }
    // Where something is drawn, however transparent it is.
    let cover =
      mode.countsClearParts
      ? apart(part) { paint(operations.map { $0.covering(mode.countsWholePictures) }, transform, clip: part) }
      : source
    for y in part.minY..<part.maxY {
      let row = pixel(part.minX, y)
      for x in 0..<part.width {
        let place = (y - part.minY) * part.width + x
        let covered = cover.pixels[place] >> 24
        if covered > 0 { row[x] = mode.mix(source.pixels[place], row[x], covered) }
      }
    }
  }
}

extension Drawing {
  /// Around all that operations draw, in pixels; nil: it is not known.
  static func box(of operations: [Operation], _ transform: AffineTransform, _ glyphs: GlyphCache)
    -> Rect?
  {
    var whole = Rect.null
    for operation in operations {
      guard let box = operation.box(transform, glyphs), box.isFinite else { return nil }
      whole = whole.union(box)
    }
    return whole.isFinite ? whole : nil
  }
}

extension Drawing.Operation {
  /// All of the things that it draws, opaque; of pictures the whole rectangle, if that is wanted.
  fileprivate func covering(_ wholePictures: Bool) -> Self {
    switch self {
    case .image(_, let rect, _) where wholePictures, .picture(_, let rect, _) where wholePictures,
      .symbol(_, let rect, _) where wholePictures:
      .fill(.rect(rect, radius: 0), .black)
    case .image(let bitmap, let rect, _): .image(bitmap, rect, alpha: 1)
    case .picture(let image, let rect, _): .picture(image, rect, alpha: 1)
    case .tiles(let shape, _): .fill(shape, .black)
    case .placed(let inner, let placement): .placed(inner.map { $0.covering(wholePictures) }, placement)
    case .effect(let inner, .faded): .effect(inner.map { $0.covering(wholePictures) }, .apart)
    case .effect(let inner, let effect): .effect(inner.map { $0.covering(wholePictures) }, effect)
    default: recolored(1) { $0.withAlpha(1) }
    }
  }

  fileprivate func box(_ transform: AffineTransform, _ glyphs: GlyphCache) -> Rect? {
    func around(_ points: [Point], _ reach: Double) -> Rect {
      Rect(around: points).insetBy(dx: -reach, dy: -reach)
    }
    let box: Rect? =
      switch self {
      case .fill(let shape, _), .gradient(let shape, _, _), .stroke(let shape, _, _), .tiles(let shape, _):
        switch shape {
        case .rect(let rect, _), .ellipse(let rect): rect
        case .polygon(let points), .evenOdd(let points): around(points, 0)
        }
      case .line(let points, let width, _): around(points, width)
      case .strokes(let pieces, let style, _): around(pieces.flatMap(\.points), style.reach)
      case .image(_, let rect, _), .picture(_, let rect, _), .symbol(_, let rect, _): rect
      case .placed(let inner, let placement):
        Drawing.box(of: inner, placement.transform, glyphs)
      case .sprites(let sprites): sprites.reduce(Rect.null) { $0.union($1.box) }
      case .text(let text, let point, let font, _):
        // As far as letters of any font are drawn.
        around(
          [point, Point(point.x + glyphs.width(of: text, font), point.y + font.capHeight)], 3 * font.pointSize
        )
      case .effect(_, .shadow), .shading: nil
      case .effect(let inner, _): Drawing.box(of: inner, .identity, glyphs)
      }
    return box?.applying(transform)
  }
}
