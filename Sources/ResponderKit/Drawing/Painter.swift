import HIDEvents

/// Draws into a bitmap: outlines, texts and pictures, under a transform, inside of a clip.
final class Painter {
  let bounds: PixelRect
  private let rasterizer = Rasterizer()
  let glyphs = GlyphCache()
  var shadows = ShadowCache()
  let symbols = SymbolCache()
  /// Room for a row.
  var coverage: [UInt8] = []
  /// The target: the bitmap, or a layer over a part of it.
  private var target: Bitmap
  private var origin = (x: 0, y: 0)

  init(_ bitmap: Bitmap) {
    target = bitmap
    bounds = bitmap.bounds
  }

  /// Draws a part of a picture apart from what is around it.
  init(part: PixelRect) {
    target = Bitmap(width: part.width, height: part.height)
    origin = (part.minX, part.minY)
    bounds = part
  }

  /// What was drawn into, unless that is a layer.
  var picture: Bitmap { target }

  /// Where a pixel of the picture is in the target.
  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    target.pixels + (y - origin.y) * target.width + (x - origin.x)
  }

  // MARK: Layers

  /// Draws `body` apart, and lays it over what is there: all of it less opaque, or only what is inside of an outline.
  func layer(
    _ clip: PixelRect, alpha: Double, mask: (outline: Outline, transform: AffineTransform)? = nil,
    _ body: () -> Void
  ) {
    guard !clip.isEmpty else { return }
    let layer = apart(clip, body)
    let alpha = UInt32((min(max(alpha, 0), 1) * 255).rounded())
    if let mask {
      rasterizer.fill(mask.outline, mask.transform, bounds: bounds, clip: clip) { y, x, coverage, count in
        let source = layer.pixels + (y - clip.minY) * layer.width + (x - clip.minX)
        Blending.lay(source, over: pixel(x, y), coverage, count, alpha: alpha)
      }
    } else {
      for y in clip.minY..<clip.maxY {
        let source = layer.pixels + (y - clip.minY) * layer.width
        Blending.lay(source, over: pixel(clip.minX, y), clip.width, alpha: alpha)
      }
    }
  }

  /// Lays a picture, whose upper left pixel is at a place, over what is there.
  func lay(_ picture: Bitmap, _ left: Int, _ top: Int, _ clip: PixelRect) {
    let part = PixelRect(x: left, y: top, width: picture.width, height: picture.height).intersection(clip)
    for y in part.minY..<max(part.minY, part.maxY) {
      let source = picture.pixels + (y - top) * picture.width + (part.minX - left)
      Blending.lay(source, over: pixel(part.minX, y), part.width, alpha: 255)
    }
  }

  /// Draws `body` apart, over a part of the picture: over nothing, or over a copy of what is there.
  func apart(_ clip: PixelRect, overCopy: Bool = false, _ body: () -> Void) -> Bitmap {
    let (below, belowOrigin) = (target, origin)
    let layer = Bitmap(width: clip.width, height: clip.height)
    if overCopy {
      for y in clip.minY..<max(clip.minY, clip.maxY) {
        let row = layer.pixels + (y - clip.minY) * clip.width
        row.update(from: pixel(clip.minX, y), count: clip.width)
      }
    }
    target = layer
    origin = (clip.minX, clip.minY)
    body()
    target = below
    origin = belowOrigin
    return layer
  }

  /// Mixes what is there with what `body` draws: 0 is that alone, 1 what is there.
  func dissolve(_ clip: PixelRect, to part: Double, _ body: () -> Void) {
    guard !clip.isEmpty else { return }
    let old = apart(clip, body)
    let part = UInt32((min(max(part, 0), 1) * 256).rounded())
    for y in clip.minY..<clip.maxY {
      let (source, row) = (old.pixels + (y - clip.minY) * old.width, pixel(clip.minX, y))
      for x in 0..<clip.width { row[x] = Blending.mix(source[x], row[x], part) }
    }
  }

  /// Keeps what is there only where and as much as `body` draws something.
  func keep(_ clip: PixelRect, _ body: () -> Void) {
    guard !clip.isEmpty else { return }
    let mask = apart(clip, body)
    for y in clip.minY..<clip.maxY {
      let (source, row) = (mask.pixels + (y - clip.minY) * mask.width, pixel(clip.minX, y))
      for x in 0..<clip.width { row[x] = Blending.scaled(row[x], by: source[x] >> 24) }
    }
  }

  func clear(_ rect: PixelRect, to color: CGColor) {
    let part = rect.intersection(bounds)
    let word = color.pixel
    for y in part.minY..<max(part.minY, part.maxY) {
      pixel(part.minX, y).update(repeating: word, count: part.width)
    }
  }

  /// Makes the whole target black: the layer that is drawn, also where it is outside of the picture.
  func coverTarget() { target.clear(target.bounds, to: .black) }

  // MARK: Things to draw

  func paint(_ operations: [Drawing.Operation], _ transform: AffineTransform, clip: PixelRect) {
    for operation in operations {
      switch operation {
      case .fill(let shape, let color): fill(shape, color, transform, clip)
      case .gradient(let shape, let gradient, let frame): fill(shape, gradient, in: frame, transform, clip)
      case .stroke(let shape, let width, let color): stroke(shape, width, color, transform, clip)
      case .line(let points, let width, let color):
        fill(Outline(line: points, width: width, scale: transform.scale), color, transform, clip)
      case .strokes(let parts, let style, let color):
        fill(Outline(strokes: parts, style, scale: transform.scale), color, transform, clip)
      case .text(let text, let point, let font, let color):
        self.text(text, at: point, font, color, transform, clip)
      case .image(let bitmap, let rect, let alpha): image(bitmap, rect, alpha, transform, clip)
      case .picture(let picture, let rect, let alpha):
        let bitmap = picture.bitmap(shownIn: rect.size, transform)
        image(bitmap, rect, alpha, transform, clip)
      case .symbol(let look, let rect, let color): symbol(look, rect, color, transform, clip)
      case .placed(let inner, let placement): paint(inner, placement, transform, clip)
      case .shading(let shading): fill(shading, transform, clip)
      case .effect(let inner, let effect): paint(inner, effect, transform, clip)
      case .tiles(let shape, let tiling): fill(shape, tiling, transform, clip)
      case .sprites(let sprites): paint(sprites, transform, clip)
      }
    }
  }

  func fill(_ shape: Drawing.Shape, _ color: CGColor, _ transform: AffineTransform, _ clip: PixelRect) {
    guard !color.isClear else { return }
    if case .rect(let rect, let radius) = shape, let whole = transform.wholePixels(rect) {
      let part = whole.intersection(clip)
      guard !part.isEmpty else { return }
      let radius = min(radius, rect.width / 2, rect.height / 2)
      guard radius > 0 else { return fill(part, color) }
      // Only the corners are not whole: the rows between them are filled at once.
      let corner = PixelRect.whole((radius * transform.scale).rounded(.up))
      let outline = Outline(shape, scale: transform.scale)
      var (top, middle, bottom) = (part, part, part)
      top.maxY = min(part.maxY, whole.minY + corner)
      middle.minY = max(part.minY, whole.minY + corner)
      middle.maxY = min(part.maxY, whole.maxY - corner)
      bottom.minY = max(part.minY, whole.maxY - corner, top.maxY)
      for edge in [top, bottom] where !edge.isEmpty { fill(outline, color, transform, edge) }
      if !middle.isEmpty { fill(middle, color) }
      return
    }
    fill(Outline(shape, scale: transform.scale), color, transform, clip)
  }

  private func fill(_ part: PixelRect, _ color: CGColor) {
    let word = color.pixel
    for y in part.minY..<part.maxY { Blending.fill(pixel(part.minX, y), part.width, word) }
  }

  /// The rows that a shape covers.
  func rasterize(
    _ shape: Drawing.Shape, _ transform: AffineTransform, _ clip: PixelRect,
    _ row: (_ y: Int, _ x: Int, _ coverage: UnsafePointer<UInt8>, _ count: Int) -> Void
  ) {
    rasterize(Outline(shape, scale: transform.scale), transform, clip, row)
  }

  /// The rows that an outline covers.
  func rasterize(
    _ outline: Outline, _ transform: AffineTransform, _ clip: PixelRect,
    _ row: (_ y: Int, _ x: Int, _ coverage: UnsafePointer<UInt8>, _ count: Int) -> Void
  ) {
    rasterizer.fill(outline, transform, bounds: bounds, clip: clip, row)
  }

  func fill(_ outline: Outline, _ color: CGColor, _ transform: AffineTransform, _ clip: PixelRect) {
    let word = color.pixel
    guard word >> 24 != 0 else { return }
    rasterizer.fill(outline, transform, bounds: bounds, clip: clip) { y, x, coverage, count in
      Blending.fill(pixel(x, y), coverage, count, word)
    }
  }

  func stroke(
    _ shape: Drawing.Shape, _ width: Double, _ color: CGColor, _ transform: AffineTransform, _ clip: PixelRect
  ) {
    guard width > 0, !color.isClear else { return }
    fill(Outline(strokeOf: shape, width: width, scale: transform.scale), color, transform, clip)
  }

  // MARK: Text

  private func text(
    _ text: String, at point: Point, _ font: UIFont, _ color: CGColor, _ transform: AffineTransform,
    _ clip: PixelRect
  ) {
    guard !color.isClear, point.isFinite else { return }
    if let face = font.face { return self.text(text, face, at: point, font, color, transform, clip) }
    guard transform.b == 0, transform.c == 0, transform.a == transform.d, transform.a > 0 else {
      let outline = font.outline(text, at: point, scale: transform.scale)
      return fill(outline, color, transform, clip)
    }
    let scale = transform.a
    let word = color.pixel
    let start = point.applying(transform)
    guard start.isFinite, abs(start.x) < 1e6, abs(start.y) < 1e6 else { return }
    let y = Int(start.y.rounded())
    guard y < clip.maxY, y + PixelRect.whole(font.pointSize * scale * 1.5) > clip.minY else { return }
    var x = start.x
    for character in text.visualText {
      let mask = glyphs.mask(character, font, scale)
      lay(mask, word, PixelRect.whole(x.rounded()), y, clip)
      x += mask.advance
      if PixelRect.whole(x) > clip.maxX { break }
    }
  }

  /// Letters of a font, at quarters of a pixel along the line; the line itself stands on whole pixels.
  private func text(
    _ text: String, _ face: FontFace, at point: Point, _ font: UIFont, _ color: CGColor,
    _ transform: AffineTransform, _ clip: PixelRect
  ) {
    let line = glyphs.line(text, font, face)
    let start = Point(point.x, point.y + font.capHeight)
    let (scale, size) = (transform.a, font.pointSize * transform.a)
    let begin = start.applying(transform)
    guard begin.isFinite, abs(begin.x) < 1e6, abs(begin.y) < 1e6 else { return }
    guard transform.b == 0, transform.c == 0, transform.a == transform.d, size > 0,
      size <= GlyphCache.largestSize
    else {
      for piece in line.pieces {
        let outline = font.outline(piece, at: start, scale: transform.scale)
        fill(outline, color, transform, clip)
      }
      return
    }
    let y = Int(begin.y.rounded())
    let reach = PixelRect.whole(size * 3)
    guard y - reach < clip.maxY, y + reach > clip.minY else { return }
    for piece in line.pieces {
      let x = begin.x + piece.x * scale
      guard x < Double(clip.maxX + reach) else { break }
      guard x > Double(clip.minX - reach) else { continue }
      switch piece.shape {
      case .glyph(let face, let glyph):
        let quarters = Int((x * 4).rounded())
        let (whole, quarter) = (quarters >> 2, quarters & 3)
        lay(glyphs.mask(face, glyph, size: size, quarter: quarter), color.pixel, whole, y, clip)
      case .builtIn(let character):
        let mask = glyphs.mask(character, font, scale)
        let top = PixelRect.whole(((6 * font.unit + font.strokeWidth) * scale).rounded())
        lay(mask, color.pixel, PixelRect.whole(x.rounded()), y - top, clip)
      }
    }
  }

  private func lay(_ mask: GlyphCache.Mask, _ color: UInt32, _ left: Int, _ top: Int, _ clip: PixelRect) {
    let box = PixelRect(x: left + mask.left, y: top + mask.top, width: mask.width, height: mask.height)
    let part = box.intersection(clip)
    guard !part.isEmpty else { return }
    mask.coverage.withUnsafeBufferPointer { coverage in
      guard let coverage = coverage.baseAddress else { return }
      for y in part.minY..<part.maxY {
        let row = coverage + (y - box.minY) * mask.width + (part.minX - box.minX)
        Blending.fill(pixel(part.minX, y), row, part.width, color)
      }
    }
  }

  // MARK: Pictures

  private func image(
    _ bitmap: Bitmap, _ rect: Rect, _ alpha: Double, _ transform: AffineTransform, _ clip: PixelRect
  ) {
    guard bitmap.width > 0, bitmap.height > 0, !rect.isEmpty, alpha > 0 else { return }
    let alpha = UInt32((min(alpha, 1) * 255).rounded())
    if let whole = transform.wholePixels(rect), whole.width == bitmap.width, whole.height == bitmap.height {
      let part = whole.intersection(clip)
      for y in part.minY..<max(part.minY, part.maxY) {
        let source = bitmap.pixels + (y - whole.minY) * bitmap.width + (part.minX - whole.minX)
        Blending.lay(source, over: pixel(part.minX, y), part.width, alpha: alpha)
      }
      return
    }
    let toPicture = AffineTransform(
      scaleX: rect.width / Double(bitmap.width), y: rect.height / Double(bitmap.height)
    )
    .concatenating(AffineTransform(translationX: rect.minX, y: rect.minY)).concatenating(transform)
    guard let inverse = toPicture.inverse else { return }
    var outline = Outline()
    outline.addRect(rect)
    var samples = [UInt32](repeating: 0, count: clip.width)
    rasterizer.fill(outline, transform, bounds: bounds, clip: clip) { y, x, coverage, count in
      samples.withUnsafeMutableBufferPointer { samples in
        guard let samples = samples.baseAddress else { return }
        bitmap.sample(inverse, x, y, count, into: samples)
        Blending.lay(samples, over: pixel(x, y), coverage, count, alpha: alpha)
      }
    }
  }
}

extension Bitmap {
  /// Draws into the bitmap, in its pixels' coordinates.
  public func draw(_ body: (Drawing) -> Void) {
    let drawing = Drawing()
    body(drawing)
    let painter = Painter(self)
    painter.paint(drawing.operations, .identity, clip: bounds)
  }
}
