import HIDEvents

/// How much of each pixel a letter covers, for letters that are upright: made once for each size.
final class GlyphCache {
  struct Mask {
    /// From where the letter stands to its first pixel.
    var left = 0
    var top = 0
    var width = 0
    var height = 0
    var coverage: [UInt8] = []
    /// To the next letter, in pixels.
    var advance = 0.0
  }

  private struct BuiltInKey: Hashable {
    var character: Character
    var font: UIFont
    var scale: Double
  }

  private struct FaceKey: Hashable {
    var face: Int
    var glyph: Int
    var size: Double
    /// The place between two pixels.
    var quarter: Int
  }

  private struct LineKey: Hashable {
    var text: String
    var font: UIFont
    var face: Int
  }

  /// Letters that are larger are drawn as outlines.
  static let largestSize = 160.0
  private static let mostBytes = 8 << 20
  private var faceMasks: [FaceKey: Mask] = [:]
  private var bytes = 0
  private var lines: [LineKey: TextLine] = [:]

  /// More sizes than any program shows at once; beyond that the cache restarts.
  private static let most = 2048
  private var masks: [BuiltInKey: Mask] = [:]
  private let rasterizer = Rasterizer()

  func mask(_ character: Character, _ font: UIFont, _ scale: Double) -> Mask {
    let key = BuiltInKey(character: character, font: font, scale: scale)
    if let mask = masks[key] { return mask }
    if masks.count >= Self.most { masks = [:] }
    let mask = make(character, font, scale)
    masks[key] = mask
    return mask
  }

  /// - Parameter size: in pixels.
  func mask(_ face: FontFace, _ glyph: Int, size: Double, quarter: Int) -> Mask {
    let key = FaceKey(face: face.number, glyph: glyph, size: size, quarter: quarter)
    if let mask = faceMasks[key] { return mask }
    if faceMasks.count >= Self.most || bytes > Self.mostBytes { (faceMasks, bytes) = ([:], 0) }
    let outline = face.outline(glyph, at: Point(Double(quarter) / 4, 0), size: size, scale: 1)
    let mask = make(outline)
    bytes += mask.coverage.count
    faceMasks[key] = mask
    return mask
  }

  /// A line's glyphs, kept as long as the line is drawn again and again.
  func line(_ text: String, _ font: UIFont, _ face: FontFace) -> TextLine {
    guard text.utf8.count <= 1024 else { return font.line(text, face) }
    let key = LineKey(text: text, font: font, face: face.number)
    if let line = lines[key] { return line }
    if lines.count >= 256 { lines = [:] }
    let line = font.line(text, face)
    lines[key] = line
    return line
  }

  /// How wide a line of text is.
  func width(of text: String, _ font: UIFont) -> Double {
    guard let face = font.face else { return font.width(of: text) }
    return line(text, font, face).width
  }

  private func make(_ outline: Outline) -> Mask {
    var mask = Mask()
    guard let first = outline.points.first else { return mask }
    var box = Rect(origin: first, size: .zero)
    for point in outline.points { box = box.reaching(point) }
    guard box.isFinite else { return mask }
    let pixels = PixelRect(around: box)
    // A damaged font's letter may be of any size: one that is far too large is not drawn.
    guard pixels.width <= 1024, pixels.height <= 1024, abs(pixels.minX) <= 4096, abs(pixels.minY) <= 4096
    else { return mask }
    (mask.left, mask.top) = (pixels.minX, pixels.minY)
    (mask.width, mask.height) = (pixels.width, pixels.height)
    var coverage = [UInt8](repeating: 0, count: mask.width * mask.height)
    let room = PixelRect(x: 0, y: 0, width: mask.width, height: mask.height)
    let width = mask.width
    let place = AffineTransform(translationX: -Double(mask.left), y: -Double(mask.top))
    rasterizer.fill(outline, place, bounds: room, clip: room) { y, x, row, count in
      for index in 0..<count { coverage[y * width + x + index] = row[index] }
    }
    mask.coverage = coverage
    return mask
  }

  private func make(_ character: Character, _ font: UIFont, _ scale: Double) -> Mask {
    let glyph = Glyph.of(character)
    let unit = font.unit * scale
    let stroke = font.stroke * unit
    var mask = Mask()
    mask.advance = (glyph.width + font.gap) * unit
    mask.width = min(PixelRect.whole((glyph.width * unit + stroke).rounded(.up)) + 2, 4096)
    mask.height = min(PixelRect.whole((8 * unit + stroke).rounded(.up)) + 2, 4096)
    mask.left = -1
    mask.top = -1
    var outline = Outline()
    glyph.add(
      to: &outline, at: Point(stroke / 2 + 1, stroke / 2 + 1), unit: unit, weight: font.stroke, scale: 1)
    var coverage = [UInt8](repeating: 0, count: mask.width * mask.height)
    let box = PixelRect(x: 0, y: 0, width: mask.width, height: mask.height)
    let width = mask.width
    rasterizer.fill(outline, .identity, bounds: box, clip: box) { y, x, row, count in
      for index in 0..<count { coverage[y * width + x + index] = row[index] }
    }
    mask.coverage = coverage
    return mask
  }
}

extension Rect {
  fileprivate func reaching(_ point: Point) -> Rect {
    Rect(
      minX: min(minX, point.x), minY: min(minY, point.y), maxX: max(maxX, point.x), maxY: max(maxY, point.y))
  }
}
